import type { PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';
import type { Random } from './random.ts';

/** Holds a point in 1e-7 degrees. */
export type UnitPoint = readonly [lat: number, lon: number];

/** Describes places by where they are. */
export interface PlacesInSpace {
  /** Parts of lines; a street without any stands at `at`. */
  streets: readonly { parts: readonly (readonly UnitPoint[])[]; at?: UnitPoint; flags?: number }[];
  pois: readonly { at: UnitPoint; categories?: readonly number[] }[];
  houses: readonly UnitPoint[];
}

const NOTHING: UnitPoint = [0, 0];

/** Builds tables of places that have nothing but a position. */
export function spatialTables({ streets, pois, houses }: PlacesInSpace): PlaceTables {
  const features = [
    ...streets.map(({ parts, at }) => at ?? parts[0]?.[0] ?? NOTHING),
    ...pois.map(({ at }) => at),
  ];
  const parts = streets.flatMap((street) => street.parts);
  const points = parts.flat();
  const categories = pois.map((poi) => poi.categories ?? []);
  const empty = { u8: new Uint8Array(0), u32: new Uint32Array(0) };
  return {
    streetCount: streets.length,
    featureCount: features.length,
    placeCount: features.length + houses.length,
    baseWardCount: 0,
    baseWardStreetStart: Uint32Array.of(0, streets.length),
    baseWardPoiStart: Uint32Array.of(streets.length, features.length),
    featureBaseWard: new Int32Array(features.length),
    featureSpelling: new Uint32Array(features.length),
    featureLat: Int32Array.from(features, ([lat]) => lat),
    featureLon: Int32Array.from(features, ([, lon]) => lon),
    featureRadius: new Uint32Array(features.length),
    featureImportance: new Uint8Array(features.length),
    featureFlags: Uint8Array.from(features, (_feature, i) => streets[i]?.flags ?? 0),
    spellingText: empty.u8,
    spellingOffset: Uint32Array.of(0, 0),
    aliasFeature: empty.u32,
    aliasSpelling: empty.u32,
    streetHouseStart: new Uint32Array(streets.length + 1),
    housePath: new Uint32Array(houses.length),
    houseLat: Int32Array.from(houses, ([lat]) => lat),
    houseLon: Int32Array.from(houses, ([, lon]) => lon),
    houseFlags: new Uint8Array(houses.length),
    pathText: empty.u8,
    pathOffset: Uint32Array.of(0, 0),
    pathNumber: empty.u32,
    pathUpTo: empty.u32,
    streetPartStart: startsOf(streets.map((street) => street.parts.length)),
    partPointStart: startsOf(parts.map((part) => part.length)),
    pointLat: Int32Array.from(points, ([lat]) => lat),
    pointLon: Int32Array.from(points, ([, lon]) => lon),
    poiCategoryStart: startsOf(categories.map((own) => own.length)),
    poiCategory: Uint16Array.from(categories.flat()),
    poiParent: new Int32Array(pois.length).fill(-1),
    childParent: empty.u32,
    childFeature: empty.u32,
    placeKeyHigh: new Uint32Array(features.length + houses.length),
    placeKeyLow: new Uint32Array(features.length + houses.length),
    keyOrder: new Uint32Array(features.length + houses.length),
    recordPlace: empty.u32,
    recordBlocks: empty.u8,
    recordBlockOffset: Uint32Array.of(0),
  };
}

function startsOf(counts: readonly number[]): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => (starts[i + 1] = (starts[i] as number) + count));
  return starts;
}

/** Returns a number from a range, in whole units. */
export function between(random: Random, least: number, most: number): number {
  return Math.round(least + random() * (most - least));
}
