import { firstAt, firstNear } from '../../../base/bisect.ts';
import { wholeArray } from '../store/block-array.ts';
import {
  byteOfRotation,
  keyOfRotation,
  LAST_ROTATION_BYTE,
  packRotation,
  type SuggestArrays,
} from '../store/suggest-arrays.ts';
import { isSplitType, typeWordLength } from './name-keys.ts';
import { createColumn } from '../store/column.ts';

/** Number of words of a key at which a rotation can begin. */
const MOST_ROTATIONS = 8;

/** Rotations are sorted into buckets by the classes of their first bytes. */
const BUCKET_BYTES = 3;
const CLASSES = 39;

/** Keys as UTF-8, and their rotations sorted by text. */
interface SortedRotations {
  keyText: Uint8Array;
  keyOffset: Uint32Array;
  rotation: Uint32Array;
}

/** Reports whether a rotation can begin at a word and byte of a key. */
export function hasRotation(word: number, byte: number): boolean {
  return word < MOST_ROTATIONS && byte <= LAST_ROTATION_BYTE;
}

/** Returns the rotations of keys, sorted by their bytes (a prefix before longer texts), then by key. */
export function sortRotations(keys: readonly string[]): SortedRotations {
  const encoded = Buffer.from(keys.join(''));
  const keyText = new Uint8Array(encoded.buffer, encoded.byteOffset, encoded.length).slice();
  const keyOffset = new Uint32Array(keys.length + 1);
  const packed = createColumn('u32');
  keys.forEach((key, number) => {
    keyOffset[number + 1] = keyOffset[number] + Buffer.byteLength(key);
    const words = key.split(' ');
    const nameStart = typeWordLength(words);
    for (let i = 0, byte = 0; i < words.length && hasRotation(i, byte); i += 1) {
      const start = byte;
      byte += Buffer.byteLength(words[i]) + 1;
      if (i === 1 && isSplitType(words)) continue;
      const isInner = i > 0 && (i !== nameStart || /^\d+$/.test(words[i]));
      packed.push(packRotation(number, isInner, start));
    }
  });
  return { keyText, keyOffset, rotation: sortByText(packed.values(), keyText, keyOffset) };
}

function sortByText(packed: Uint32Array, keyText: Uint8Array, keyOffset: Uint32Array): Uint32Array {
  const startOf = (each: number): number => keyOffset[keyOfRotation(each)] + byteOfRotation(each);
  const compare = (x: number, y: number): number => {
    const endX = keyOffset[keyOfRotation(x) + 1];
    const endY = keyOffset[keyOfRotation(y) + 1];
    let i = startOf(x);
    let j = startOf(y);
    for (; i < endX && j < endY; i += 1, j += 1) {
      const byByte = keyText[i] - keyText[j];
      if (byByte !== 0) return byByte;
    }
    return endX - i - (endY - j) || x - y;
  };
  // Buckets by the first bytes leave few comparisons.
  const bucketOf = (each: number): number => {
    const start = startOf(each);
    const end = keyOffset[keyOfRotation(each) + 1];
    let bucket = 0;
    for (let i = start; i < start + BUCKET_BYTES; i += 1)
      bucket = bucket * CLASSES + (i < end ? classOf(keyText[i]) : 0);
    return bucket;
  };
  const bucketStart = new Uint32Array(CLASSES ** BUCKET_BYTES + 1);
  for (const each of packed) {
    const after = bucketOf(each) + 1;
    bucketStart[after] = bucketStart[after] + 1;
  }
  for (let i = 1; i < bucketStart.length; i += 1) bucketStart[i] = bucketStart[i] + bucketStart[i - 1];
  const sorted = new Uint32Array(packed.length);
  const next = bucketStart.slice();
  for (const each of packed) {
    const bucket = bucketOf(each);
    sorted[next[bucket]] = each;
    next[bucket] = next[bucket] + 1;
  }
  for (let i = 0; i + 1 < bucketStart.length; i += 1) {
    const [start, end] = [bucketStart[i], bucketStart[i + 1]];
    if (end - start > 1) sorted.subarray(start, end).sort(compare);
  }
  return sorted;
}

/** Returns the class of a byte, in byte order: end of a key (0), space, digits, letters, all greater bytes. */
function classOf(byte: number): number {
  if (byte >= 0x7b) return CLASSES - 1;
  if (byte >= 0x61) return byte - 0x61 + 12;
  return byte >= 0x30 ? Math.min(byte - 0x30, 9) + 2 : 1;
}

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
    // Most matches are near.
    past: ({ from, to }, depth, byte) => firstNear(from, to, (rank) => byteAt(rank, depth) > byte),
    narrow(range, depth, bytes, length) {
      const from = firstAt(range.from, range.to, (rank) => compare(rank, depth, bytes, length) >= 0);
      const to = firstNear(from, range.to, (rank) => compare(rank, depth, bytes, length) > 0);
      return { from, to };
    },
  };
}
