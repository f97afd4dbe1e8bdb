import type { ArrayFamily, ArraysOf, CountRules } from './array-family.ts';

/** Bits of `featureFlags`. */
export const FEATURE_FLAGS = {
  /** The former ward is known from the source itself; otherwise the base ward was guessed among those of the ward in force. */
  formerKnown: 1,
  /** A hamlet, quarter or residential group whose houses are numbered like those of a street. */
  quarter: 2,
  /** Houses whose source has no street name; the feature has an empty name and no search by name returns it. */
  nameless: 4,
  /** A street known from addresses only: it has no line. */
  noLine: 8,
} as const;

/** Bits of `houseFlags`. */
export const HOUSE_FLAGS = {
  /** Placed along an interpolation line of the source, or the number of a stop near the house: not surveyed. */
  interpolated: 1,
  /** The source has no street name; the street is the nearest one. */
  nearestStreet: 2,
} as const;

/** Number of records in a block. */
export const RECORDS_PER_BLOCK = 32;

const POSITION_UNIT = '1e-7 degrees WGS84';

/** Counts that the length rules of all families use. */
export const COUNTS = {
  streets: { length: 'streetHouseStart - 1', meaning: 'streets' },
  features: { length: 'featureBaseWard', meaning: 'streets, then points of interest' },
  pois: { length: 'features - streets', meaning: 'points of interest' },
  houses: { length: 'housePath', meaning: 'houses' },
  places: { length: 'features + houses', meaning: 'streets, then points of interest, then houses' },
  baseWards: {
    length: 'baseWardWard',
    meaning: 'base wards: the part of one former ward that is in one ward in force',
  },
  units: { length: 'unitKind', meaning: 'administrative units, in force and former' },
} as const satisfies CountRules;

/** Arrays of streets and points of interest. */
export const STREET_AND_POI_FAMILY = {
  file: 'places.bin',
  meaning: 'streets and points of interest',
  arrays: {
    baseWardStreetStart: {
      type: 'u32',
      length: 'baseWards + 2',
      meaning:
        'streets of a base ward: from `baseWardStreetStart[i]` to `baseWardStreetStart[i + 1]`; the last base ward is for places outside of all wards',
    },
    baseWardPoiStart: {
      type: 'u32',
      length: 'baseWards + 2',
      meaning: 'points of interest of a base ward, as feature numbers, likewise',
    },
    featureBaseWard: { type: 'i32', length: 'end of baseWardPoiStart', meaning: 'base ward of each feature' },
    featureSpelling: { type: 'u32', length: 'features', meaning: 'spelling of the name of each feature' },
    featureLat: {
      type: 'i32',
      length: 'features',
      unit: POSITION_UNIT,
      meaning: 'latitude of each feature: of the middle of a street, of a point of interest',
    },
    featureLon: { type: 'i32', length: 'features', unit: POSITION_UNIT, meaning: 'its longitude' },
    featureRadius: {
      type: 'u32',
      length: 'features',
      unit: 'metres',
      meaning: 'half the extent of a street; 0 for points of interest',
    },
    featureImportance: {
      type: 'u8',
      length: 'features',
      meaning:
        'importance, 0 to 255: from class, length and surroundings of a street, from category and completeness of a point of interest',
    },
    featureFlags: {
      type: 'u8',
      length: 'features',
      meaning: `bits: ${FEATURE_FLAGS.formerKnown} the source gives the former ward; ${FEATURE_FLAGS.quarter} a quarter whose houses are numbered like those of a street; ${FEATURE_FLAGS.nameless} no name; ${FEATURE_FLAGS.noLine} a street without a line`,
    },
    spellingText: {
      type: 'u8',
      length: 'end of spellingOffset',
      unit: 'UTF-8, NFC',
      meaning: 'spellings: the distinct names as they are displayed',
    },
    spellingOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'spelling i is from `spellingOffset[i]` to `spellingOffset[i + 1]`',
    },
    aliasFeature: {
      type: 'u32',
      length: 'free',
      meaning: 'features with other names (old names, English names, short names), ascending',
    },
    aliasSpelling: { type: 'u32', length: 'aliasFeature', meaning: 'the spelling of each of these names' },
    poiCategoryStart: {
      type: 'u32',
      length: 'pois + 1',
      meaning:
        'categories of a point of interest: from `poiCategoryStart[i]` to `poiCategoryStart[i + 1]`, i = feature number - streets',
    },
    poiCategory: {
      type: 'u16',
      length: 'end of poiCategoryStart',
      meaning: 'number of a category in the category table, the most specific first',
    },
    poiParent: {
      type: 'i32',
      length: 'pois',
      meaning: 'feature that contains a point of interest or that it belongs to; -1 for none',
    },
    childParent: {
      type: 'u32',
      length: 'free',
      meaning: 'features that contain others, ascending, once for each of them',
    },
    childFeature: {
      type: 'u32',
      length: 'childParent',
      meaning: 'the contained features, in the order in which they are listed',
    },
  },
} as const satisfies ArrayFamily;

