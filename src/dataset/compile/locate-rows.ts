import { countReason } from '../features.ts';
import type { BaseWards } from './base-wards.ts';
import type { FeatureStore } from './feature-store.ts';
import { markRepeated } from './build-keys.ts';

/**
 * Locations of the rows of a kind.
 *
 * Shape: `located` as of BaseWards, one per row; `repeated` is 1 for rows whose key an earlier row has, which are ignored.
 */
export interface LocatedRows {
  repeated: Uint8Array;
  located: Int32Array;
}

/** Locates the houses or points of interest of a store; those with a certain zone improve later guesses. */
export function locateRows(store: FeatureStore, kind: 'houses' | 'pois', wards: BaseWards): LocatedRows {
  const { lat, lon, units } = store[kind];
  const repeated = markRows(store, kind);
  const located = new Int32Array(repeated.length);
  for (let row = 0; row < located.length; row += 1) {
    if (repeated[row] === 1) continue;
    const zone = wards.locate(lat.at(row), lon.at(row), units.at(row));
    // A point of a street may be the middle of its ward.
    const isHouse = kind === 'pois' || !store.houses.radii.has(row);
    if (zone >= 0 && isHouse) wards.learn(zone, lat.at(row), lon.at(row));
    located[row] = zone;
  }
  return { repeated, located };
}

/** Returns 1 for each row of a kind whose key an earlier row has, and counts these rows as skipped. */
export function markRows(
  { skipped, ...store }: FeatureStore,
  kind: 'streets' | 'houses' | 'pois',
): Uint8Array {
  const { keyHigh, keyLow } = store[kind];
  const repeated = markRepeated(keyHigh.values(), keyLow.values());
  const count = repeated.reduce((sum, mark) => sum + mark, 0);
  if (count > 0) countReason(skipped, 'dataset.thereBefore', count, (counted) => counted);
  return repeated;
}
