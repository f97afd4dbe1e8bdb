import { FEATURE_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';

type LocatedFeatures = Pick<PlaceTables, 'featureLat' | 'featureLon' | 'featureFlags'>;

/** Edge of a grid cell: 0.005 degrees, some 550 m. A street is compared with its own cell and the eight around it. Units: 1e-7 degrees. */
const CELL = 50_000;
/** Cells in a row of the grid, more than there are around the earth. */
const ROW = 2 ** 17;

/** With so many named streets and places around it a street gains nothing, and with so many the most. */
const FEW = 2 ** 4;
const MANY = 2 ** 8;
/** Most importance that a street gains. */
export const MOST_GAINED = 35;

/**
 * Returns the importance that each street gains by what is around it: of streets with one name, that in the middle of a city is usually meant, also
 * where the road class of one at its edge is higher.
 *
 * Shape: for the streets 0 to `streetCount`; features without a name are not counted.
 */
export function surroundingsOf(features: LocatedFeatures, streetCount: number): Uint8Array {
  const { featureLat, featureLon, featureFlags } = features;
  const counts = new Map<number, number>();
  const cellOf = (feature: number): number =>
    Math.floor(featureLat[feature] / CELL) * ROW + Math.floor(featureLon[feature] / CELL);
  for (let feature = 0; feature < featureLat.length; feature += 1) {
    if ((featureFlags[feature] & FEATURE_FLAGS.nameless) !== 0) continue;
    const cell = cellOf(feature);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const gained = new Uint8Array(streetCount);
  for (let street = 0; street < streetCount; street += 1) {
    const cell = cellOf(street);
    let around = 0;
    for (const row of [-ROW, 0, ROW])
      for (const column of [-1, 0, 1]) around += counts.get(cell + row + column) ?? 0;
    const share = Math.log2(Math.max(1, around) / FEW) / Math.log2(MANY / FEW);
    gained[street] = Math.round(MOST_GAINED * Math.min(1, Math.max(0, share)));
  }
  return gained;
}
