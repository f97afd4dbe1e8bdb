import { deflateRawSync } from 'node:zlib';
import type { Position } from '../../base/geo/position.ts';
import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import { buildUnits, type UnitTable } from '../../engine/gazetteer/unit-table/units.ts';
import { type PlaceTables, RECORDS_PER_BLOCK } from '../../engine/gazetteer/store/place-tables.ts';
import type { Feature } from '../features.ts';
import { assignStreets } from './assign-streets.ts';
import { type BaseWards, createBaseWards, type FormerUnitsAt } from './base-wards.ts';
import { buildHouses, buildPaths, orderHouses } from './build-houses.ts';
import { buildKeys } from './build-keys.ts';
import { buildPois, orderPois } from './build-pois.ts';
import { buildStreets, createStreetKeys, orderStreets } from './build-streets.ts';
import { buildFeatures } from './build-features.ts';
import { cutStreets } from './cut-streets.ts';
import { chooseNames, type DraftNames, rankNames } from './draft-names.ts';
import { createFeatureStore, type FeatureStore, NO_TEXT } from './feature-store.ts';
import { createAreaFinders } from './areas.ts';
import { groupRows, type LocatedRows, locateRows, markRows } from './locate-rows.ts';
import { createColumn } from '../../engine/gazetteer/store/column.ts';

/** Options of assembling tables. */
export interface AssembleOptions {
  admin: AdminDataset;
  /** Base wards of the dataset; by default built here. */
  units?: UnitTable;
  /** Returns the ward in force by known boundaries; -1 elsewhere. */
  exactWardAt?: ((position: Position) => number) | undefined;
  /** Returns former units by known boundaries. */
  formerUnitsAt?: FormerUnitsAt | undefined;
  /** Receives each step as it starts. */
  onStep?: (step: AssembleStep) => void;
}

/** A step of assembling tables. */
export type AssembleStep = 'locate' | 'streets' | 'tables';

/** Builds tables from features in memory, with the boundaries among them; features that cannot be used are left out. */
export function assembleTables({
  features,
  ...options
}: AssembleOptions & { features: Iterable<Feature> }): PlaceTables {
  const store = createFeatureStore();
  for (const feature of features) store.add(feature);
  return assembleStore(store, { ...createAreaFinders(store.areas, options.admin), ...options });
}

/** Builds tables from a store of features. Guarantee: the same features in the same order give the same tables. */
export function assembleStore(store: FeatureStore, options: AssembleOptions): PlaceTables {
  const { admin, onStep } = options;
  const units = options.units ?? buildUnits(admin);
  const wards = createBaseWards({ ...options, units, unitsText: (number) => store.units.text(number) });
  onStep?.('locate');
  const houseRows = locateRows(store, 'houses', wards);
  const poiRows = locateRows(store, 'pois', wards);
  onStep?.('streets');
  const parts = cutStreets(store, markRows(store, 'streets'), (lat, lon) => wards.locate(lat, lon, NO_TEXT));
  // Here and below: what is not needed any more makes room for the tables.
  for (const column of [store.streets.lat, store.streets.lon, store.streets.pointStart]) column.clear();
  const drafts = assignStreets(store, wards, houseRows, parts);
  onStep?.('tables');
  const names = chooseNames(drafts, store.names);
  const ranks = rankNames(store.names, usedNames(names, store));
  const streetOrder = orderStreets(drafts, wards, names, ranks);
  const housesOf = groupRows(drafts.houseDraft, drafts.streets.count);
  const streets = buildStreets(store, drafts, parts, housesOf, names, streetOrder);
  for (const column of [parts.lat, parts.lon, parts.pointStart]) column.clear();
  const { pathOfNumber, ...paths } = buildPaths(store);
  const houseOrder = orderHouses(store, housesOf, streetOrder, pathOfNumber);
  const poiBaseWard = guessBaseWards(store, poiRows, wards);
  const poiOrder = orderPois(store, poiRows.repeated, poiBaseWard, ranks);
  const { baseWardCount } = wards;
  const streetCount = streetOrder.length;
  const featureCount = streetCount + poiOrder.length;
  const features = { baseWardCount, drafts, names, streets, streetOrder, poiOrder, poiBaseWard };
  const rows: PlaceRows = { streetOrder, poiOrder, houses: houseOrder.rows };
  return {
    streetCount,
    featureCount,
    placeCount: featureCount + houseOrder.rows.length,
    baseWardCount,
    ...buildFeatures(store, { ...features, poiIsKnown: (row) => poiRows.located[row] >= 0 }),
    ...buildHouses(store, houseOrder, drafts, pathOfNumber),
    ...paths,
    ...streets.lines,
    ...buildPois(store, poiOrder, streetCount, ranks),
    ...keysOf(store, rows, createStreetKeys(drafts, wards, admin, units)),
    ...recordsOf(store, rows),
  };
}

