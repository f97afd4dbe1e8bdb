import type { AdminDataset } from '../../local/admin/units.ts';
import { buildUnits, type UnitTable } from '../../local/search/units.ts';
import { HOUSE_FLAGS, THING_FLAGS, type PlaceTables } from '../../local/store/place-tables.ts';
import type { Position } from '../../geo/position.ts';
import { categoryValues } from '../../local/categories/categories.ts';
import { hashKey, type PlaceKey } from '../../local/place-id.ts';
import type { Feature } from '../features.ts';
import { assignStreets } from './assign-streets.ts';
import { createBaseWards, type BaseWards, type FormerUnitsAt } from './base-wards.ts';
import { buildPaths } from './build-paths.ts';
import { createRecordPacker } from './build-records.ts';
import {
  buildStreets,
  chooseNames,
  createStreetKeys,
  orderStreets,
  type DraftNames,
} from './build-streets.ts';
import { createColumn } from './column.ts';
import { cutStreets } from './cut-streets.ts';
import { createFeatureStore, INTERPOLATED, NO_TEXT, type FeatureStore } from './feature-store.ts';
import { createFinder, sortAreas } from './former-areas.ts';
import { groupRows } from './group-rows.ts';
import { markRepeated, orderByKey } from './key-order.ts';
import { rankNames, type NameRanks } from './name-ranks.ts';
import { findParents, isBuildingCategory } from './parents.ts';
import { createSpellings } from './spellings.ts';

/** Tells what tables are made of. */
export interface AssembleOptions {
  admin: AdminDataset;
  /** Base wards of the dataset; made anew where they are not given. */
  units?: UnitTable;
  /** Finds the ward in force exactly, where boundaries are known; -1 elsewhere. */
  exactWardAt?: ((position: Position) => number) | undefined;
  formerUnitsAt?: FormerUnitsAt | undefined;
}

/** Makes tables from features in memory; those that cannot be used are left out. */
export function assembleTables({
  features,
  ...options
}: AssembleOptions & { features: Iterable<Feature> }): PlaceTables {
  const store = createFeatureStore();
  for (const feature of features) store.add(feature);
  const { formerUnitsAt, wardBoundaries } = sortAreas(store.areas, options.admin);
  const exactWardAt = wardBoundaries && exactFinder(wardBoundaries);
  return assembleStore(store, { exactWardAt, formerUnitsAt, ...options });
}

function exactFinder(boundaries: NonNullable<ReturnType<typeof sortAreas>['wardBoundaries']>) {
  const wards = new Map([...boundaries].map(([ward, area]) => [area, ward]));
  const find = createFinder([...boundaries.values()]);
  return (position: Position): number => {
    const area = find(position);
    return area === undefined ? -1 : (wards.get(area) as number);
  };
}

