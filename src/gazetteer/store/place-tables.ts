/**
 * Holds every street, point of interest and house of a dataset as flat, read-only arrays over shared memory: no object per row.
 *
 * Shape: three kinds of places share one numbering. Streets are 0 to `streetCount`, then come the points of interest up to
 * `thingCount`, then the houses up to `placeCount`; streets and points of interest together are called things, since both have names.
 * A street is cut where it passes from one base ward to the next, so a thing lies in exactly one.
 *
 * Order: streets ascend by base ward, then by folded name; points of interest likewise; houses by street, then by house path, so that the houses
 * of a street are one run, ascending by number.
 *
 * Units: `lat` and `lon` in 1e-7 degrees WGS84; base wards as numbered by search/units, with one more for places outside of all wards.
 */
export interface PlaceTables {
  streetCount: number;
  thingCount: number;
  placeCount: number;
  /** Number of base wards; `pieceCount` itself stands for "outside of all of them". */
  pieceCount: number;

  /** Streets of a base ward: those from `pieceStreetStart[piece]` to `pieceStreetStart[piece + 1]`; pieceCount + 2 entries. */
  pieceStreetStart: Uint32Array;
  /** Points of interest of a base ward, as thing numbers; pieceCount + 2 entries. */
  piecePoiStart: Uint32Array;

  /** Base ward of each thing. */
  thingPiece: Int32Array;
  /** Spelling under which each thing is shown. */
  thingSpelling: Uint32Array;
  /** A point of each thing: the middle of a street's line, the place of a point of interest. */
  thingLat: Int32Array;
  thingLon: Int32Array;
  /** Half the extent of a street in metres, 0 of points of interest. */
  thingRadius: Uint32Array;
  /** Importance of each thing, 0 to 255: class and length of a street, category and completeness of a point of interest. */
  thingImportance: Uint8Array;
  /** Bits of THING_FLAGS. */
  thingFlags: Uint8Array;

  /** Spellings: how names are written, as UTF-8 from `spellingOffset[i]` to `spellingOffset[i + 1]`, composed (NFC). */
  spellingText: Uint8Array;
  spellingOffset: Uint32Array;

  /**
   * Other names of things (alt_name, old_name, name:en, short names): pairs of a thing and a spelling, ascending by thing. The main
   * spelling is not repeated.
   */
  aliasThing: Uint32Array;
  aliasSpelling: Uint32Array;

  /** Houses of a street: house rows from `streetHouseStart[street]` to `streetHouseStart[street + 1]`; a house row is place number minus `thingCount`. */
  streetHouseStart: Uint32Array;
  /** House path of each house, an index into the paths; ascends within a street. */
  housePath: Uint32Array;
  houseLat: Int32Array;
  houseLon: Int32Array;
  /** Bits of HOUSE_FLAGS. */
  houseFlags: Uint8Array;

  /**
   * Distinct house paths, ascending as text/house-path compares them: text as it is shown, UTF-8. Houses of `12/3` come right after
   * those of `12`.
   */
  pathText: Uint8Array;
  pathOffset: Uint32Array;
  /** First number of each path (of `12/3/45A` 12): equal numbers are one run of paths. */
  pathNumber: Uint32Array;
  /** Last number of a range (`47-49`: 49), else the same as `pathNumber`; of paths with one step only, else 0. */
  pathUpTo: Uint32Array;

  /** Lines of a street: line parts from `streetPartStart[street]` to `[street + 1]`; a part's points from `partPointStart[part]` to `[part + 1]`. */
  streetPartStart: Uint32Array;
  partPointStart: Uint32Array;
  pointLat: Int32Array;
  pointLon: Int32Array;

  /** Categories of a point of interest: entries from `poiCategoryStart[poi]` to `[poi + 1]`, poi being thing number minus `streetCount`. */
  poiCategoryStart: Uint32Array;
  /** Numbers of categories: indexes into local/categories. */
  poiCategory: Uint16Array;
  /** Thing number of the place that a point of interest lies in or belongs to, or -1. */
  poiParent: Int32Array;
  /** Children by parent: thing numbers ascending by parent, then as they are shown; `childParent` is ascending. */
  childParent: Uint32Array;
  childThing: Uint32Array;

  /** Names of source objects, hashed to 64 bits (place-id.ts), of each place. */
  placeKeyHigh: Uint32Array;
  placeKeyLow: Uint32Array;
  /** Place numbers, ascending by key. */
  keyOrder: Uint32Array;

  /** Places that have a record (telephone, opening hours, post code ...), ascending; the n-th one's record is record n. */
  recordPlace: Uint32Array;
  /** Blocks of RECORDS_PER_BLOCK records, each deflated JSON; block n from `recordBlockOffset[n]` to `[n + 1]`. */
  recordBlocks: Uint8Array;
  recordBlockOffset: Uint32Array;
}

/** Lists the bits of `thingFlags`. */
export const THING_FLAGS = {
  /** The former ward is known from the source itself; otherwise the base ward was guessed among those of the ward in force. */
  formerKnown: 1,
  /** A hamlet, quarter or residential group whose houses are numbered like those of a street. */
  quarter: 2,
  /** Houses whose source names no street; the thing has an empty name and is never found by it. */
  nameless: 4,
  /** A street whose source is an address only: no line is known. */
  noLine: 8,
} as const;

/** Lists the bits of `houseFlags`. */
export const HOUSE_FLAGS = {
  /** Placed along an interpolation line of the source, not surveyed. */
  interpolated: 1,
  /** The street was not named by the source: it is the nearest one. */
  nearestStreet: 2,
} as const;

/** Counts the records of a block. */
export const RECORDS_PER_BLOCK = 32;

/**
 * Holds what a place has beside its place in the tables; members that are not known are absent.
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
}
