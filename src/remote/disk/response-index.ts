/** The place of a response in its file. Units: bytes. */
export interface ResponsePlace {
  offset: number;
  length: number;
}

/** An index of responses by the first 8 bytes of their key. */
export interface ResponseIndex {
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
export function createResponseIndex(): ResponseIndex {
  let slots = newSlots(FIRST_CAPACITY);
  let size = 0;

  function slotOf(first: number, second: number): number {
    const mask = slots.lengths.length - 1;
    let at = first & mask;
    while (slots.lengths[at] !== 0 && (slots.firsts[at] !== first || slots.seconds[at] !== second)) {
      at = (at + 1) & mask;
    }
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