/** Makes tables from a store of features. */
export function assembleStore(store: FeatureStore, options: AssembleOptions): PlaceTables {
  const { admin } = options;
  const units = options.units ?? buildUnits(admin);
  const wards = createBaseWards({ ...options, units, unitsText: (number) => store.units.text(number) });
  const { houses, pois } = store;
  const repeatedHouses = markRepeated(houses.keyHigh.values(), houses.keyLow.values());
  const repeatedPois = markRepeated(pois.keyHigh.values(), pois.keyLow.values());
  const repeatedStreets = markRepeated(store.streets.keyHigh.values(), store.streets.keyLow.values());
  countRepeated(store, [repeatedHouses, repeatedPois, repeatedStreets]);

  const houseLocated = locateRows(houses, repeatedHouses, wards);
  const poiLocated = locateRows(pois, repeatedPois, wards);
  const parts = cutStreets(store, repeatedStreets, (lat, lon) => wards.locate(lat, lon, NO_TEXT));
  const drafts = assignStreets(store, wards, { repeatedHouses, houseLocated, parts });
  const names = chooseNames(drafts, store);
  const ranks = rankNames(store.names, usedNames(names, store));
  const streetOrder = orderStreets(drafts, wards, names, ranks);
  const housesOf = groupRows(drafts.houseStreet, drafts.streets.count);
  const built = buildStreets(store, drafts, parts, housesOf, names, streetOrder);
  const { pathOfNumber, ...paths } = buildPaths(store);

  const poiPiece = new Int32Array(poiLocated.length);
  for (let poi = 0; poi < poiPiece.length; poi += 1) {
    if (repeatedPois[poi] === 1) continue;
    const located = poiLocated[poi] as number;
    const zone = located >= 0 ? located : wards.guess(located, pois.lat.at(poi), pois.lon.at(poi));
    poiPiece[poi] = Math.min(wards.pieceCount, zone);
  }
  const poiOrder = orderPois(store, repeatedPois, poiPiece, ranks);

  const streetCount = streetOrder.length;
  const thingCount = streetCount + poiOrder.length;
  const houseOrder = createColumn('u32');
  const streetHouseStart = new Uint32Array(streetCount + 1);
  streetOrder.forEach((draft, street) => {
    const rows = housesOf.rows.slice(housesOf.start[draft], housesOf.start[draft + 1]);
    rows.sort((a, b) => compareHouses(store, pathOfNumber, a, b));
    for (const row of rows) houseOrder.push(row);
    streetHouseStart[street + 1] = houseOrder.length;
  });
  const houseRows = houseOrder.values();
  const placeCount = thingCount + houseRows.length;

  const thingPiece = new Int32Array(thingCount);
  const thingLat = new Int32Array(thingCount);
  const thingLon = new Int32Array(thingCount);
  const thingRadius = new Uint32Array(thingCount);
  const thingImportance = new Uint8Array(thingCount);
  const thingFlags = new Uint8Array(thingCount);
  const spellings = createSpellings(store.names, thingCount);
  streetOrder.forEach((draft, street) => {
    const measured = built.measures[street] as (typeof built.measures)[number];
    thingPiece[street] = Math.min(wards.pieceCount, drafts.streets.second(draft));
    thingLat[street] = measured.lat;
    thingLon[street] = measured.lon;
    thingRadius[street] = measured.radiusMeters;
    thingImportance[street] = built.importance[street] as number;
    thingFlags[street] = built.flags[street] as number;
    const { start, rows, names: entryName } = names.others;
    const entries = rows.subarray(start[draft], start[draft + 1]);
    spellings.add(
      street,
      names.main[draft] as number,
      Array.from(entries, (entry) => entryName[entry] as number),
    );
  });
  poiOrder.forEach((row, index) => {
    const thing = streetCount + index;
    thingPiece[thing] = poiPiece[row] as number;
    thingLat[thing] = pois.lat.at(row);
    thingLon[thing] = pois.lon.at(row);
    thingImportance[thing] = pois.importance.at(row);
    thingFlags[thing] = (poiLocated[row] as number) >= 0 ? THING_FLAGS.formerKnown : 0;
    const { start, values } = pois.otherNames;
    spellings.add(thing, pois.name.at(row), values.values().subarray(start.at(row), start.at(row + 1)));
  });

  const keys = buildKeys(
    store,
    createStreetKeys(drafts, wards, admin, units),
    streetOrder,
    poiOrder,
    houseRows,
  );
  const houseColumns = {
    housePath: Uint32Array.from(houseRows, (row) => pathOfNumber[houses.number.at(row)] as number),
    houseLat: Int32Array.from(houseRows, (row) => houses.lat.at(row)),
    houseLon: Int32Array.from(houseRows, (row) => houses.lon.at(row)),
    houseFlags: Uint8Array.from(
      houseRows,
      (row) =>
        (houses.flags.at(row) === INTERPOLATED ? HOUSE_FLAGS.interpolated : 0) |
        (drafts.houseIsNearest[row] === 1 ? HOUSE_FLAGS.nearestStreet : 0),
    ),
  };
  return {
    ...{ streetCount, thingCount, placeCount, pieceCount: wards.pieceCount },
    pieceStreetStart: startsOf(thingPiece, 0, streetCount, wards.pieceCount),
    piecePoiStart: startsOf(thingPiece, streetCount, thingCount, wards.pieceCount),
    ...{ thingPiece, thingLat, thingLon, thingRadius, thingImportance, thingFlags },
    ...spellings.finish(),
    ...{ streetHouseStart, ...houseColumns, ...paths, ...built.lines },
    ...buildPois(store, poiOrder, streetCount, ranks),
    ...keys,
    ...buildRecords(store, poiOrder, streetCount, houseRows),
  };
}

