import { distanceMeters } from '../../base/geo/distance.ts';
import { categoryValues } from '../../engine/gazetteer/categories/categories.ts';
import {
  aliasesOf,
  categoriesOf,
  nameOf,
  positionOf,
  toDegrees,
} from '../../engine/gazetteer/store/access.ts';
import { loadDataset } from '../../engine/gazetteer/load-dataset.ts';
import { openDataset } from '../../engine/gazetteer/open-dataset.ts';
import type { PlaceTables } from '../../engine/gazetteer/store/place-tables.ts';
import { recordOf } from '../../engine/gazetteer/store/records.ts';
import { foldKey } from '../../base/text/fold.ts';
import type { PoiFeature } from '../features.ts';
import type { FeatureStore } from './feature-store.ts';

/** Greatest distance of two entries with one name that are the same place. */
const SAME_PLACE_METERS = 500;
/** The same for populated places, whose positions are approximate. */
const SAME_SETTLEMENT_METERS = 3000;
const SETTLEMENTS: ReadonlySet<string> = new Set(['city', 'town', 'village', 'hamlet']);

/** Adds the places of a starter dataset that no source has; places of one name near each other are the same. */
export async function addStarterPlaces(store: FeatureStore, starterDir: string): Promise<void> {
  const { tables } = openDataset(await loadDataset(starterDir));
  if (tables === undefined) return;
  const known = rowsByName(store, tables);
  for (let poi = tables.streetCount; poi < tables.featureCount; poi += 1) {
    const feature = featureOf(tables, poi);
    if (isKnown(feature, known.get(foldKey(feature.name)) ?? [], store)) continue;
    store.add(feature, {
      high: tables.placeKeyHigh[poi],
      low: tables.placeKeyLow[poi],
    });
  }
}

/** Returns the rows of the store with the name of a place of the starter, by name. */
function rowsByName({ names, pois }: FeatureStore, tables: PlaceTables): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (let poi = tables.streetCount; poi < tables.featureCount; poi += 1)
    rows.set(foldKey(nameOf(tables, poi)), []);
  for (let row = 0; row < pois.name.length; row += 1)
    rows.get(foldKey(names.text(pois.name.at(row))))?.push(row);
  return rows;
}

function isKnown(
  { position, categories }: PoiFeature,
  rows: readonly number[],
  { pois }: FeatureStore,
): boolean {
  const isSettlement = categories.some((slug) => SETTLEMENTS.has(slug));
  const withinMeters = isSettlement ? SAME_SETTLEMENT_METERS : SAME_PLACE_METERS;
  return rows.some((row) => {
    const other = { lat: toDegrees(pois.lat.at(row)), lon: toDegrees(pois.lon.at(row)) };
    return distanceMeters(position, other) <= withinMeters;
  });
}

function featureOf(tables: PlaceTables, poi: number): PoiFeature {
  const { houseNumber, street, ...record } = recordOf(tables, poi) ?? {};
  return {
    kind: 'poi',
    key: '',
    name: nameOf(tables, poi),
    otherNames: aliasesOf(tables, poi),
    position: positionOf(tables, poi),
    categories: Array.from(categoriesOf(tables, poi), (category) => categoryValues(category)[0]),
    units: {},
    importance: tables.featureImportance[poi],
    ...record,
    number: houseNumber,
    street,
  };
}