/** Rows of the store, and drafts of streets, in the order of place numbers. */
interface PlaceRows {
  streetOrder: Uint32Array;
  poiOrder: Uint32Array;
  houses: Uint32Array;
}

function* usedNames(names: DraftNames, { pois }: FeatureStore): Generator<number> {
  yield* names.main;
  for (let poi = 0; poi < pois.name.length; poi += 1) yield pois.name.at(poi);
}

/** Returns the base ward of each point of interest, `baseWardCount` outside of all. */
function guessBaseWards(
  { pois }: FeatureStore,
  { repeated, located }: LocatedRows,
  wards: BaseWards,
): Int32Array {
  return located.map((zone, row) => {
    if (repeated[row] === 1) return -1;
    const certain = zone >= 0 ? zone : wards.guess(zone, pois.lat.at(row), pois.lon.at(row));
    return Math.min(wards.baseWardCount, certain);
  });
}

function keysOf(
  { pois, houses }: FeatureStore,
  rows: PlaceRows,
  streetKeyOf: ReturnType<typeof createStreetKeys>,
): ReturnType<typeof buildKeys> {
  const placeCount = rows.streetOrder.length + rows.poiOrder.length + rows.houses.length;
  const high = new Uint32Array(placeCount);
  const low = new Uint32Array(placeCount);
  let place = 0;
  const push = (keyHigh: number, keyLow: number): void => {
    high[place] = keyHigh;
    low[place] = keyLow;
    place += 1;
  };
  for (const draft of rows.streetOrder) {
    const key = streetKeyOf(draft);
    push(key.high, key.low);
  }
  for (const row of rows.poiOrder) push(pois.keyHigh.at(row), pois.keyLow.at(row));
  for (const row of rows.houses) push(houses.keyHigh.at(row), houses.keyLow.at(row));
  return buildKeys(high, low);
}

const LEVEL = 9;

/** Creates the packer of the records of places; places have to ascend. */
export function createRecordPacker() {
  const places = createColumn('u32');
  const offsets = createColumn('u32');
  offsets.push(0);
  let bytes = Buffer.alloc(1 << 10);
  let end = 0;
  let lines: string[] = [];

  function flush(): void {
    if (lines.length === 0) return;
    const block = deflateRawSync(lines.join('\n'), { level: LEVEL });
    if (end + block.length > bytes.length)
      bytes = Buffer.concat([bytes.subarray(0, end)], Math.max(end + block.length, bytes.length * 2));
    end += block.copy(bytes, end);
    offsets.push(end);
    lines = [];
  }

  return {
    add(place: number, json: string): void {
      places.push(place);
      lines.push(json);
      if (lines.length === RECORDS_PER_BLOCK) flush();
    },
    finish(): Pick<PlaceTables, 'recordPlace' | 'recordBlocks' | 'recordBlockOffset'> {
      flush();
      return {
        recordPlace: places.values().slice(),
        recordBlocks: new Uint8Array(bytes.subarray(0, end)),
        recordBlockOffset: offsets.values().slice(),
      };
    },
  };
}

function recordsOf(
  { pois, houses, records }: FeatureStore,
  rows: PlaceRows,
): ReturnType<ReturnType<typeof createRecordPacker>['finish']> {
  const packer = createRecordPacker();
  let place = rows.streetOrder.length;
  const add = (record: number): void => {
    if (record !== NO_TEXT) packer.add(place, records.text(record));
    place += 1;
  };
  for (const row of rows.poiOrder) add(pois.record.at(row));
  for (const row of rows.houses) add(houses.record.at(row));
  return packer.finish();
}
