import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import { categoryImportance, categoryNumber } from '../../src/engine/gazetteer/categories/categories.ts';
import { foldKey } from '../../src/base/text/fold.ts';
import { splitFullName } from '../../src/base/text/unit-words.ts';
import { hasForeignScript } from '../../src/base/text/latin-name.ts';
import type { Position } from '../../src/base/geo/position.ts';
import type { Feature, FeatureSink, PoiFeature, StreetFeature } from '../../src/dataset/features.ts';
import { readOsmFile } from '../../src/dataset/osm/read-osm.ts';
import { readAddressesFile } from '../../src/dataset/sources/addresses.ts';
import { simplifyLine } from '../../src/base/geo/simplify-line.ts';

/** The files that streets, houses and places of cities are read from. */
export interface CitySources {
  /** OpenStreetMap extracts, the newest first. */
  osm: readonly string[];
  /** Tables of addresses. */
  addresses: readonly string[];
  /** Reports whether a feature stays; all stay by default. The benchmark takes out what it asks for. */
  isKept?: (feature: Feature) => boolean;
}

/** Units: metres. */
const LINE_METERS = 10;
/** Places of less importance are left out: shops whose names change within years, stops, cash machines. */
const LEAST_IMPORTANCE = 100;
/** Addresses of bus stops and bridges name streets, and are none. */
const NO_PLACES: ReadonlySet<string> = new Set(['bus_stop', 'atm', 'parking', 'locality']);
/** "bank: Ngân hàng Quân đội": a category in front of the name. */
const CATEGORY_IN_FRONT = /^([a-z_]+): (.+)$/u;

/**
 * Reads streets, numbered houses and places of the provinces, as small as they are of use.
 *
 * Shape: lines are simplified to 10 m; houses without a street, which no address names, small shops and water are left out. Of an object that several files have the
 * first version is read; streets that a newer extract no longer has, where it knows the streets around, are left out.
 * Errors: those of the files.
 */
export async function readCitySources(
  { osm, addresses, isKept = () => true }: CitySources,
  { wardAt, provinces, formerWards }: AdminDataset,
  sink: FeatureSink,
): Promise<void> {
  const unitNames = new Set(
    [
      ...provinces.map(({ fullName }) => fullName),
      ...formerWards.flatMap(({ province, district }) => [province, district]),
    ].map((fullName) => foldKey(splitFullName(fullName).name)),
  );
  const streets = createStreetCells();
  /** Objects of the files that were read. */
  const known = new Set<string>();
  /** Objects of the file that is read. */
  let own = new Set<string>();
  const keep: FeatureSink = (feature) => {
    // An object can be a house in one file and a place without a number in another.
    const id = `${feature.kind} ${objectOf(feature.key)}`;
    own.add(id);
    if (known.has(id)) return;
    const kept = smaller(feature);
    if (kept === undefined || kept.kind === 'water' || !isKept(kept)) return;
    if (kept.kind === 'street' && streets.isGone(kept)) return;
    // A station that is called as its city would hide the city from those who type its name.
    if (kept.kind === 'poi' && unitNames.has(foldKey(kept.name))) return;
    if (kept.kind === 'area' || wardAt(positionOf(kept)) >= 0) sink(kept);
  };
  const next = (): void => {
    for (const id of own) known.add(id);
    own = new Set();
  };
  for (const file of osm) {
    const read: StreetFeature[] = [];
    await readOsmFile(file, (feature) => {
      if (feature.kind === 'street') read.push(feature);
      keep(feature);
    });
    next();
    streets.add(read);
  }
  for (const [at, file] of addresses.entries()) {
    const prefix = at === 0 ? 'addresses' : `addresses-${at + 1}`;
    await readAddressesFile(
      file,
      (feature) => {
        // Rows without a number would add streets that the extracts do not have.
        if (feature.kind !== 'house' || feature.number !== '') splitNamed(feature, keep);
      },
      { prefix },
    );
    next();
  }
}

/** Returns the object of OpenStreetMap of a key, by whatever kind of file: `way/123` of `osm:way/123#12`. */
export function objectOf(key: string): string {
  return key.slice(key.indexOf(':') + 1).replace(/#.*$/, '');
}

/** Side of the cells in which streets are counted. Units: degrees; 550 m. */
const CELL_DEGREES = 1 / 200;
/** An extract with so many named streets in a cell has all of them. */
const WHOLE_STREETS = 15;

/** Creates the count of the streets that newer extracts have in each cell. */
function createStreetCells() {
  const names = new Map<string, Set<string>>();
  const cellsOf = ({ line }: StreetFeature): Set<string> => {
    const cells = new Set<string>();
    for (let at = 0; at < line.length; at += 2) {
      const [lat = 0, lon = 0] = line.subarray(at, at + 2);
      cells.add(`${Math.floor(lat / CELL_DEGREES)},${Math.floor(lon / CELL_DEGREES)}`);
    }
    return cells;
  };
  return {
    add(streets: readonly StreetFeature[]): void {
      for (const street of streets) {
        for (const cell of cellsOf(street)) {
          const known = names.get(cell) ?? new Set();
          names.set(cell, known.add(street.name));
        }
      }
    },
    /** Reports whether newer extracts have all streets where this one is. */
    isGone: (street: StreetFeature): boolean =>
      [...cellsOf(street)].every((cell) => (names.get(cell)?.size ?? 0) >= WHOLE_STREETS),
  };
}

/** Returns what is kept of a feature; undefined where it is left out. */
function smaller(feature: Feature): Feature | undefined {
  switch (feature.kind) {
    case 'street':
      return { ...feature, line: simplifyLine(feature.line, LINE_METERS) };
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
