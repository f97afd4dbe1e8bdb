import { textOf } from '../store/access.ts';
import { wholeArray } from '../store/block-array.ts';
import { byteOfRotation, keyOfRotation, type SuggestArrays } from '../store/suggest-arrays.ts';

/** Byte between words; no key has a lower one. */
export const SPACE = 0x20;

/** Stands for the byte after the end of a rotation. */
export const END = -1;

/** Ranks from `from` to `to` (exclusive). */
export interface RankRange {
  from: number;
  to: number;
}

/** Lookup of rotations by prefix. Cost: a binary search each; only results are allocated. */
export interface Rotations {
  /** Number of rotations. */
  count: number;
  /** Returns the byte of a rotation at a depth; END after its last one. */
  byteAt(rank: number, depth: number): number;
  /** Returns the first rank of a range with equal first `depth` bytes whose next byte is greater than `byte`. */
  past(range: RankRange, depth: number, byte: number): number;
  /** Narrows a range with equal first `depth` bytes to the ranks that continue with `bytes` up to `length`. */
  narrow(range: RankRange, depth: number, bytes: Uint8Array, length: number): RankRange;
  /** Returns the first bytes of a rotation as text. */
  textAt(rank: number, length: number): string;
}

/** Opens the sorted rotations. */
export function createRotations(arrays: SuggestArrays): Rotations {
  const rotation = wholeArray(arrays.rotation);
  const keyText = wholeArray(arrays.keyText);
  const keyOffset = wholeArray(arrays.keyOffset);
  const startOf = (packed: number): number => keyOffset[keyOfRotation(packed)] + byteOfRotation(packed);

  const byteAt = (rank: number, depth: number): number => {
    const packed = rotation[rank];
    const at = startOf(packed) + depth;
    return at < keyOffset[keyOfRotation(packed) + 1] ? keyText[at] : END;
  };

  const past = ({ from, to }: RankRange, depth: number, byte: number): number => {
    let [low, high] = [from, from];
    // Steps double, because most matches are near.
    for (let step = 1; high < to && byteAt(high, depth) <= byte; step *= 2) {
      low = high + 1;
      high = Math.min(to, low + step);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (byteAt(middle, depth) <= byte) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  /** Compares the bytes of a rotation from a depth on; 0 if it continues with all of them. */
  const compare = (rank: number, depth: number, bytes: Uint8Array, length: number): number => {
    const packed = rotation[rank];
    const start = startOf(packed) + depth;
    const end = keyOffset[keyOfRotation(packed) + 1];
    for (let i = 0; i < length; i += 1) {
      const order = (start + i < end ? keyText[start + i] : END) - bytes[i];
      if (order !== 0) return order;
    }
    return 0;
  };

  return {
    count: rotation.length,
    byteAt,
    past,
    narrow: (range, depth, bytes, length) => {
      let [low, high] = [range.from, range.to];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(middle, depth, bytes, length) < 0) low = middle + 1;
        else high = middle;
      }
      const from = low;
      high = low;
      for (let step = 1; high < range.to && compare(high, depth, bytes, length) === 0; step *= 2) {
        low = high + 1;
        high = Math.min(range.to, low + step);
      }
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(middle, depth, bytes, length) <= 0) low = middle + 1;
        else high = middle;
      }
      return { from, to: low };
    },
    textAt: (rank, length) => {
      const start = startOf(rotation[rank]);
      return textOf(keyText, start, start + length);
    },
  };
}