/** Arrays of houses and their numbers. */
export const HOUSE_FAMILY = {
  file: 'houses.bin',
  meaning: 'houses and their numbers',
  arrays: {
    streetHouseStart: {
      type: 'u32',
      length: 'end of baseWardStreetStart + 1',
      meaning:
        'houses of a street: from `streetHouseStart[i]` to `streetHouseStart[i + 1]`; house = place number - features',
    },
    housePath: {
      type: 'u32',
      length: 'end of streetHouseStart',
      meaning: 'house path of each house; ascending within a street',
    },
    houseLat: { type: 'i32', length: 'houses', unit: POSITION_UNIT, meaning: 'latitude of each house' },
    houseLon: { type: 'i32', length: 'houses', unit: POSITION_UNIT, meaning: 'its longitude' },
    houseFlags: {
      type: 'u8',
      length: 'houses',
      meaning: `bits: ${HOUSE_FLAGS.interpolated} interpolated, not surveyed; ${HOUSE_FLAGS.nearestStreet} the source has no street, this is the nearest one`,
    },
    pathText: {
      type: 'u8',
      length: 'end of pathOffset',
      unit: 'UTF-8',
      meaning:
        'house paths: the distinct house numbers as they are displayed, ascending; those of `12/3` follow those of `12`',
    },
    pathOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'path i is from `pathOffset[i]` to `pathOffset[i + 1]`',
    },
    pathNumber: {
      type: 'u32',
      length: 'pathOffset - 1',
      meaning: 'first number of each path (12 of `12/3/45A`); paths with equal numbers follow each other',
    },
    pathUpTo: {
      type: 'u32',
      length: 'pathOffset - 1',
      meaning: 'last number of a range (49 of `47-49`), or the number itself; 0 for paths of several steps',
    },
  },
} as const satisfies ArrayFamily;

/** Arrays of the lines of streets. */
export const LINE_FAMILY = {
  file: 'lines.bin',
  meaning: 'lines of streets',
  arrays: {
    streetPartStart: {
      type: 'u32',
      length: 'streets + 1',
      meaning: 'line parts of a street: from `streetPartStart[i]` to `streetPartStart[i + 1]`',
    },
    partPointStart: {
      type: 'u32',
      length: 'end of streetPartStart + 1',
      meaning: 'points of a line part: from `partPointStart[i]` to `partPointStart[i + 1]`',
    },
    pointLat: {
      type: 'i32',
      length: 'end of partPointStart',
      unit: POSITION_UNIT,
      meaning: 'latitude of each point',
    },
    pointLon: { type: 'i32', length: 'end of partPointStart', unit: POSITION_UNIT, meaning: 'its longitude' },
  },
} as const satisfies ArrayFamily;

/** Arrays of the keys of source objects, from which place ids are derived. */
export const KEY_FAMILY = {
  file: 'keys.bin',
  meaning: 'keys of source objects, from which place ids are derived',
  arrays: {
    placeKeyHigh: {
      type: 'u32',
      length: 'places',
      meaning: 'high half of the 64-bit hash of the key of the source object',
    },
    placeKeyLow: { type: 'u32', length: 'places', meaning: 'low half' },
    keyOrder: { type: 'u32', length: 'places', meaning: 'place numbers, ascending by hash' },
  },
} as const satisfies ArrayFamily;

/** Arrays of the details of places. */
export const RECORD_FAMILY = {
  file: 'records.bin',
  meaning: 'details of places: telephone, website, opening hours, post code, own address',
  arrays: {
    recordPlace: {
      type: 'u32',
      length: 'free',
      meaning: 'places that have a record, ascending; the i-th one has record i',
    },
    recordBlocks: {
      type: 'u8',
      length: 'end of recordBlockOffset',
      unit: 'raw deflate',
      meaning: `blocks of ${RECORDS_PER_BLOCK} records, each a line of JSON`,
    },
    recordBlockOffset: {
      type: 'u32',
      length: 'free',
      unit: 'bytes',
      meaning: 'block i is from `recordBlockOffset[i]` to `recordBlockOffset[i + 1]`',
    },
  },
} as const satisfies ArrayFamily;

/** The families of the place tables. */
export const TABLE_FAMILIES = [
  STREET_AND_POI_FAMILY,
  HOUSE_FAMILY,
  LINE_FAMILY,
  KEY_FAMILY,
  RECORD_FAMILY,
] as const;

/**
 * Every street, point of interest and house of a dataset as flat, read-only arrays over shared memory: no object per row.
 *
 * Shape: three kinds of places share one numbering. Streets are 0 to `streetCount`, points of interest follow up to `featureCount`, houses up
 * to `placeCount`. Streets and points of interest together are called features, because both have names. A street that crosses the border of
 * a base ward is split there, so each feature is in exactly one base ward. Each array is described in the families above.
 *
 * Order: streets by base ward, then by folded name; points of interest likewise; houses by street, then by house path, so the houses
 * of a street are one range, ascending by number.
 *
 * Units: `lat` and `lon` in 1e-7 degrees WGS84; base wards as numbered by unit-table/units, with one more for places outside of all wards.
 */
export interface PlaceTables
  extends
    ArraysOf<typeof STREET_AND_POI_FAMILY>,
    ArraysOf<typeof HOUSE_FAMILY>,
    ArraysOf<typeof LINE_FAMILY>,
    ArraysOf<typeof KEY_FAMILY>,
    ArraysOf<typeof RECORD_FAMILY> {
  streetCount: number;
  featureCount: number;
  placeCount: number;
  /** Number of base wards; `baseWardCount` itself means "outside of all of them". */
  baseWardCount: number;
}

/**
 * Details of a place that the tables have no column for; unknown members are absent.
 *
 * Shape: `openingHours` as the source writes it; `houseNumber` and `street` of a point of interest's own address.
 */
export interface PlaceRecord {
  phone?: string;
  website?: string;
  openingHours?: string;
  postcode?: string;
  houseNumber?: string;
  street?: string;
  /** Name of a house that has one. */
  name?: string;
  /** Id of a place of Overture in the Global Entity Reference System, which is its place id. */
  gersId?: string;
}
