import { hasFamily, openFamily, toPrefixedNames, type ArrayFamily, type ArraysOf } from './array-family.ts';
import type { Arrays } from './array-types.ts';

/** Power of two of the number of rotations in a block, of which the greatest weight is stored. */
export const BLOCK_BITS = 4;

/** What a rotation that begins inside a name weighs less. */
export const INNER_PENALTY = 25;

/** Number of members of a key that are stored by importance, for queries without a position. */
export const MOST_TOP = 16;

/** Last byte of a key at which a rotation can begin. */
export const LAST_ROTATION_BYTE = 63;

/** Above the bits of the byte: whether the rotation begins inside the name, then the key. */
const INNER_BIT = LAST_ROTATION_BYTE + 1;
const KEY_SHIFT = 7;

const BLOCK = 2 ** BLOCK_BITS;

/**
 * Arrays of autocomplete.
 *
 * Shape: keys are distinct names in folded words (`le loi`); members of a key are the features with that name, then the units as
 * `featureCount` + unit number, ascending. A rotation is a key from the start of one of its words on, packed by {@link packRotation}; rotations are
 * sorted by their text, so everything that begins with some letters is one range of ranks. A cell is a range of base wards of one province;
 * it lists the ranks of the rotations that have members in it, so a range of ranks is a range of the cell as well; the last section of the
 * cells lists the districts and provinces. A weight is the importance of the best member, less INNER_PENALTY for a rotation that begins inside a
 * name.
 */
export const AUTOCOMPLETE_FAMILY = {
  file: 'suggest.bin',
  prefix: 'suggest.',
  meaning: 'autocomplete: names sorted by each of their words, with their weights, as a whole and by region',
  isLazy: true,
  arrays: {
    keyText: {
      type: 'u8',
      length: 'end of keyOffset',
      unit: 'UTF-8',
      meaning: 'keys: the distinct names in folded words, separated by spaces, ascending',
    },
    keyOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'key i is from `keyOffset[i]` to `keyOffset[i + 1]`',
    },
    memberStart: {
      type: 'u32',
      length: 'keyOffset',
      meaning: 'members of a key: from `memberStart[i]` to `memberStart[i + 1]`',
    },
    member: {
      type: 'u32',
      length: 'end of memberStart',
      meaning: 'features with the name, then units with the name as features + unit number, ascending',
    },
    topStart: {
      type: 'u32',
      length: 'keyOffset',
      meaning: 'most important members of a key: from `topStart[i]` to `topStart[i + 1]`',
    },
    top: {
      type: 'u32',
      length: 'end of topStart',
      meaning: `at most ${MOST_TOP} members of a key, one of each street cluster, the most important first`,
    },
    rotation: {
      type: 'u32',
      length: 'free',
      meaning:
        'rotations: keys from the start of one of their words on, sorted by text; key * 128 + 64 if the rotation begins inside the name + first byte in the key',
    },
    rotationWeight: {
      type: 'u8',
      length: 'rotation',
      meaning: `greatest importance of a member; ${INNER_PENALTY} less inside a name, at least 1`,
    },
    rotationBlock: {
      type: 'u8',
      length: `rotation / ${BLOCK} + 1`,
      meaning: `greatest weight of each ${BLOCK} rotations`,
    },
    rotationStreetWeight: {
      type: 'u8',
      length: 'rotation',
      meaning: 'the same for streets only; 0 without a street',
    },
    rotationStreetBlock: {
      type: 'u8',
      length: `rotation / ${BLOCK} + 1`,
      meaning: `greatest street weight of each ${BLOCK} rotations`,
    },
    cellBaseWard: {
      type: 'u32',
      length: 'free',
      meaning: 'base wards of a cell: from `cellBaseWard[i]` to `cellBaseWard[i + 1]`',
    },
    cellUnit: {
      type: 'u32',
      length: 'cellBaseWard',
      meaning: 'wards and former wards of a cell: units from `cellUnit[i]` to `cellUnit[i + 1]`',
    },
    cellBox: {
      type: 'i32',
      length: '4 x cellBaseWard - 4',
      unit: '1e-7 degrees WGS84',
      meaning: 'south, west, north, east of each cell; south is above north for an empty cell',
    },
    cellStart: {
      type: 'u32',
      length: 'cellBaseWard + 1',
      meaning:
        'entries of a cell: from `cellStart[i]` to `cellStart[i + 1]`; after the cells one section of districts and provinces',
    },
    cellRank: {
      type: 'u32',
      length: 'end of cellStart',
      meaning: 'ranks of the rotations with members in the cell, ascending',
    },
    cellWeight: { type: 'u8', length: 'cellRank', meaning: 'weight by members in the cell' },
    cellBlock: {
      type: 'u8',
      length: `cellRank / ${BLOCK} + 1`,
      meaning: `greatest weight of each ${BLOCK} entries`,
    },
    cellStreetWeight: {
      type: 'u8',
      length: 'cellRank',
      meaning: 'weight by streets in the cell; 0 without a street',
    },
    cellStreetBlock: {
      type: 'u8',
      length: `cellRank / ${BLOCK} + 1`,
      meaning: `greatest street weight of each ${BLOCK} entries`,
    },
    streetCluster: {
      type: 'u32',
      length: 'streets',
      meaning:
        'most important street of the cluster of each street: the parts of one street in several wards',
    },
    streetNext: {
      type: 'u32',
      length: 'streets',
      meaning: 'next street of the cluster; the last one leads back to the first',
    },
    unitWeight: {
      type: 'u8',
      length: 'units',
      meaning: 'importance of each unit, comparable to that of streets',
    },
    unitLat: {
      type: 'i32',
      length: 'units',
      unit: '1e-7 degrees WGS84',
      meaning: 'latitude of a point in the unit',
    },
    unitLon: { type: 'i32', length: 'units', unit: '1e-7 degrees WGS84', meaning: 'its longitude' },
    unitRadius: {
      type: 'u32',
      length: 'units',
      unit: 'metres',
      meaning: 'radius around the point that contains most of the unit',
    },
    unitKeyText: {
      type: 'u8',
      length: 'end of unitKeyOffset',
      unit: 'UTF-8',
      meaning:
        'names of units without spaces, with and without their type word, and their aliases; ascending',
    },
    unitKeyOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'name i is from `unitKeyOffset[i]` to `unitKeyOffset[i + 1]`',
    },
    unitKeyStart: {
      type: 'u32',
      length: 'unitKeyOffset',
      meaning: 'units with a name: from `unitKeyStart[i]` to `unitKeyStart[i + 1]`',
    },
    unitKeyUnit: { type: 'u32', length: 'end of unitKeyStart', meaning: 'unit numbers, ascending' },
  },
} as const satisfies ArrayFamily;

