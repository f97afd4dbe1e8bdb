import { crc32 } from 'node:zlib';

/** The bytes of a key: a SHA-256. */
export const KEY_BYTES = 32;
/** The bytes of a record in front of its value. */
export const HEADER_BYTES = 44;
/** The maximum size of a value; a larger length in a record is damage. */
export const MAX_VALUE_BYTES = 16 << 20;

// 0xff is in no UTF-8 text, so no response can contain what looks like a record.
const MARKER = Buffer.from([0xff, 0x47, 0x4d, 0x32]);
const KEY_AT = 4;
const LENGTH_AT = KEY_AT + KEY_BYTES;
const CRC_AT = LENGTH_AT + 4;

/**
 * Returns the records of responses, one behind the other.
 *
 * Shape of each: marker, key, length of the value, CRC32 of key, length and value; then the value.
 */
export function encodeRecords(responses: readonly { key: Buffer; value: Buffer }[]): Buffer {
  const length = responses.reduce((sum, { value }) => sum + HEADER_BYTES + value.length, 0);
  const records = Buffer.allocUnsafe(length);
  let at = 0;
  for (const { key, value } of responses) {
    if (key.length !== KEY_BYTES) throw new RangeError('a key is a SHA-256');
    const record = records.subarray(at, (at += HEADER_BYTES + value.length));
    MARKER.copy(record);
    key.copy(record, KEY_AT);
    record.writeUInt32LE(value.length, LENGTH_AT);
    value.copy(record, HEADER_BYTES);
    record.writeUInt32LE(crcOf(record), CRC_AT);
  }
  return records;
}

/** Returns the length of the record that may begin at a position, if its header is there and plausible. */
export function recordLengthAt(bytes: Buffer, at: number): number | undefined {
  if (at + HEADER_BYTES > bytes.length || bytes.readUInt32LE(at) !== MARKER.readUInt32LE(0)) return undefined;
  const length = bytes.readUInt32LE(at + LENGTH_AT);
  return length <= MAX_VALUE_BYTES ? HEADER_BYTES + length : undefined;
}

/** Reports whether bytes are one whole, undamaged record. */
export function isRecord(record: Buffer): boolean {
  return recordLengthAt(record, 0) === record.length && crcOf(record) === record.readUInt32LE(CRC_AT);
}

/** Returns the key of a record. */
export const keyOf = (record: Buffer) => record.subarray(KEY_AT, LENGTH_AT);
/** Returns the value of a record. */
export const valueOf = (record: Buffer) => record.subarray(HEADER_BYTES);
/** Returns where the next record may begin, at or after a position; -1 if nowhere. */
export const findMarker = (bytes: Buffer, from: number) => bytes.indexOf(MARKER, from);

function crcOf(record: Buffer): number {
  return crc32(record.subarray(HEADER_BYTES), crc32(record.subarray(KEY_AT, CRC_AT)));
}

/** Bytes of which a part is read at a time. */
interface Source {
  size: number;
  read(target: Buffer, position: number): number;
}

/** The end of a scan. Units: bytes. */
interface ScanResult {
  /** Where the next scan begins: behind the last whole record. */
  end: number;
  /** Bytes between records that are none, and no record that a write left incomplete. */
  damagedBytes: number;
}

const WINDOW_BYTES = 1 << 20;
const MARKER_BYTES = 4;

/**
 * Calls back for each whole record from a position to the end.
 *
 * Guarantee: damaged records are skipped, and so are incomplete ones that others follow; an incomplete one at the end may still be being
 * written, so the next scan begins with it.
 */
export function scanRecords(
  source: Source,
  from: number,
  onRecord: (record: Buffer, offset: number) => void,
): ScanResult {
  const window = createWindow(source);
  let damagedBytes = 0;
  let at = from;
  let damagedFrom: number | undefined;
  while (at < source.size) {
    const record = recordAt(window, at, source.size);
    if (!record) {
      damagedFrom ??= at;
      at = nextMarker(window, at + 1, source.size);
      continue;
    }
    const { length } = record;
    onRecord(record, at);
    if (damagedFrom !== undefined && !isIncomplete(window, damagedFrom, at)) damagedBytes += at - damagedFrom;
    damagedFrom = undefined;
    at += length;
  }
  return { end: damagedFrom ?? at, damagedBytes };
}

/** Returns up to `length` bytes at a position, which the next call overwrites. */
type Window = (position: number, length: number) => Buffer;

function createWindow(source: Source): Window {
  let buffer: Buffer = Buffer.alloc(0);
  let start = 0;
  let filled = 0;
  return (position, length) => {
    const wanted = Math.min(length, source.size - position);
    if (position < start || position + wanted > start + filled) {
      const capacity = Math.min(Math.max(WINDOW_BYTES, wanted), source.size - position);
      if (buffer.length < capacity) buffer = Buffer.allocUnsafe(capacity);
      start = position;
      filled = source.read(buffer.subarray(0, capacity), position);
    }
    const offset = position - start;
    return buffer.subarray(offset, Math.min(offset + length, filled));
  };
}

function recordAt(window: Window, at: number, size: number): Buffer | undefined {
  const length = recordLengthAt(window(at, HEADER_BYTES), 0);
  if (length === undefined || at + length > size) return undefined;
  const record = window(at, length);
  return isRecord(record) ? record : undefined;
}

function nextMarker(window: Window, from: number, size: number): number {
  // Neighbours overlap, so that a marker across the border is found.
  for (let at = from; at < size; at += WINDOW_BYTES - MARKER_BYTES + 1) {
    const found = findMarker(window(at, WINDOW_BYTES), 0);
    if (found >= 0) return at + found;
  }
  return size;
}

/** Reports whether bytes are the beginning of a record whose writing failed. */
function isIncomplete(window: Window, from: number, to: number): boolean {
  const head = window(from, HEADER_BYTES);
  if (to - from < HEADER_BYTES) return head[0] === 0xff;
  const length = recordLengthAt(head, 0);
  return length !== undefined && from + length > to;
}
