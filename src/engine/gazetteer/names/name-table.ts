import { createSlots, firstSlot, putSlot, spread, tagMask, type HashSlots } from './hash-slots.ts';
import { hashBytes } from './name-key.ts';

/** Builds the hash table of packed texts, as of packTexts. */
export function buildNameSlots(text: Uint8Array, offset: Uint32Array): HashSlots {
  const count = offset.length - 1;
  const slots = createSlots(count);
  for (let name = 0; name < count; name += 1)
    putSlot(slots, count, hashBytes(text, offset[name], offset[name + 1]), name);
  return slots;
}

/**
 * Returns the text that equals a range of bytes.
 *
 * Shape: the number of the text, or -1; spaces in the texts are ignored.
 * Cost: about one cache miss if there is none.
 */
export function findText(
  slots: HashSlots,
  text: Uint8Array,
  offset: Uint32Array,
  hash: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): number {
  const mask = tagMask(offset.length - 1);
  const tag = spread(hash) & mask;
  let slot = firstSlot(hash, slots.length);
  for (let entry = slots[slot]; entry !== 0; entry = slots[slot]) {
    if ((entry & mask) === tag) {
      const name = (entry & ~mask) - 1;
      if (spells(text, offset[name], offset[name + 1], bytes, start, end)) return name;
    }
    slot = slot + 1 === slots.length ? 0 : slot + 1;
  }
  return -1;
}

/** Most hashes that are looked for at once. */
const MOST_HASHES = 1024;
const firstSlots = new Int32Array(MOST_HASHES);

/** Writes 1 to `out` for each of the first hashes with the tag of an entry of a table of numbers below `limit`, else 0; at most MOST_HASHES. */
export function findTags(
  slots: HashSlots,
  limit: number,
  hashes: Int32Array,
  count: number,
  out: Uint8Array,
): void {
  const mask = tagMask(limit);
  const size = slots.length;
  // All slots are read before any is looked at: the processor waits for memory once, not once for each.
  for (let i = 0; i < count; i += 1) {
    firstSlots[i] = firstSlot(hashes[i], size);
    out[i] = slots[firstSlots[i]] === 0 ? 0 : 1;
  }
  for (let i = 0; i < count; i += 1) {
    if (out[i] === 0) continue;
    const tag = spread(hashes[i]) & mask;
    let slot = firstSlots[i];
    while (slots[slot] !== 0 && (slots[slot] & mask) !== tag) slot = slot + 1 === size ? 0 : slot + 1;
    if (slots[slot] === 0) out[i] = 0;
  }
}

function spells(
  text: Uint8Array,
  from: number,
  to: number,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  let at = start;
  for (let i = from; i < to; i += 1) {
    const byte = text[i];
    if (byte === 0x20) continue;
    if (at === end || byte !== bytes[at]) return false;
    at += 1;
  }
  return at === end;
}
