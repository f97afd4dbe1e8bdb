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

/** Rows by group: those of group `g` are `rows` from `start[g]` to `start[g + 1]`, ascending. */
export interface Groups {
  start: Uint32Array;
  rows: Uint32Array;
}

/** Group number of a row in no group. */
export const NO_GROUP = 0xffffffff;

/** Groups rows by the number of their group. Cost: two passes. */
export function groupRows(groupOf: Uint32Array, groupCount: number): Groups {
  const start = new Uint32Array(groupCount + 1);
  let count = 0;
  for (const group of groupOf) {
    if (group === NO_GROUP) continue;
    start[group + 1] = start[group + 1] + 1;
    count += 1;
  }
  for (let group = 0; group < groupCount; group += 1) start[group + 1] = start[group + 1] + start[group];
  const next = start.slice();
  const rows = new Uint32Array(count);
  for (let row = 0; row < groupOf.length; row += 1) {
    const group = groupOf[row];
    if (group === NO_GROUP) continue;
    rows[next[group]] = row;
    next[group] = next[group] + 1;
  }
  return { start, rows };
}
