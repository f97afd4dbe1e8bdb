import { streetKey } from '../../../base/text/street-key.ts';
import { nameOf, toE7 } from '../store/access.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import type { AdminDataset } from '../units/units.ts';
import { createCentres } from '../unit-table/centres.ts';
import type { Unit, UnitKind, UnitTable } from '../unit-table/units.ts';

/** Greatest gap between the extents of two parts of one street; larger if a part is known by its houses only. */
const SLACK_METERS = 400;
const SLACK_WITHOUT_LINE_METERS = 800;

const METERS_PER_UNIT = 0.0111195;
const RADIANS_PER_UNIT = Math.PI / 180 / 1e7;

/**
 * Clusters of streets that are one street in several wards.
 *
 * Shape: `cluster` is the most important street of each cluster, the first of equals; `next` is the next street of the cluster, in a cycle.
 */
export interface StreetClusters {
  cluster: Uint32Array;
  next: Uint32Array;
}

/** Joins streets of one name and one province that are near each other; `provinceOf` returns the province of a base ward. */
export function clusterStreets(
  tables: PlaceTables,
  provinceOf: (baseWard: number) => number,
): StreetClusters {
  const { streetCount } = tables;
  const root = Uint32Array.from({ length: streetCount }, (_, street) => street);
  for (const streets of groupsOf(tables, provinceOf).values()) {
    if (streets.length > 1) joinNear(tables, streets, root);
  }
  const cluster = new Uint32Array(streetCount);
  const next = Uint32Array.from({ length: streetCount }, (_, street) => street);
  const best = new Uint32Array(streetCount);
  const { featureImportance: importance } = tables;
  for (let street = 0; street < streetCount; street += 1) {
    const top = find(root, street);
    // The root is the first street of its cluster, so it was visited before.
    if (top === street) best[street] = street;
    else {
      next[street] = next[top];
      next[top] = street;
      if (importance[street] > importance[best[top]]) best[top] = street;
    }
  }
  for (let street = 0; street < streetCount; street += 1) cluster[street] = best[find(root, street)];
  return { cluster, next };
}

function groupsOf(tables: PlaceTables, provinceOf: (baseWard: number) => number): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  const keys = new Map<number, string>();
  for (let street = 0; street < tables.streetCount; street += 1) {
    if ((tables.featureFlags[street] & (FEATURE_FLAGS.nameless | FEATURE_FLAGS.quarter)) !== 0) continue;
    const spelling = tables.featureSpelling[street];
    let name = keys.get(spelling);
    if (name === undefined) keys.set(spelling, (name = streetKey(nameOf(tables, street))));
    const key = `${String(provinceOf(tables.featureBaseWard[street]))} ${name}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [street]);
    else group.push(street);
  }
  return groups;
}

/** Sweeps a group from south to north and compares only streets that are near enough. */
function joinNear(tables: PlaceTables, streets: readonly number[], root: Uint32Array): void {
  const { featureLat, featureLon } = tables;
  const reach = (street: number): number => {
    const hasNoLine = (tables.featureFlags[street] & FEATURE_FLAGS.noLine) !== 0;
    return tables.featureRadius[street] + (hasNoLine ? SLACK_WITHOUT_LINE_METERS : SLACK_METERS) / 2;
  };
  const sorted = [...streets].sort((a, b) => featureLat[a] - featureLat[b] || a - b);
  const farthest = sorted.reduce((most, street) => Math.max(most, reach(street)), 0);
  sorted.forEach((a, i) => {
    const lat = featureLat[a];
    const scale = Math.cos(lat * RADIANS_PER_UNIT);
    for (let j = i + 1; j < sorted.length; j += 1) {
      const b = sorted[j];
      const north = (featureLat[b] - lat) * METERS_PER_UNIT;
      if (north > reach(a) + farthest) break;
      const east = (featureLon[b] - featureLon[a]) * METERS_PER_UNIT * scale;
      if (Math.hypot(north, east) <= reach(a) + reach(b)) join(root, a, b);
    }
  });
}

function find(root: Uint32Array, street: number): number {
  let top = street;
  while (root[top] !== top) top = root[top];
  for (let at = street; at !== top;) {
    const above = root[at];
    root[at] = top;
    at = above;
  }
  return top;
}

/** The first street of a cluster is its root. */
function join(root: Uint32Array, a: number, b: number): void {
  const [x, y] = [find(root, a), find(root, b)];
  if (x < y) root[y] = x;
  else root[x] = y;
}

/** Importance of units (0 to 255), comparable to that of streets, by kind. */
const WEIGHTS: Readonly<Record<UnitKind, number>> = {
  province: 255,
  'former-province': 245,
  district: 190,
  ward: 120,
  'former-ward': 110,
};

/** Additional weight of towns over rural units of the same kind. */
const TOWN_BONUS = 10;
const TOWNS = new Set(['thanhpho', 'quan', 'thixa', 'phuong', 'thitran']);

/** Positions, radii and importance of units. Units: 1e-7 degrees, metres. */
export interface UnitCentres {
  unitWeight: Uint8Array;
  unitLat: Int32Array;
  unitLon: Int32Array;
  unitRadius: Uint32Array;
}

/** Computes the position, radius and importance of each unit. */
export function buildUnitCentres(admin: AdminDataset, table: UnitTable): UnitCentres {
  const centreOf = createCentres(admin, table);
  const centres = table.units.map(centreOf);
  return {
    unitWeight: Uint8Array.from(table.units, weightOf),
    unitLat: Int32Array.from(centres, ({ position }) => toE7(position.lat)),
    unitLon: Int32Array.from(centres, ({ position }) => toE7(position.lon)),
    unitRadius: Uint32Array.from(centres, ({ radiusMeters }) => radiusMeters),
  };
}

function weightOf({ kind, type }: Unit): number {
  return Math.min(255, WEIGHTS[kind] + (TOWNS.has(type) ? TOWN_BONUS : 0));
}

/** Reports whether a unit is larger than a ward, so it belongs to no single cell. */
export function isLarge({ kind }: Unit): boolean {
  return kind !== 'ward' && kind !== 'former-ward';
}
