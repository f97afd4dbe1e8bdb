import type { Names } from '../../gazetteer/names/names.ts';
import type { Ranges } from '../../gazetteer/unit-table/ranges.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { holds } from './unit-reach.ts';
import { metersBetween, type UnitPosition } from './street-line.ts';

/** Most streets and places of one name. */
export const MOST_FEATURES = 96;
const BUCKETS = 256;

/** Names whose most important streets and places are kept: 300 kB. */
const MOST_KEPT = 800;

/**
 * Streets and places of one name inside some units; reused for every search.
 *
 * Shape: `kept` has those of names with many of them, anywhere, by name.
 */
export interface FeatureList {
  count: number;
  feature: Int32Array;
  kept: Map<number, Int32Array>;
}

/** Creates the buffer for the streets and places of one search. */
export function createFeatureList(): FeatureList {
  return { count: 0, feature: new Int32Array(MOST_FEATURES), kept: new Map() };
}

/**
 * Fills a list with the streets and places of a name in some base wards (`undefined`: anywhere); if there are too many, with the nearest to the focus
 * or the most important.
 *
 * Cost: a binary search for each range, or a test of each street and place of the name if these are fewer.
 */
export function listFeatures(
  tables: PlaceTables,
  names: Names,
  name: number,
  ranges: Ranges | undefined,
  focus: UnitPosition | undefined,
  list: FeatureList,
): void {
  list.count = 0;
  const start = names.postingStart[name];
  const end = names.postingStart[name + 1];
  // Nearly all names have few: the functions that take a closure are apart, because it costs even where it is not made.
  if (end - start > MOST_FEATURES) {
    if (ranges === undefined && focus === undefined) listAnywhere(tables, names, name, list);
    else listBest(tables, names, name, ranges, focus, list);
  } else if (ranges !== undefined && end - start > ranges.length * 2)
    listInRanges(tables, names, name, ranges, list);
  else
    for (let i = start; i < end; i += 1) {
      const feature = names.posting[i];
      if (ranges === undefined || holds(ranges, tables.featureBaseWard[feature])) push(list, feature);
    }
}

/** Fills a list with all streets and places of a name in some base wards. A loop of its own: most questions need no other, and many of it. */
function listInRanges(
  tables: PlaceTables,
  names: Names,
  name: number,
  ranges: Ranges,
  list: FeatureList,
): void {
  const end = names.postingStart[name + 1];
  for (const starts of [tables.baseWardStreetStart, tables.baseWardPoiStart]) {
    let at = names.postingStart[name];
    for (let i = 0; i < ranges.length && at < end; i += 2) {
      const first = starts[ranges[i]];
      const after = starts[ranges[i + 1]];
      if (first === after) continue;
      at = names.seek(name, at, first);
      for (; at < end && names.posting[at] < after; at += 1) push(list, names.posting[at]);
    }
  }
}

/** Fills a list with the most important streets and places of a name with many. */
function listAnywhere(tables: PlaceTables, names: Names, name: number, list: FeatureList): void {
  const known = list.kept.get(name);
  if (known !== undefined) {
    list.feature.set(known);
    list.count = known.length;
    return;
  }
  listBest(tables, names, name, undefined, undefined, list);
  if (list.kept.size === MOST_KEPT) list.kept.clear();
  list.kept.set(name, list.feature.slice(0, list.count));
}

/** Fills a list with the nearest or most important of too many streets and places. */
function listBest(
  tables: PlaceTables,
  names: Names,
  name: number,
  ranges: Ranges | undefined,
  focus: UnitPosition | undefined,
  list: FeatureList,
): void {
  const rank = (feature: number): number => rankOf(tables, feature, focus);
  const least = leastRank(tables, names, name, ranges, rank);
  eachFeature(tables, names, name, ranges, (feature) => {
    if (rank(feature) >= least) push(list, feature);
  });
}

function push(list: FeatureList, feature: number): void {
  if (list.count < MOST_FEATURES) list.feature[list.count++] = feature;
}

function eachFeature(
  tables: PlaceTables,
  names: Names,
  name: number,
  ranges: Ranges | undefined,
  visit: (feature: number) => void,
): void {
  const end = names.postingStart[name + 1];
  if (ranges === undefined) {
    for (let i = names.postingStart[name]; i < end; i += 1) visit(names.posting[i]);
    return;
  }
  for (const starts of [tables.baseWardStreetStart, tables.baseWardPoiStart]) {
    let at = names.postingStart[name];
    for (let i = 0; i < ranges.length; i += 2) {
      const first = starts[ranges[i]];
      const after = starts[ranges[i + 1]];
      if (first === after) continue;
      at = names.seek(name, at, first);
      while (at < end && names.posting[at] < after) visit(names.posting[at++]);
    }
  }
}

const counts = new Uint32Array(BUCKETS);

/** Returns the least rank for which the list is large enough. */
function leastRank(
  tables: PlaceTables,
  names: Names,
  name: number,
  ranges: Ranges | undefined,
  rank: (feature: number) => number,
): number {
  counts.fill(0);
  eachFeature(tables, names, name, ranges, (feature) => {
    const bucket = rank(feature);
    counts[bucket] = counts[bucket] + 1;
  });
  let total = 0;
  let least = BUCKETS - 1;
  while (least > 0 && total + counts[least] <= MOST_FEATURES) {
    total += counts[least];
    least -= 1;
  }
  return total === 0 ? least : least + 1;
}

/** Returns the rank of a street or place: by distance to a focus, else streets with houses first, then by importance. */
function rankOf(tables: PlaceTables, feature: number, focus: UnitPosition | undefined): number {
  if (focus !== undefined) {
    const meters = metersBetween(
      tables.featureLat[feature],
      tables.featureLon[feature],
      focus.lat,
      focus.lon,
    );
    return Math.max(0, BUCKETS - 1 - Math.floor(Math.log2(1 + meters) * 12));
  }
  const hasHouses =
    feature < tables.streetCount && tables.streetHouseStart[feature + 1] > tables.streetHouseStart[feature];
  return (tables.featureImportance[feature] >> 1) + (hasHouses ? BUCKETS / 2 : 0);
}
