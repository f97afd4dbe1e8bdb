import type { ArrayFamily } from '../store/array-family.ts';

/** Arrays of the administrative units and their names. */
export const UNIT_FAMILY = {
  file: 'units.bin',
  meaning: 'administrative units in force and former, and their names',
  arrays: {
    baseWardWard: {
      type: 'i32',
      length: 'free',
      meaning: 'ward in force of each base ward, a row of `wards.csv`',
    },
    baseWardFormer: {
      type: 'i32',
      length: 'baseWards',
      meaning: 'former ward of each base ward, a row of `former-wards.csv`; -1 for none',
    },
    baseWardDistrict: {
      type: 'i32',
      length: 'baseWards',
      meaning: 'unit number of the district of each base ward; -1 for none',
    },
    unitKind: {
      type: 'u8',
      length: 'free',
      meaning: '0 province, 1 former province, 2 district, 3 ward, 4 former ward',
    },
    unitLayers: {
      type: 'u8',
      length: 'units',
      meaning: 'bits of the levels at which an address can name the unit: province, district, ward',
    },
    unitType: { type: 'u8', length: 'units', meaning: 'type word (`phuong`, `quan`), counted in `unitText`' },
    unitText: {
      type: 'u8',
      length: 'free',
      unit: 'UTF-8',
      meaning: 'id, name and spelling key of each unit, then the type words',
    },
    unitTextOffset: {
      type: 'u32',
      length: 'free',
      unit: 'UTF-16 units',
      meaning: 'text i is from `unitTextOffset[i]` to `unitTextOffset[i + 1]` of the decoded text',
    },
    unitRange: {
      type: 'i32',
      length: 'end of unitRangeStart',
      meaning: 'base wards of a unit as ranges: start and end (exclusive) in turn',
    },
    unitRangeStart: {
      type: 'u32',
      length: 'units + 1',
      meaning: 'ranges of a unit: from `unitRangeStart[i]` to `unitRangeStart[i + 1]`',
    },
    unitNameText: {
      type: 'u8',
      length: 'free',
      unit: 'UTF-8',
      meaning: 'the distinct folded names and aliases without spaces, ascending',
    },
    unitNameOffset: {
      type: 'u32',
      length: 'free',
      unit: 'UTF-16 units',
      meaning: 'name i is from `unitNameOffset[i]` to `unitNameOffset[i + 1]` of the decoded text',
    },
    unitNameStart: {
      type: 'u32',
      length: 'unitNameOffset',
      meaning: 'units with a name: from `unitNameStart[i]` to `unitNameStart[i + 1]`',
    },
    unitNameMember: { type: 'u32', length: 'end of unitNameStart', meaning: 'unit numbers' },
    unitNameMemberFlags: {
      type: 'u8',
      length: 'unitNameMember',
      meaning: 'bits: 1 an ambiguous abbreviation of the unit, 2 an alias of the unit',
    },
    unitNameLayers: {
      type: 'u8',
      length: 'unitNameOffset - 1',
      meaning: 'the bits of `unitLayers` of all units with the name',
    },
    unitNameFlags: {
      type: 'u8',
      length: 'unitNameOffset - 1',
      meaning: 'bits: 1 matched without a type word in front, 2 the official name of some unit',
    },
    unitNameSpellings: {
      type: 'u8',
      length: 'unitNameOffset - 1',
      meaning: 'number of different spellings of the name, at most 255',
    },
    unitNameSlots: {
      type: 'i32',
      length: 'free',
      meaning: 'hash table like `nameSlots` from names to names',
    },
    unitTypoSlots: {
      type: 'i32',
      length: 'free',
      meaning: 'hash table like `nameSlots` from names with one letter deleted to names',
    },
    unitWordText: {
      type: 'u8',
      length: 'free',
      unit: 'UTF-8',
      meaning: 'the distinct words of names, separated by line feeds',
    },
  },
} as const satisfies ArrayFamily;
