import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { categoryImportance, categoryNumber } from '../../src/engine/gazetteer/categories/categories.ts';
import { fold } from '../../src/base/text/fold.ts';
import { hasForeignScript } from '../../src/base/text/latin-name.ts';
import type { Position } from '../../src/base/geo/position.ts';
import type { Feature, FeatureSink, PoiFeature } from '../../src/dataset/features.ts';
import { readOsmFile } from '../../src/dataset/osm/read-osm.ts';
import { readAddressesFile } from '../../src/dataset/sources/addresses.ts';
import { simplifyLine } from '../../src/base/geo/simplify-line.ts';

/** The files that streets, houses and places of cities are read from. */
export interface CitySources {
  /** OpenStreetMap extracts. */
  osm: readonly string[];
  /** Tables of addresses. */
  addresses: readonly string[];
  /** Reports whether a feature stays; all stay by default. The benchmark takes out what it asks for. */
  isKept?: (feature: Feature) => boolean;
}

/** Ha Noi, Khánh Hòa (Nha Trang) and Ho Chi Minh City: what their extracts hold of their neighbours is too thin to be of use. */
const PROVINCES: ReadonlySet<string> = new Set(['01', '56', '79']);
/** Units: metres. */
const LINE_METERS = 10;
/** Places of less importance are left out: shops whose names change within years, stops, cash machines. */
const LEAST_IMPORTANCE = 100;
/** Addresses of bus stops and bridges name streets, and are none. */
const NO_PLACES: ReadonlySet<string> = new Set(['bus_stop', 'atm', 'parking', 'locality']);
/** Alleys are half of all names; an address in one is answered by the street that it opens to. */
const ALLEY = /^(?:hem|ngo|ngach|kiet) \S*\d/;
/** "bank: Ngân hàng Quân đội": a category in front of the name. */
const CATEGORY_IN_FRONT = /^([a-z_]+): (.+)$/u;

/**
 * Reads streets, numbered houses and places of Ha Noi and Ho Chi Minh City, streets and places of Nha Trang, as small as they are of use.
 *
 * Shape: lines are simplified to 10 m; alleys, houses without a street, which no address names, small shops and water are left out.
 * Errors: those of the files.
 */
export async function readCitySources(
  { osm, addresses, isKept = () => true }: CitySources,
  { wards, provinces, wardAt }: AdminDataset,
  sink: FeatureSink,
): Promise<void> {
  const isInCity = (position: Position): boolean => {
    const ward = wards[wardAt(position)];
    return ward !== undefined && PROVINCES.has(provinces[ward.province]?.code ?? '');
  };
  const keep: FeatureSink = (feature) => {
    const kept = smaller(feature);
    if (kept === undefined || kept.kind === 'water' || !isKept(kept)) return;
    if (kept.kind === 'area' || isInCity(positionOf(kept))) sink(kept);
  };
  for (const file of osm) await readOsmFile(file, keep);
  for (const [at, file] of addresses.entries()) {
    const prefix = at === 0 ? 'addresses' : `addresses-${at + 1}`;
    await readAddressesFile(file, (feature) => splitNamed(feature, keep), { prefix });
  }
}

/** Returns what is kept of a feature; undefined where it is left out. */
function smaller(feature: Feature): Feature | undefined {
  switch (feature.kind) {
    case 'street':
      return ALLEY.test(fold(feature.name))
        ? undefined
        : { ...feature, line: simplifyLine(feature.line, LINE_METERS) };
    case 'house':
      return feature.street === undefined ? undefined : feature;
    case 'poi':
      return feature.importance < LEAST_IMPORTANCE || NO_PLACES.has(feature.categories[0] ?? '')
        ? undefined
        : withoutNote(feature);
    case 'area':
      return feature;
    case 'water':
      return undefined;
  }
}

/** Leaves out a street in another script: no street of the cities is named in one, so that it is a note in the wrong tag ("滨城市场night" of a market). */
function withoutNote(feature: PoiFeature): PoiFeature {
  const { street, ...rest } = feature;
  return street !== undefined && hasForeignScript(street) ? rest : feature;
}

function positionOf(feature: Exclude<Feature, { kind: 'area' | 'water' }>): Position {
  if (feature.kind !== 'street') return feature.position;
  const middle = 2 * (feature.line.length >> 2);
  return { lat: feature.line[middle] as number, lon: feature.line[middle + 1] as number };
}

/** Makes a house and a place of a house whose name begins with a category. */
function splitNamed(feature: Feature, sink: FeatureSink): void {
  const parts = feature.kind === 'house' ? CATEGORY_IN_FRONT.exec(feature.name ?? '') : null;
  if (feature.kind !== 'house' || parts === null) {
    sink(feature);
    return;
  }
  const { key, number, street, units, position } = feature;
  const address = { number, units, position, ...(street === undefined ? {} : { street }) };
  sink({ ...address, kind: 'house', key });
  const [, category = '', name = ''] = parts;
  const slug = SLUGS.get(category) ?? category;
  if (categoryNumber(slug) === undefined) return;
  const importance = categoryImportance(slug);
  sink({
    ...address,
    kind: 'poi',
    key: `${key}/place`,
    name,
    otherNames: [],
    categories: [slug],
    importance,
  });
}

/** Categories that the table writes in another word. */
const SLUGS: ReadonlyMap<string, string> = new Map([
  ['convenience_store', 'convenience'],
  ['fuel_station', 'fuel'],
  ['marketplace', 'market'],
]);
