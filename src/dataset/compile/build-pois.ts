import { categoryValues } from '../../engine/gazetteer/categories/categories.ts';
import type { PlaceTables, PlaceRecord } from '../../engine/gazetteer/store/place-tables.ts';
import { createColumn } from '../../engine/gazetteer/store/column.ts';
import { type FeatureStore, NO_TEXT } from './feature-store.ts';
import type { NameRanks } from './draft-names.ts';
import { createPairTable } from './pair-table.ts';
import type { Position } from '../../base/geo/position.ts';
import { buildPolygonArrays, type PolygonShape } from '../../engine/gazetteer/spatial/polygon-arrays.ts';
import { openPolygons } from '../../engine/gazetteer/spatial/polygons.ts';
import { toDegrees } from '../../engine/gazetteer/store/access.ts';
import type { LatLonLine, LatLonPolygons } from '../features.ts';
import { streetKey } from '../../base/text/street-key.ts';

/** Returns the points of interest in the order of the tables: by base ward, folded name and key, without repeated ones. */
export function orderPois(
  { pois }: FeatureStore,
  repeated: Uint8Array,
  baseWard: Int32Array,
  ranks: NameRanks,
): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < repeated.length; row += 1) if (repeated[row] === 0) rows.push(row);
  return Uint32Array.from(rows).sort(
    (a, b) =>
      baseWard[a] - baseWard[b] ||
      ranks.rankOf(pois.name.at(a)) - ranks.rankOf(pois.name.at(b)) ||
      pois.keyHigh.at(a) - pois.keyHigh.at(b) ||
      pois.keyLow.at(a) - pois.keyLow.at(b),
  );
}

/** Builds the categories, parents and children of points of interest in their order. */
export function buildPois(
  store: FeatureStore,
  order: Uint32Array,
  streetCount: number,
  ranks: NameRanks,
): Pick<PlaceTables, 'poiCategoryStart' | 'poiCategory' | 'poiParent' | 'childParent' | 'childFeature'> {
  const { start, values } = store.pois.categories;
  const poiCategoryStart = new Uint32Array(order.length + 1);
  const poiCategory = createColumn('u16');
  order.forEach((row, index) => {
    for (let i = start.at(row); i < start.at(row + 1); i += 1) poiCategory.push(values.at(i));
    poiCategoryStart[index + 1] = poiCategory.length;
  });
  const poiParent = parentsOf(store, order, streetCount);
  // Not needed any more, as in assembleStore.
  store.pois.outlines.clear();
  return {
    poiCategoryStart,
    poiCategory: poiCategory.values().slice(),
    poiParent,
    ...childrenOf(store, order, streetCount, poiParent, ranks),
  };
}

function parentsOf(store: FeatureStore, order: Uint32Array, streetCount: number): Int32Array {
  const { pois } = store;
  const { start, values } = pois.categories;
  // No two rows of the order share a key, so the number of a key is its place in the order.
  const keys = createPairTable();
  for (const row of order) keys.add(pois.keyHigh.at(row), pois.keyLow.at(row));
  const isBuilding = (row: number): boolean =>
    start.at(row) < start.at(row + 1) &&
    isBuildingCategory(categoryValues(values.at(start.at(row)))[0] ?? '');
  const findByKey = (high: number, low: number): number => order[keys.find(high, low)] ?? -1;
  const parents = findParents(store, order, findByKey, isBuilding);
  const featureOfRow = new Int32Array(pois.name.length);
  order.forEach((row, index) => (featureOfRow[row] = streetCount + index));
  return Int32Array.from(order, (row) => {
    const parent = parents[row];
    return parent < 0 ? -1 : featureOfRow[parent];
  });
}

/** Returns the children by parent, the most important first, then by name. */
function childrenOf(
  { pois }: FeatureStore,
  order: Uint32Array,
  streetCount: number,
  poiParent: Int32Array,
  ranks: NameRanks,
): Pick<PlaceTables, 'childParent' | 'childFeature'> {
  const rowOf = (poi: number): number => order[poi];
  const parentOf = (poi: number): number => poiParent[poi];
  const children: number[] = [];
  poiParent.forEach((parent, poi) => {
    if (parent >= 0) children.push(poi);
  });
  children.sort(
    (a, b) =>
      parentOf(a) - parentOf(b) ||
      pois.importance.at(rowOf(b)) - pois.importance.at(rowOf(a)) ||
      ranks.rankOf(pois.name.at(rowOf(a))) - ranks.rankOf(pois.name.at(rowOf(b))) ||
      a - b,
  );
  return {
    childParent: Uint32Array.from(children, parentOf),
    childFeature: Uint32Array.from(children, (poi) => streetCount + poi),
  };
}

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
function findParents(
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
function isBuildingCategory(slug: string): boolean {
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
  for (let i = 2; i < ring.length; i += 2) twice += ring[i - 1] * ring[i] - ring[i - 2] * ring[i + 1];
  return Math.abs(twice) / 2;
}
