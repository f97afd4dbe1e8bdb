import { FEATURE_FLAGS, type PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import type { StreetDrafts } from './assign-streets.ts';
import type { BuiltStreets } from './build-streets.ts';
import type { DraftNames } from './draft-names.ts';
import type { FeatureStore } from './feature-store.ts';
import { createSpellings, type SpellingTables } from './spellings.ts';
import { surroundingsOf } from './street-surroundings.ts';

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
    const measured = streets.measures[street];
    featureBaseWard[street] = Math.min(baseWardCount, drafts.streets.second(draft));
    featureLat[street] = measured.lat;
    featureLon[street] = measured.lon;
    featureRadius[street] = measured.radiusMeters;
    spellings.add(street, names.main[draft], names.all(draft));
  });
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
    ...{ featureBaseWard, featureLat, featureLon, featureRadius, featureImportance, featureFlags },
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
