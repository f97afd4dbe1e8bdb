import { countReason, type Reason, type SkippedCounts } from '../features.ts';
import { message } from '../../base/messages/message.ts';
import { compose } from '../../base/text/compose.ts';
import { isPosition } from '../../base/geo/position.ts';
import { categoryNumber } from '../../engine/gazetteer/categories/categories.ts';
import { hashKey, type PlaceKey } from '../../engine/gazetteer/place-id.ts';
import { toE7 } from '../../engine/gazetteer/store/access.ts';
import { WATER_KINDS } from '../../engine/gazetteer/store/water-family.ts';
import type { PlaceRecord } from '../../engine/gazetteer/store/place-tables.ts';
import type {
  AreaFeature,
  Feature,
  HouseFeature,
  PoiFeature,
  StreetFeature,
  UnitNames,
  WaterFeature,
} from '../features.ts';
import {
  createHouseColumns,
  createPoiColumns,
  createStreetColumns,
  createWaterColumns,
  type HouseColumns,
  type KeyColumns,
  type ListColumn,
  type PoiColumns,
  type StreetColumns,
  type WaterColumns,
} from './store-columns.ts';
import { createTextPool, type TextPool } from './text-pool.ts';

/** Number of an absent text. */
export const NO_TEXT = 0;

/**
 * The features of all sources in columns, so millions of them fit into memory.
 *
 * Shape: texts are numbers of the pools, whose number 0 is the empty text; a text of `units` is ward, district and province on three lines, of `records` JSON.
 */
export interface FeatureStore {
  names: TextPool;
  numbers: TextPool;
  units: TextPool;
  records: TextPool;
  streets: StreetColumns;
  houses: HouseColumns;
  pois: PoiColumns;
  areas: AreaFeature[];
  water: WaterColumns;
  skipped: SkippedCounts;
  /** Adds a feature; `key` is the hash of its key, if only that is known. */
  add: (feature: Feature, key?: PlaceKey) => void;
}

/** The flag of a house that a person confirmed; of the houses of one number that with the lowest flag stands, 0 for a surveyed one. */
const LEARNED = 1;
/** The flag of a number that was not surveyed. */
export const INTERPOLATED = 2;

/** Creates an empty store. Guarantee: keeps no string of a feature, except in areas. */
export function createFeatureStore(): FeatureStore {
  const store: FeatureStore = {
    names: createPool(),
    numbers: createPool(),
    units: createPool(),
    records: createPool(),
    streets: createStreetColumns(),
    houses: createHouseColumns(),
    pois: createPoiColumns(),
    areas: [],
    water: createWaterColumns(),
    skipped: new Map(),
    add(feature, hashed) {
      if (feature.kind === 'area') return addArea(store, feature);
      if (feature.kind === 'water') return addWater(store, feature);
      const key = hashed ?? hashKey(feature.key);
      if (feature.kind === 'house') addHouse(store, feature, key);
      else if (feature.kind === 'street') addStreet(store, feature, key);
      else addPoi(store, feature, key);
    },
  };
  return store;
}

function skip({ skipped }: FeatureStore, reason: Reason): void {
  countReason(skipped, reason, 1, (counted) => counted);
}

function addNames({ names }: FeatureStore, list: ListColumn, others: readonly string[]): void {
  for (const other of others) {
    const name = compose(other);
    if (name !== '') list.values.push(names.add(name));
  }
  list.start.push(list.values.length);
}

function addStreet(store: FeatureStore, feature: StreetFeature, key: PlaceKey): void {
  const { names, streets } = store;
  const name = compose(feature.name);
  const { line } = feature;
  if (name === '') return skip(store, 'dataset.streetUnnamed');
  if (line.length < 4 || line.length % 2 !== 0 || !line.every(Number.isFinite))
    return skip(store, 'dataset.streetWithoutLine');
  pushKey(streets, key);
  streets.name.push(names.add(name));
  streets.rank.push(feature.rank);
  addNames(store, streets.otherNames, feature.otherNames);
  for (let i = 0; i < line.length; i += 2) {
    streets.lat.push(toE7(line[i]));
    streets.lon.push(toE7(line[i + 1]));
  }
  streets.pointStart.push(streets.lat.length);
}

