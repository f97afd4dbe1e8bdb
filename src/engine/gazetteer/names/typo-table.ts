import { createSlots, firstSlot, putSlot, spread, tagMask, type HashSlots } from './hash-slots.ts';
import { cutHash, joinHash, LONGEST_TEXT, rollHash } from './name-key.ts';

/** Shortest key with misspellings: one edit of a shorter key matches too many names. */
export const SHORTEST_TYPO = 4;
/** Longest key; the words of longer names are looked up one by one. */
export const LONGEST_TYPO = 28;

/**
 * Builds the deletion table over whole names without spaces (SymSpell with one deletion).
 *
 * Shape: two keys within one edit share a key with at most one byte deleted; the hash of each such key leads to its names.
 */
export function buildTypoSlots(text: Uint8Array, offset: Uint32Array): HashSlots {
  const count = offset.length - 1;
  const hashes = new Int32Array(LONGEST_TYPO + 1);
  let entries = 0;
  for (let name = 0; name < count; name += 1)
    entries += hashDeletions(text, offset[name], offset[name + 1], hashes);
  const slots = createSlots(entries);
  for (let name = 0; name < count; name += 1) {
    const found = hashDeletions(text, offset[name], offset[name + 1], hashes);
    for (let i = 0; i < found; i += 1) putSlot(slots, count, hashes[i], name);
  }
  return slots;
}

const prefix = new Int32Array(LONGEST_TEXT + 1);

/** Writes the hashes of a key and of it with each byte deleted, equal ones once; returns their number, 0 for a key that is too short, too long or a number. */
function hashDeletions(text: Uint8Array, start: number, end: number, out: Int32Array): number {
  const length = end - start;
  if (length < SHORTEST_TYPO || length > LONGEST_TYPO || isDigit(text[start])) return 0;
  for (let i = 0; i < length; i += 1) prefix[i + 1] = rollHash(prefix[i], text[start + i]);
  const whole = prefix[length];
  let count = 0;
  out[count++] = whole;
  for (let i = 0; i < length; i += 1) {
    // Deleting either of two equal neighbours gives the same key.
    if (i > 0 && text[start + i] === text[start + i - 1]) continue;
    const rest = length - i - 1;
    out[count++] = joinHash(prefix[i], cutHash(whole, prefix[i + 1], rest), rest);
  }
  return count;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

const hashed = new Int32Array(LONGEST_TYPO + 1);
const firstSlots = new Int32Array(LONGEST_TYPO + 1);
const firstEntries = new Int32Array(LONGEST_TYPO + 1);

/**
 * Writes the names one edit from a key to `out`: one letter inserted, deleted, replaced, or two neighbours swapped, but no digit.
 *
 * Shape: as many as `out` has room for; returns their number. The key itself is not one of them.
 */
export function findTypos(
  slots: HashSlots,
  text: Uint8Array,
  offset: Uint32Array,
  bytes: Uint8Array,
  start: number,
  end: number,
  out: Int32Array,
): number {
  const mask = tagMask(offset.length - 1);
  const hashes = hashDeletions(bytes, start, end, hashed);
  // All slots are read before any is looked at: the processor waits for memory once, not once for each.
  for (let i = 0; i < hashes; i += 1) {
    firstSlots[i] = firstSlot(hashed[i], slots.length);
    firstEntries[i] = slots[firstSlots[i]];
  }
  let count = 0;
  for (let i = 0; i < hashes; i += 1) {
    if (firstEntries[i] === 0) continue;
    const tag = spread(hashed[i]) & mask;
    let slot = firstSlots[i];
    for (let entry = firstEntries[i]; entry !== 0; entry = slots[slot]) {
      if ((entry & mask) === tag) {
        const name = (entry & ~mask) - 1;
        if (
          count < out.length &&
          !holds(out, count, name) &&
          isOneEdit(text, offset[name], offset[name + 1], bytes, start, end)
        )
          out[count++] = name;
      }
      slot = slot + 1 === slots.length ? 0 : slot + 1;
    }
  }
  return count;
}

function holds(numbers: Int32Array, count: number, value: number): boolean {
  for (let i = 0; i < count; i += 1) if (numbers[i] === value) return true;
  return false;
}

const unspaced = new Uint8Array(LONGEST_TYPO + 2);

/** Reports whether a text without its spaces is exactly one edit from a range of bytes. */
function isOneEdit(
  text: Uint8Array,
  from: number,
  to: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  let size = 0;
  for (let i = from; i < to && size < unspaced.length; i += 1)
    if (text[i] !== 0x20) unspaced[size++] = text[i];
  const length = end - start;
  if (Math.abs(size - length) > 1) return false;
  let head = 0;
  while (head < size && head < length && unspaced[head] === bytes[start + head]) head += 1;
  let tail = 0;
  while (tail < size - head && tail < length - head && unspaced[size - 1 - tail] === bytes[end - 1 - tail])
    tail += 1;
  const left = size - head - tail;
  const right = length - head - tail;
  // A different number is a different place.
  if (left > 0 && isDigit(unspaced[head])) return false;
  if (right > 0 && isDigit(bytes[start + head])) return false;
  if (left <= 1 && right <= 1) return left + right > 0;
  return (
    left === 2 &&
    right === 2 &&
    unspaced[head] === bytes[start + head + 1] &&
    unspaced[head + 1] === bytes[start + head]
  );
}
