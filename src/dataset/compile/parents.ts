import type { Position } from '../../base/geo/position.ts';
import { buildPolygonArrays, type PolygonShape } from '../../engine/gazetteer/spatial/polygon-arrays.ts';
import { openPolygons } from '../../engine/gazetteer/spatial/polygons.ts';
import { toDegrees } from '../../engine/gazetteer/store/access.ts';
import type { LatLonLine, LatLonPolygons } from '../features.ts';
import { streetKey } from '../../base/text/street-key.ts';
import type { PlaceRecord } from '../../engine/gazetteer/store/place-tables.ts';
import { NO_TEXT, type FeatureStore } from './feature-store.ts';

/** Greatest distance between places of one address in one building. */
const BUILDING_METERS = 80;
const UNITS_PER_METER = 1e7 / 111_195;

/** Categories of buildings that contain places with the same address. */
const BUILDINGS: ReadonlySet<string> = new Set(
  'building commercial mall apartments market hotel hospital university college station bus_station airport'.split(
    ' ',
  ),
);

/**
 * Returns the parent of each point of interest: the one of its source, otherwise the smallest outline that contains it, otherwise the
 * building with its address.
 *
 * Shape: rows of the store, -1 for none; no row is its own ancestor.
 */
export function findParents(
  store: FeatureStore,
  order: Uint32Array,
  findByKey: (high: number, low: number) => number,
  isBuilding: (row: number) => boolean,
): Int32Array {
  const { pois } = store;
  const holder = createHolderFinder(pois.outlines);
  const building = createBuildingFinder(store, order, isBuilding);
  const parents = new Int32Array(pois.name.length).fill(-1);
  for (const row of order) {
    const [high, low] = [pois.parentHigh.at(row), pois.parentLow.at(row)];
    const named = high === 0 && low === 0 ? -1 : findByKey(high, low);
    const parent =
      named >= 0
        ? named
        : holder(row, { lat: toDegrees(pois.lat.at(row)), lon: toDegrees(pois.lon.at(row)) });
    parents[row] = parent >= 0 ? parent : building(row);
  }
  for (const row of order) if (leadsBack(parents, row)) parents[row] = -1;
  return parents;
}

/** Reports whether a category is a building that contains other places. */
export function isBuildingCategory(slug: string): boolean {
  return BUILDINGS.has(slug);
}

function leadsBack(parents: Int32Array, row: number): boolean {
  let ancestor = parents[row];
  for (let steps = 0; ancestor >= 0 && steps < 64; steps += 1) {
    if (ancestor === row) return true;
    ancestor = parents[ancestor];
  }
  return ancestor >= 0;
}

/** Creates the search for the smallest outline that contains a place and is larger than its own outline. */
function createHolderFinder(
  outlines: ReadonlyMap<number, LatLonPolygons>,
): (row: number, position: Position) => number {
  if (outlines.size === 0) return () => -1;
  const rows = Uint32Array.from(outlines.keys());
  const areas = Float64Array.from(outlines.values(), areaOf);
  // The rank of an outline: the smallest first, then that of the first row.
  const order = Uint32Array.from(rows.keys()).sort((a, b) => areas[a] - areas[b] || rows[a] - rows[b]);
  const rankOfRow = new Map<number, number>();
  order.forEach((outline, rank) => rankOfRow.set(rows[outline], rank));
  function* shapes(): Generator<PolygonShape> {
    for (const [id, outline] of order.entries())
      yield { id, polygons: outlines.get(rows[outline]) as LatLonPolygons };
  }
  const finder = openPolygons(buildPolygonArrays(shapes()));
  return (row, position) => {
    const own = rankOfRow.get(row) ?? -1;
    const holder = finder.allAt(position).find((rank) => rank > own);
    return holder === undefined ? -1 : rows[order[holder]];
  };
}

/** Creates the search for the building with the same number and street near by. */
function createBuildingFinder(
  store: FeatureStore,
  order: Uint32Array,
  isBuilding: (row: number) => boolean,
): (row: number) => number {
  const { pois, records } = store;
  const addressOf = (row: number): string => {
    if (pois.record.at(row) === NO_TEXT) return '';
    const { houseNumber, street } = JSON.parse(records.text(pois.record.at(row))) as PlaceRecord;
    return houseNumber === undefined || street === undefined
      ? ''
      : `${houseNumber.toLowerCase()} ${streetKey(street)}`;
  };
  const buildings = new Map<string, number[]>();
  for (const row of order) {
    const address = isBuilding(row) ? addressOf(row) : '';
    if (address !== '') buildings.set(address, [...(buildings.get(address) ?? []), row]);
  }
  const reach = BUILDING_METERS * UNITS_PER_METER;
  return (row) => {
    if (buildings.size === 0 || isBuilding(row)) return -1;
    const near = buildings.get(addressOf(row))?.find((other) => {
      const [dy, dx] = [pois.lat.at(other) - pois.lat.at(row), pois.lon.at(other) - pois.lon.at(row)];
      return Math.abs(dy) <= reach && Math.abs(dx) <= reach;
    });
    return near ?? -1;
  };
}

function areaOf(polygons: LatLonPolygons): number {
  let area = 0;
  for (const rings of polygons) rings.forEach((ring, i) => (area += (i === 0 ? 1 : -1) * ringArea(ring)));
  return area;
}

function ringArea(ring: LatLonLine): number {
  let twice = 0;
  for (let i = 2; i < ring.length; i += 2) {
    twice += ring[i - 1] * ring[i] - ring[i - 2] * ring[i + 1];
  }
  return Math.abs(twice) / 2;
}