function addHouse(store: FeatureStore, feature: HouseFeature, key: PlaceKey): void {
  const { names, numbers, units, houses } = store;
  const number = compose(feature.number);
  const { radiusMeters } = feature;
  const isPoint = number === '' && radiusMeters !== undefined && feature.street !== undefined;
  if (number === '' && !isPoint) return skip(store, 'dataset.houseWithoutNumber');
  if (!isPosition(feature.position)) return skip(store, 'dataset.houseWithoutPosition');
  if (isPoint) houses.radii.set(houses.number.length, radiusMeters);
  pushKey(houses, key);
  houses.number.push(numbers.add(number));
  houses.street.push(names.add(compose(feature.street ?? '')));
  houses.units.push(units.add(unitsText(feature.units)));
  houses.record.push(addRecord(store, { postcode: feature.postcode, name: feature.name }));
  houses.flags.push(
    feature.isInterpolated === true ? INTERPOLATED : feature.isLearned === true ? LEARNED : 0,
  );
  houses.lat.push(toE7(feature.position.lat));
  houses.lon.push(toE7(feature.position.lon));
}

function addPoi(store: FeatureStore, feature: PoiFeature, key: PlaceKey): void {
  const { names, units, pois } = store;
  const name = compose(feature.name);
  if (name === '') return skip(store, 'dataset.placeUnnamed');
  if (!isPosition(feature.position)) return skip(store, 'dataset.placeWithoutPosition');
  if (feature.outline !== undefined) pois.outlines.set(pois.name.length, feature.outline);
  pushKey(pois, key);
  pois.name.push(names.add(name));
  addNames(store, pois.otherNames, feature.otherNames);
  for (const slug of new Set(feature.categories)) {
    const category = categoryNumber(slug);
    if (category === undefined) skip(store, message('dataset.unknownCategoryOf', { category: slug }));
    else pois.categories.values.push(category);
  }
  pois.categories.start.push(pois.categories.values.length);
  pois.units.push(units.add(unitsText(feature.units)));
  const { phone, website, openingHours, postcode, number: houseNumber, street, gersId } = feature;
  pois.record.push(addRecord(store, { phone, website, openingHours, postcode, houseNumber, street, gersId }));
  pois.importance.push(Math.max(0, Math.min(255, Math.round(feature.importance))));
  pois.lat.push(toE7(feature.position.lat));
  pois.lon.push(toE7(feature.position.lon));
  const parent = feature.parentKey === undefined ? { high: 0, low: 0 } : hashKey(feature.parentKey);
  pois.parentHigh.push(parent.high);
  pois.parentLow.push(parent.low);
}

function addRecord(
  { records }: FeatureStore,
  members: { [K in keyof PlaceRecord]: string | undefined },
): number {
  const known: Record<string, string> = {};
  let isEmpty = true;
  for (const key in members) {
    const text = compose(members[key as keyof PlaceRecord] ?? '');
    if (text === '') continue;
    known[key] = text;
    isEmpty = false;
  }
  return isEmpty ? NO_TEXT : records.add(JSON.stringify(known));
}

function addArea(store: FeatureStore, feature: AreaFeature): void {
  if (compose(feature.name) === '' || feature.polygons.length === 0)
    return skip(store, 'dataset.areaWithoutBoundary');
  store.areas.push(feature);
}

function addWater({ water: columns }: FeatureStore, { water, lines }: WaterFeature): void {
  for (const line of lines) {
    columns.kind.push(WATER_KINDS.indexOf(water));
    for (let at = 0; at < line.length; at += 2) {
      columns.lat.push(toE7(line[at]));
      columns.lon.push(toE7(line[at + 1]));
    }
    columns.pointStart.push(columns.lat.length);
  }
}

function unitsText({ ward = '', district = '', province = '' }: UnitNames): string {
  return ward === '' && district === '' && province === ''
    ? ''
    : [ward, district, province].map(compose).join('\n');
}

function pushKey(columns: KeyColumns, { high, low }: PlaceKey): void {
  columns.keyHigh.push(high);
  columns.keyLow.push(low);
}

function createPool(): TextPool {
  const pool = createTextPool();
  pool.add('');
  return pool;
}
