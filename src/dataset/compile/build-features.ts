import { FEATURE_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import type { StreetDrafts } from './assign-streets.ts';
import type { BuiltStreets } from './build-streets.ts';
import type { DraftNames } from './draft-names.ts';
import type { FeatureStore } from './feature-store.ts';
import { foldKey } from '../../base/text/fold.ts';
import { createColumn } from '../../engine/gazetteer/store/column.ts';
import { createTextColumn, type TextPool } from './text-pool.ts';

type FeatureColumns = Pick<
  PlaceTables,
  | 'baseWardStreetStart'
  | 'baseWardPoiStart'
  | 'featureBaseWard'
  | 'featureLat'
  | 'featureLon'
  | 'featureRadius'
  | 'featureImportance'
  | 'featureFlags'
> &
  SpellingTables;

/** Sources of the features: streets in their order, then points of interest in theirs. */
export interface FeatureSources {
  baseWardCount: number;
  drafts: StreetDrafts;
  names: DraftNames;
  streets: BuiltStreets;
  streetOrder: Uint32Array;
  poiOrder: Uint32Array;
  poiBaseWard: Int32Array;
  poiIsKnown: (row: number) => boolean;
}

/** Builds the columns that streets and points of interest have in common. */
export function buildFeatures(store: FeatureStore, sources: FeatureSources): FeatureColumns {
  const { baseWardCount, drafts, names, streets, streetOrder, poiOrder, poiBaseWard, poiIsKnown } = sources;
  const { pois } = store;
  const streetCount = streetOrder.length;
  const featureCount = streetCount + poiOrder.length;
  const featureBaseWard = new Int32Array(featureCount);
  const featureLat = new Int32Array(featureCount);
  const featureLon = new Int32Array(featureCount);
  const featureRadius = new Uint32Array(featureCount);
  const featureImportance = new Uint8Array(featureCount);
  const featureFlags = new Uint8Array(featureCount);
  const spellings = createSpellings(store.names, featureCount);
  streetOrder.forEach((draft, street) => {
    featureBaseWard[street] = Math.min(baseWardCount, drafts.streets.second(draft));
    spellings.add(street, names.main[draft], names.all(draft));
  });
  featureLat.set(streets.measures.lat);
  featureLon.set(streets.measures.lon);
  featureRadius.set(streets.measures.radiusMeters);
  featureFlags.set(streets.flags);
  const others = pois.otherNames.values.values();
  poiOrder.forEach((row, poi) => {
    const feature = streetCount + poi;
    featureBaseWard[feature] = poiBaseWard[row];
    featureLat[feature] = pois.lat.at(row);
    featureLon[feature] = pois.lon.at(row);
    featureImportance[feature] = pois.importance.at(row);
    featureFlags[feature] = poiIsKnown(row) ? FEATURE_FLAGS.formerKnown : 0;
    const { start } = pois.otherNames;
    spellings.add(feature, pois.name.at(row), others.subarray(start.at(row), start.at(row + 1)));
  });
  const gained = surroundingsOf({ featureLat, featureLon, featureFlags }, streetCount);
  streets.importance.forEach((own, street) => (featureImportance[street] = own + gained[street]));
  return {
    baseWardStreetStart: startsOf(featureBaseWard, 0, streetCount, baseWardCount),
    baseWardPoiStart: startsOf(featureBaseWard, streetCount, featureCount, baseWardCount),
    featureBaseWard,
    featureLat,
    featureLon,
    featureRadius,
    featureImportance,
    featureFlags,
    ...spellings.finish(),
  };
}

/** Returns the start of the features of each base ward. */
function startsOf(featureBaseWard: Int32Array, from: number, to: number, baseWardCount: number): Uint32Array {
  const starts = new Uint32Array(baseWardCount + 2);
  let feature = from;
  for (let baseWard = 0; baseWard <= baseWardCount + 1; baseWard += 1) {
    while (feature < to && featureBaseWard[feature] < baseWard) feature += 1;
    starts[baseWard] = feature;
  }
  return starts;
}

type LocatedFeatures = Pick<PlaceTables, 'featureLat' | 'featureLon' | 'featureFlags'>;

/** Edge of a grid cell: 0.005 degrees, some 550 m. A street is compared with its own cell and the eight around it. Units: 1e-7 degrees. */
const CELL = 50_000;
/** Cells in a row of the grid, more than there are around the earth. */
const ROW = 2 ** 17;

/** With so many named streets and places around it a street gains nothing, and with so many the most. */
const FEW = 2 ** 4;
const MANY = 2 ** 8;
/** Most importance that a street gains. */
export const MOST_GAINED = 35;

/**
 * Returns the importance that each street gains by what is around it: of streets with one name, that in the middle of a city is usually meant, also
 * where the road class of one at its edge is higher.
 *
 * Shape: for the streets 0 to `streetCount`; features without a name are not counted.
 */
export function surroundingsOf(features: LocatedFeatures, streetCount: number): Uint8Array {
  const { featureLat, featureLon, featureFlags } = features;
  const counts = new Map<number, number>();
  const cellOf = (feature: number): number =>
    Math.floor(featureLat[feature] / CELL) * ROW + Math.floor(featureLon[feature] / CELL);
  for (let feature = 0; feature < featureLat.length; feature += 1) {
    if ((featureFlags[feature] & FEATURE_FLAGS.nameless) !== 0) continue;
    const cell = cellOf(feature);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const gained = new Uint8Array(streetCount);
  for (let street = 0; street < streetCount; street += 1) {
    const cell = cellOf(street);
    let around = 0;
    for (const row of [-ROW, 0, ROW])
      for (const column of [-1, 0, 1]) around += counts.get(cell + row + column) ?? 0;
    const share = Math.log2(Math.max(1, around) / FEW) / Math.log2(MANY / FEW);
    gained[street] = Math.round(MOST_GAINED * Math.min(1, Math.max(0, share)));
  }
  return gained;
}

/** The columns of names. */
type SpellingTables = Pick<
  PlaceTables,
  'featureSpelling' | 'spellingText' | 'spellingOffset' | 'aliasFeature' | 'aliasSpelling'
>;

/** Creates the spellings of names, numbered in the order of their use; features have to ascend. */
function createSpellings(names: TextPool, featureCount: number) {
  const texts = createTextColumn();
  const numberOf = new Int32Array(names.count).fill(-1);
  const featureSpelling = new Uint32Array(featureCount);
  const aliasFeature = createColumn('u32');
  const aliasSpelling = createColumn('u32');

  function number(name: number): number {
    if (numberOf[name] === -1) {
      numberOf[name] = texts.count;
      texts.push(names.text(name));
    }
    return numberOf[name];
  }

  return {
    /** Adds the name and other names of a feature; those that differ in case, diacritics or signs only are left out. */
    add(feature: number, main: number, others: ArrayLike<number>): void {
      featureSpelling[feature] = number(main);
      if (others.length === 0 || (others.length === 1 && others[0] === main)) return;
      const seen = new Set([foldKey(names.text(main))]);
      for (const name of Array.from(others, (other) => ({ other, text: names.text(other) })).sort(byText)) {
        const key = foldKey(name.text);
        if (key === '' || seen.has(key)) continue;
        seen.add(key);
        aliasFeature.push(feature);
        aliasSpelling.push(number(name.other));
      }
    },
    finish(): SpellingTables {
      const { text, offset } = texts.values();
      return {
        featureSpelling,
        spellingText: text,
        spellingOffset: offset,
        aliasFeature: aliasFeature.values().slice(),
        aliasSpelling: aliasSpelling.values().slice(),
      };
    },
  };
}

function byText(a: { text: string }, b: { text: string }): number {
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}
