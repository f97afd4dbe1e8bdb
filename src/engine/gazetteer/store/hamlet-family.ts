import type { ArrayFamily } from './array-family.ts';

const UNIT = '1e-7 degrees WGS84';

/** Arrays of hamlets and quarters by ward in force: positions for texts that name one. They are no places of their own. */
export const HAMLET_FAMILY = {
  file: 'hamlets.bin',
  meaning: 'hamlets of each ward in force, by name',
  optional: true,
  arrays: {
    hamletWardStart: {
      type: 'u32',
      length: 'free',
      meaning: 'hamlets of a ward: from `hamletWardStart[w]` to `hamletWardStart[w + 1]`',
    },
    hamletLat: { type: 'i32', length: 'end of hamletWardStart', unit: UNIT, meaning: 'latitude' },
    hamletLon: { type: 'i32', length: 'end of hamletWardStart', unit: UNIT, meaning: 'its longitude' },
    hamletNameStart: {
      type: 'u32',
      length: 'hamletLat + 1',
      meaning: 'bytes of its names: from `hamletNameStart[h]` to `hamletNameStart[h + 1]`',
    },
    hamletNames: {
      type: 'u8',
      length: 'end of hamletNameStart',
      meaning: 'names in UTF-8, the usual one first, separated by `|`',
    },
  },
} as const satisfies ArrayFamily;
