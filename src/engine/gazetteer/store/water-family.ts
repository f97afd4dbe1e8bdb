import type { ArrayFamily } from './array-family.ts';

const UNIT = '1e-7 degrees WGS84';

/** What a line of water is, by its number in `waterKind`. */
export const WATER_KINDS = ['area', 'river', 'canal', 'stream', 'shore'] as const;

/** Arrays of water, in datasets of sources that have any: the ground of maps, not searched. */
export const WATER_FAMILY = {
  file: 'water.bin',
  meaning: 'lakes, rivers and shores, as ground of maps',
  optional: true,
  isLazy: true,
  arrays: {
    waterKind: {
      type: 'u8',
      length: 'free',
      meaning:
        '0 ring of an area of water (outer rings counter-clockwise, islands clockwise), 1 river, 2 canal, 3 stream, 4 shore of the sea or of an area that is not known as a whole',
    },
    waterPointStart: {
      type: 'u32',
      length: 'waterKind + 1',
      meaning: 'points of a line of water: from `waterPointStart[i]` to `waterPointStart[i + 1]`',
    },
    waterLat: {
      type: 'i32',
      length: 'end of waterPointStart',
      unit: UNIT,
      meaning: 'latitude of each point, simplified to 2 m',
    },
    waterLon: { type: 'i32', length: 'end of waterPointStart', unit: UNIT, meaning: 'its longitude' },
  },
} as const satisfies ArrayFamily;