function countRepeated({ skipped }: FeatureStore, marks: readonly Uint8Array[]): void {
  let count = 0;
  for (const repeated of marks) for (const mark of repeated) count += mark;
  if (count > 0) skipped.set('an object that was there before', count);
}

interface Rows {
  lat: { at(row: number): number };
  lon: { at(row: number): number };
  units: { at(row: number): number };
}

/** Locates rows, and learns from those that are certain. */
function locateRows({ lat, lon, units }: Rows, repeated: Uint8Array, wards: BaseWards): Int32Array {
  const located = new Int32Array(repeated.length);
  for (let row = 0; row < located.length; row += 1) {
    if (repeated[row] === 1) continue;
    const zone = wards.locate(lat.at(row), lon.at(row), units.at(row));
    if (zone >= 0) wards.learn(zone, lat.at(row), lon.at(row));
    located[row] = zone;
  }
  return located;
}

function* usedNames(names: DraftNames, { pois }: FeatureStore): Generator<number> {
  yield* names.main;
  for (let poi = 0; poi < pois.name.length; poi += 1) yield pois.name.at(poi);
}

function orderPois(
  { pois }: FeatureStore,
  repeated: Uint8Array,
  piece: Int32Array,
  ranks: NameRanks,
): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < repeated.length; row += 1) if (repeated[row] === 0) rows.push(row);
  return Uint32Array.from(rows).sort(
    (a, b) =>
      (piece[a] as number) - (piece[b] as number) ||
      ranks.rankOf(pois.name.at(a)) - ranks.rankOf(pois.name.at(b)) ||
      pois.keyHigh.at(a) - pois.keyHigh.at(b) ||
      pois.keyLow.at(a) - pois.keyLow.at(b),
  );
}

function compareHouses({ houses }: FeatureStore, pathOfNumber: Uint32Array, a: number, b: number): number {
  return (
    (pathOfNumber[houses.number.at(a)] as number) - (pathOfNumber[houses.number.at(b)] as number) ||
    houses.flags.at(a) - houses.flags.at(b) ||
    houses.keyHigh.at(a) - houses.keyHigh.at(b) ||
    houses.keyLow.at(a) - houses.keyLow.at(b)
  );
}

/** Says where the things of each base ward begin. */
function startsOf(thingPiece: Int32Array, from: number, to: number, pieceCount: number): Uint32Array {
  const starts = new Uint32Array(pieceCount + 2);
  let thing = from;
  for (let piece = 0; piece <= pieceCount + 1; piece += 1) {
    while (thing < to && (thingPiece[thing] as number) < piece) thing += 1;
    starts[piece] = thing;
  }
  return starts;
}

