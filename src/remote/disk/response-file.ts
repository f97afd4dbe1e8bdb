import { type AppendedFile, cacheCall, type CacheFileOptions, openAppendedFile } from './cache-file.ts';
import { encodeRecords, HEADER_BYTES, isRecord, keyOf, scanRecords, valueOf } from './response-record.ts';

/** The file of responses of a cache folder. */
export interface ResponseFile {
  /** Returns a response. Errors: IO. */
  get(key: Buffer): Buffer | undefined;
  /** Errors: IO. */
  has(key: Buffer): boolean;
  /** Adds responses with one write; from then on they survive a kill of this process. Errors: IO. */
  put(responses: readonly KeyedResponse[]): void;
  /** Number of responses. */
  readonly count: number;
  close(): Promise<void>;
}

/** A response and its key, a SHA-256. */
export interface KeyedResponse {
  key: Buffer;
  value: Buffer;
}

/** The settings of a file of responses. */
interface ResponseFileOptions extends CacheFileOptions {
  /** Called if parts of the file are damaged; their responses are missing. Units: bytes. */
  onDamage: (damagedBytes: number) => void;
  /** Called if the file was none of Geomill and was moved. */
  onSetAside: (movedTo: string) => void;
  newSuffix: () => string;
}

/**
 * Opens the file of responses, creating it if there is none.
 *
 * Shape: records are appended and never changed. Memory holds an index of them, not the values.
 * Errors: IO; OUTPUT_REFUSED for what is not an ordinary file.
 * Guarantee: a damaged response is a miss. A file is moved away only if it contains no response and does not begin with one.
 * Cost: opening reads the whole file once, at about 1 GB per second of CPU time.
 */
export function openResponseFile(path: string, options: ResponseFileOptions): ResponseFile {
  const { calls, onFailure, onDamage, onSetAside, newSuffix } = options;
  const index = createResponseIndex();
  let file = open();
  let end = 0;
  readOn();
  if (isForeign(file, index.size)) setAside();

  function open(): AppendedFile {
    return openAppendedFile(path, { calls, onFailure });
  }

  function setAside(): void {
    const movedTo = `${path}.damaged-${newSuffix()}`;
    cacheCall(path, () => calls.renameSync(path, movedTo));
    file.close().catch(onFailure);
    onSetAside(movedTo);
    file = open();
    end = 0;
    readOn();
  }

  /**
   * Adds to the index what was appended since the last time: also by a process that uses the folder for another service or key. A file
   * smaller than it must be was truncated by another program.
   */
  function readOn(leastBytes = end): void {
    const size = file.size();
    if (size === end) return;
    if (size < leastBytes) {
      index.clear();
      end = 0;
    }
    const source = { size, read: (target: Buffer, at: number) => file.read(target, at) };
    const scanned = scanRecords(source, end, (record, offset) =>
      index.set(keyOf(record), offset, record.length),
    );
    end = scanned.end;
    if (scanned.damagedBytes > 0) onDamage(scanned.damagedBytes);
  }

  return {
    get(key) {
      const place = index.get(key);
      if (!place) return undefined;
      const record = Buffer.allocUnsafe(place.length);
      if (file.read(record, place.offset) < record.length) return undefined;
      return isRecord(record) && keyOf(record).equals(key) ? valueOf(record) : undefined;
    },
    has(key) {
      const place = index.get(key);
      if (!place) return false;
      const header = Buffer.allocUnsafe(HEADER_BYTES);
      return file.read(header, place.offset) === HEADER_BYTES && keyOf(header).equals(key);
    },
    put(responses) {
      const records = encodeRecords(responses);
      file.append(records);
      if (file.size() !== end + records.length) return readOn(end + records.length);
      for (const { key, value } of responses) {
        const length = HEADER_BYTES + value.length;
        index.set(key, end, length);
        end += length;
      }
    },
    get count() {
      return index.size;
    },
    close: () => file.close(),
  };
}

function isForeign(file: AppendedFile, responses: number): boolean {
  if (responses > 0) return false;
  const first = Buffer.alloc(1);
  return file.read(first, 0) === 1 && first[0] !== 0xff;
}

/** The place of a response in its file. Units: bytes. */
interface ResponsePlace {
  offset: number;
  length: number;
}

/** An index of responses by the first 8 bytes of their key. */
interface ResponseIndex {
  /** Adds a response, in place of an earlier one with the same key. */
  set(key: Buffer, offset: number, length: number): void;
  get(key: Buffer): ResponsePlace | undefined;
  clear(): void;
  readonly size: number;
}

const FIRST_CAPACITY = 1 << 12;
const FULLEST = 0.7;

/**
 * Builds an empty index.
 *
 * Shape: open addressing in typed arrays. Keys are hashes, so their bytes are the slot. Two keys with equal first 8 bytes replace each
 * other; the reader compares the whole key.
 * Cost: 20 bytes per slot, 29 to 57 bytes per response; 8 to 21 MB for 200,000 to 700,000 responses.
 */
function createResponseIndex(): ResponseIndex {
  let slots = newSlots(FIRST_CAPACITY);
  let size = 0;

  function slotOf(first: number, second: number): number {
    const mask = slots.lengths.length - 1;
    let at = first & mask;
    while (slots.lengths[at] !== 0 && (slots.firsts[at] !== first || slots.seconds[at] !== second))
      at = (at + 1) & mask;
    return at;
  }

  function put(first: number, second: number, offset: number, length: number): void {
    const at = slotOf(first, second);
    if (slots.lengths[at] === 0) size += 1;
    slots.firsts[at] = first;
    slots.seconds[at] = second;
    slots.offsets[at] = offset;
    slots.lengths[at] = length;
  }

  function grow(): void {
    const old = slots;
    slots = newSlots(old.lengths.length * 2);
    size = 0;
    for (let at = 0; at < old.lengths.length; at += 1) {
      const length = old.lengths[at] ?? 0;
      if (length !== 0) put(old.firsts[at] ?? 0, old.seconds[at] ?? 0, old.offsets[at] ?? 0, length);
    }
  }

  return {
    set(key, offset, length) {
      if (size >= slots.lengths.length * FULLEST) grow();
      put(key.readUInt32LE(0), key.readUInt32LE(4), offset, length);
    },
    get(key) {
      const at = slotOf(key.readUInt32LE(0), key.readUInt32LE(4));
      const length = slots.lengths[at] ?? 0;
      return length === 0 ? undefined : { offset: slots.offsets[at] ?? 0, length };
    },
    clear() {
      slots = newSlots(FIRST_CAPACITY);
      size = 0;
    },
    get size() {
      return size;
    },
  };
}

/** Shape: `lengths` is 0 in a free slot. */
function newSlots(capacity: number) {
  return {
    firsts: new Uint32Array(capacity),
    seconds: new Uint32Array(capacity),
    offsets: new Float64Array(capacity),
    lengths: new Uint32Array(capacity),
  };
}
