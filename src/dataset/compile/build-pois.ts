import { categoryValues } from '../../engine/gazetteer/categories/categories.ts';
import type { PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { createColumn } from '../../engine/gazetteer/store/column.ts';
import type { FeatureStore } from './feature-store.ts';
import type { NameRanks } from './draft-names.ts';
import { createPairTable } from './pair-table.ts';
import { findParents, isBuildingCategory } from './parents.ts';

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
