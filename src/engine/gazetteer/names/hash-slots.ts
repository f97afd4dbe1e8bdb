/**
 * Open-addressing hash table of numbers, without their keys.
 *
 * Shape: a free slot is 0; another one has the number plus one in its low bits and a tag from the hash in the others. A lookup compares
 * the key of each number with the same tag.
 */
export type HashSlots = Int32Array;

/** Slots per number: the table stays under two thirds full. */
const SPARE = 1.6;

/** Creates an empty table for `count` numbers. */
export function createSlots(count: number): HashSlots {
  return new Int32Array(Math.ceil(count * SPARE) + 1);
}

/** Returns the bits of a slot that are the tag, in a table of numbers below `limit`. */
export function tagMask(limit: number): number {
  const bits = 32 - Math.clz32(limit);
  return bits >= 32 ? 0 : ~((1 << bits) - 1);
}

/** Returns the first slot to look at for a hash. */
export function firstSlot(hash: number, size: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  // Both are 32 bits: a remainder of integers, where that of doubles takes a call.
  return ((mixed ^ (mixed >>> 15)) >>> 0) % (size >>> 0);
}

/** Mixes a rolling hash so that its high bits can be a tag. */
export function spread(hash: number): number {
  return Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
}

/** Adds a number to a table of numbers below `limit`. */
export function putSlot(slots: HashSlots, limit: number, hash: number, value: number): void {
  const mask = tagMask(limit);
  let slot = firstSlot(hash, slots.length);
  while (slots[slot] !== 0) slot = slot + 1 === slots.length ? 0 : slot + 1;
  slots[slot] = (spread(hash) & mask) | (value + 1);
}