function buildKeys(
  { pois, houses }: FeatureStore,
  streetKeyOf: (draft: number) => PlaceKey,
  streetOrder: Uint32Array,
  poiOrder: Uint32Array,
  houseRows: Uint32Array,
): Pick<PlaceTables, 'placeKeyHigh' | 'placeKeyLow' | 'keyOrder'> {
  const placeCount = streetOrder.length + poiOrder.length + houseRows.length;
  const placeKeyHigh = new Uint32Array(placeCount);
  const placeKeyLow = new Uint32Array(placeCount);
  let place = 0;
  const push = (high: number, low: number): void => {
    placeKeyHigh[place] = high;
    placeKeyLow[place] = low;
    place += 1;
  };
  for (const draft of streetOrder) {
    const { high, low } = streetKeyOf(draft);
    push(high, low);
  }
  for (const row of poiOrder) push(pois.keyHigh.at(row), pois.keyLow.at(row));
  for (const row of houseRows) push(houses.keyHigh.at(row), houses.keyLow.at(row));
  let keyOrder = orderByKey(placeKeyHigh, placeKeyLow);
  // One object can be a place and the house with its address: then the house has an id of its own.
  for (let shared = true; shared;) {
    shared = false;
    for (let i = 1; i < keyOrder.length; i += 1) {
      const [a, b] = [keyOrder[i - 1] as number, keyOrder[i] as number];
      if (placeKeyHigh[a] !== placeKeyHigh[b] || placeKeyLow[a] !== placeKeyLow[b]) continue;
      const { high, low } = hashKey(`house:${placeKeyHigh[b]}:${placeKeyLow[b]}`);
      placeKeyHigh[b] = high;
      placeKeyLow[b] = low;
      shared = true;
    }
    if (shared) keyOrder = orderByKey(placeKeyHigh, placeKeyLow);
  }
  return { placeKeyHigh, placeKeyLow, keyOrder };
}

function buildPois(
  store: FeatureStore,
  order: Uint32Array,
  streetCount: number,
  ranks: NameRanks,
): Pick<PlaceTables, 'poiCategoryStart' | 'poiCategory' | 'poiParent' | 'childParent' | 'childThing'> {
  const { pois } = store;
  const { start, values } = pois.categories;
  const rowOfKey = new Map(
    Array.from(order, (row) => [`${pois.keyHigh.at(row)} ${pois.keyLow.at(row)}`, row]),
  );
  const isBuilding = (row: number): boolean =>
    start.at(row) < start.at(row + 1) &&
    isBuildingCategory(categoryValues(values.at(start.at(row)))[0] ?? '');
  const parents = findParents(store, order, (high, low) => rowOfKey.get(`${high} ${low}`) ?? -1, isBuilding);
  const thingOfRow = new Int32Array(pois.name.length).fill(-1);
  order.forEach((row, index) => (thingOfRow[row] = streetCount + index));
  const poiCategoryStart = new Uint32Array(order.length + 1);
  const poiCategory = createColumn('u16');
  const poiParent = new Int32Array(order.length);
  order.forEach((row, index) => {
    for (let i = start.at(row); i < start.at(row + 1); i += 1) poiCategory.push(values.at(i));
    poiCategoryStart[index + 1] = poiCategory.length;
    const parent = parents[row] as number;
    poiParent[index] = parent < 0 ? -1 : (thingOfRow[parent] as number);
  });
  const children = Array.from(order, (_, index) => streetCount + index).filter(
    (thing) => (poiParent[thing - streetCount] as number) >= 0,
  );
  const parentOf = (thing: number): number => poiParent[thing - streetCount] as number;
  const rowOf = (thing: number): number => order[thing - streetCount] as number;
  // The most important first, then by name.
  children.sort(
    (a, b) =>
      parentOf(a) - parentOf(b) ||
      pois.importance.at(rowOf(b)) - pois.importance.at(rowOf(a)) ||
      ranks.rankOf(pois.name.at(rowOf(a))) - ranks.rankOf(pois.name.at(rowOf(b))) ||
      a - b,
  );
  return {
    ...{ poiCategoryStart, poiParent },
    poiCategory: poiCategory.values().slice(),
    childParent: Uint32Array.from(children, parentOf),
    childThing: Uint32Array.from(children),
  };
}

function buildRecords(
  { pois, houses, records }: FeatureStore,
  poiOrder: Uint32Array,
  streetCount: number,
  houseRows: Uint32Array,
): Pick<PlaceTables, 'recordPlace' | 'recordBlocks' | 'recordBlockOffset'> {
  const packer = createRecordPacker();
  const add = (record: number, place: number): void => {
    if (record !== NO_TEXT) packer.add(place, records.text(record));
  };
  poiOrder.forEach((row, index) => add(pois.record.at(row), streetCount + index));
  const thingCount = streetCount + poiOrder.length;
  houseRows.forEach((row, index) => add(houses.record.at(row), thingCount + index));
  return packer.finish();
}
