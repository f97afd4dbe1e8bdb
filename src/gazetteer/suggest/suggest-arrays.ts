import type { Arrays } from '../store/array-types.ts';

/**
 * Holds the arrays of autocomplete.
 *
 * Shape: keys are distinct names in folded words (`le loi`); members of a key are the things that bear it, then the units as `thingCount` + unit number,
 * ascending. A rotation is a key from one of its word starts on, packed by {@link packRotation}; rotations are sorted by their text, so that
 * everything that begins with some letters is one range of ranks. A cell is a run of base wards of one province; it lists the ranks of the rotations
 * that have members in it, so that a range of ranks is a range of the cell as well; the last section of the cells lists the districts and
 * provinces. Weights are the importance of the best member, less INNER_PENALTY for a rotation that begins inside a name; street weights are those
 * of the best street, 0 where no street bears the name; blocks hold the greatest weight of 16.
 * Units: `cellBox` in 1e-7 degrees, south, west, north, east; `unitRadius` in metres.
 */
export interface SuggestArrays {
  keyText: Uint8Array;
  keyOffset: Uint32Array;
  memberStart: Uint32Array;
  member: Uint32Array;
  topStart: Uint32Array;
  top: Uint32Array;

  rotation: Uint32Array;
  rotationWeight: Uint8Array;
  rotationBlock: Uint8Array;
  rotationStreetWeight: Uint8Array;
  rotationStreetBlock: Uint8Array;

  cellPiece: Uint32Array;
  cellUnit: Uint32Array;
  cellBox: Int32Array;
  cellStart: Uint32Array;
  cellRank: Uint32Array;
  cellWeight: Uint8Array;
  cellBlock: Uint8Array;
  cellStreetWeight: Uint8Array;
  cellStreetBlock: Uint8Array;

  streetCluster: Uint32Array;
  streetNext: Uint32Array;

  unitWeight: Uint8Array;
  unitLat: Int32Array;
  unitLon: Int32Array;
  unitRadius: Uint32Array;
  unitKeyText: Uint8Array;
  unitKeyOffset: Uint32Array;
  unitKeyStart: Uint32Array;
  unitKeyUnit: Uint32Array;
}

/** The greatest weight of 2 to the power of this many rotations is kept as one. */
export const BLOCK_BITS = 4;

/** What a rotation that begins inside a name weighs less. */
export const INNER_PENALTY = 25;

/** Counts the members of a key that are kept by importance, for questions that ask from nowhere. */
export const MOST_TOP = 16;

/** Last byte of a key at which a rotation can begin. */
export const LAST_ROTATION_BYTE = 63;

const PREFIX = 'suggest.';

/** Names the arrays as they stand among those of a dataset. */
export function namedArrays(arrays: SuggestArrays): Arrays {
  return Object.fromEntries(
    Object.entries(arrays).map(([name, array]) => [PREFIX + name, array as Uint8Array]),
  );
}

/** Picks the arrays of autocomplete from those of a dataset; undefined where it has none. */
export function pickArrays(arrays: Arrays): SuggestArrays | undefined {
  if (arrays[`${PREFIX}rotation`] === undefined) return undefined;
  const picked = Object.entries(arrays)
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, array]) => [name.slice(PREFIX.length), array]);
  return Object.fromEntries(picked) as SuggestArrays;
}

/** Packs a rotation: its key, whether it begins inside the name, and the byte of the key at which it begins. */
export function packRotation(key: number, isInner: boolean, byte: number): number {
  return key * 128 + (isInner ? 64 : 0) + byte;
}

/** Keeps the greatest weight of each block of rotations. */
export function blocksOf(weights: Uint8Array): Uint8Array {
  const blocks = new Uint8Array((weights.length >>> BLOCK_BITS) + 1);
  for (let i = 0; i < weights.length; i += 1) {
    const block = i >>> BLOCK_BITS;
    if ((weights[i] as number) > (blocks[block] as number)) blocks[block] = weights[i] as number;
  }
  return blocks;
}

/** Weighs a rotation whose best member has an importance; at least 1, for 0 stands for none. */
export function rotationWeight(importance: number, packed: number): number {
  return Math.max(1, (packed & 64) === 0 ? importance : importance - INNER_PENALTY);
}