/** The arrays of {@link AUTOCOMPLETE_FAMILY}, by their names there. */
export type SuggestArrays = ArraysOf<typeof AUTOCOMPLETE_FAMILY>;

/** Returns the arrays by the names that they have in a dataset. */
export function namedArrays(arrays: SuggestArrays): Arrays {
  return toPrefixedNames(AUTOCOMPLETE_FAMILY, arrays);
}

/** Returns the arrays of autocomplete from those of a dataset; undefined if it has none. */
export function pickArrays(arrays: Arrays): SuggestArrays | undefined {
  return hasFamily(AUTOCOMPLETE_FAMILY, arrays) ? openFamily(AUTOCOMPLETE_FAMILY, arrays) : undefined;
}

/** Packs a rotation: its key, whether it begins inside the name, and the byte of the key at which it begins. */
export function packRotation(key: number, isInner: boolean, byte: number): number {
  return key * 2 ** KEY_SHIFT + (isInner ? INNER_BIT : 0) + byte;
}

/** Returns the key of a packed rotation. */
export function keyOfRotation(packed: number): number {
  return packed >>> KEY_SHIFT;
}

/** Returns the byte of its key at which a packed rotation begins. */
export function byteOfRotation(packed: number): number {
  return packed & LAST_ROTATION_BYTE;
}

/** Reports whether a packed rotation begins inside the name. */
export function isInnerRotation(packed: number): boolean {
  return (packed & INNER_BIT) !== 0;
}

/** Returns the greatest weight of each block of rotations. */
export function blocksOf(weights: Uint8Array): Uint8Array {
  const blocks = new Uint8Array((weights.length >>> BLOCK_BITS) + 1);
  for (let i = 0; i < weights.length; i += 1) {
    const block = i >>> BLOCK_BITS;
    if (weights[i] > blocks[block]) blocks[block] = weights[i];
  }
  return blocks;
}

/** Returns the weight of a rotation by the importance of its best member; at least 1, because 0 means none. */
export function rotationWeight(importance: number, packed: number): number {
  return Math.max(1, isInnerRotation(packed) ? importance - INNER_PENALTY : importance);
}
