import { lowerBound } from '../../../base/bisect.ts';
import { toDegrees, toE7 } from '../../../base/geo/e7.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { PlaceTables } from './place-tables.ts';

export { toDegrees, toE7 };

/** Decodes a range of UTF-8 bytes, in shared memory or not. Cost: a tenth of a microsecond; all of the bytes are read where they are read by block. */
export function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
}

/** Returns a spelling by its number. */
export function spellingOf(tables: PlaceTables, spelling: number): string {
  const { spellingText, spellingOffset } = tables;
  return textOf(spellingText, spellingOffset[spelling], spellingOffset[spelling + 1]);
}

/** Returns the displayed name of a street or point of interest; empty for the street of houses whose source has no street name. */
export function nameOf(tables: PlaceTables, feature: number): string {
  return spellingOf(tables, tables.featureSpelling[feature]);
}

/** Returns a house number by the number of its path. */
export function pathTextOf(tables: PlaceTables, path: number): string {
  const { pathText, pathOffset } = tables;
  return textOf(pathText, pathOffset[path], pathOffset[path + 1]);
}

/** Returns the house number of a house, as it is displayed. */
export function houseNumberOf(tables: PlaceTables, place: number): string {
  return pathTextOf(tables, tables.housePath[place - tables.featureCount]);
}

/** Returns the other names of a street or point of interest. */
export function aliasesOf(tables: PlaceTables, feature: number): string[] {
  const { aliasFeature, aliasSpelling } = tables;
  const names: string[] = [];
  for (let i = lowerBound(aliasFeature, feature); aliasFeature[i] === feature; i += 1)
    names.push(spellingOf(tables, aliasSpelling[i]));
  return names;
}

/** Returns the street or point of interest that a place is, or the street that a house belongs to. Cost: a binary search for a house. */
export function featureOf(tables: PlaceTables, place: number): number {
  if (place < tables.featureCount) return place;
  // Streets without houses repeat the offset, so the last street that starts at or before the row is the right one.
  return lowerBound(tables.streetHouseStart, place - tables.featureCount + 1) - 1;
}

/** Returns the base ward of a place. */
export function baseWardOf(tables: PlaceTables, place: number): number {
  return tables.featureBaseWard[featureOf(tables, place)];
}

/** Returns the position of a place. */
export function positionOf(tables: PlaceTables, place: number): Position {
  const house = place - tables.featureCount;
  const [lat, lon] =
    house < 0
      ? [tables.featureLat[place], tables.featureLon[place]]
      : [tables.houseLat[house], tables.houseLon[house]];
  return { lat: toDegrees(lat), lon: toDegrees(lon) };
}

/** Returns the numbers of the categories of a point of interest, the most specific first; none for other places. */
export function categoriesOf(tables: PlaceTables, place: number): Uint16Array {
  const poi = place - tables.streetCount;
  if (poi < 0 || place >= tables.featureCount) return new Uint16Array(0);
  return tables.poiCategory.subarray(tables.poiCategoryStart[poi], tables.poiCategoryStart[poi + 1]);
}

/** Returns the point of interest that contains another one or that it belongs to, or -1. */
export function parentOf(tables: PlaceTables, place: number): number {
  return tables.poiParent[place - tables.streetCount] ?? -1;
}

/** Returns the points of interest that another one contains, in the order in which they are displayed. */
export function childrenOf(tables: PlaceTables, feature: number): Uint32Array {
  const start = lowerBound(tables.childParent, feature);
  return tables.childFeature.subarray(start, lowerBound(tables.childParent, feature + 1));
}
