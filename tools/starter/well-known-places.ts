import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { errnoOf, GeomillError } from '../../src/base/errors/geomill-error.ts';
import { isPosition } from '../../src/base/geo/position.ts';
import { categoryImportance, categoryNumber } from '../../src/engine/gazetteer/categories/categories.ts';
import { fold } from '../../src/base/text/fold.ts';
import type { FeatureSink, PoiFeature } from '../../src/dataset/features.ts';
import { splitAddressLine } from '../../src/dataset/sources/address-line.ts';

const COLUMNS = ['name', 'other_names', 'category', 'lat', 'lon', 'address'];
/** Well-known places come before others of their category. */
const EXTRA_IMPORTANCE = 15;
const MOST_IMPORTANCE = 255;

/**
 * Reads the table of well-known places, kept by hand.
 *
 * Shape: columns name, other_names (by `|`), category (slugs by `|`, the most telling first), lat, lon, address (`12 Đường Lê Lợi, Hồ Chí Minh`:
 * number and street where they are known, then the province in force).
 * Errors: INPUT_MISSING when it cannot be read; INPUT_BAD with the line that is wrong.
 */
export async function readWellKnownPlaces(file: string, sink: FeatureSink): Promise<void> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const message = `Cannot read the well-known places ${file} (${errnoOf(cause) ?? 'unknown error'}). Name a table with the columns ${COLUMNS.join(', ')}.`;
    throw new GeomillError('INPUT_MISSING', message, { cause });
  }
  const [header = [], ...rows] = parse(text, { bom: true, relax_column_count: true });
  if (header.join() !== COLUMNS.join()) {
    throw new GeomillError(
      'INPUT_BAD',
      `${file}:1 has the columns ${header.join(', ')}; expected ${COLUMNS.join(', ')}.`,
    );
  }
  const lines = new Map<string, number>();
  rows.forEach((row, index) => {
    const line = index + 2;
    const place = readPlace(row);
    if (typeof place === 'string') throw new GeomillError('INPUT_BAD', `${file}:${line} ${place}.`);
    const before = lines.get(place.key);
    if (before !== undefined) {
      const message = `${file}:${line} is in line ${before} already: a place is its category and its name. Add what tells them apart to the name.`;
      throw new GeomillError('INPUT_BAD', message);
    }
    lines.set(place.key, line);
    sink(place);
  });
}

function readPlace(row: readonly string[]): PoiFeature | string {
  if (row.length !== COLUMNS.length) return `has ${row.length} cells; expected ${COLUMNS.length}`;
  const [name, otherNames, category, lat, lon, address] = row.map((cell) => cell.normalize('NFC').trim()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const position = { lat: Number(lat), lon: Number(lon) };
  if (name === '') return 'has no name';
  if (lat === '' || lon === '' || !isPosition(position)) return `has no position (${lat}, ${lon})`;
  const categories = category.split('|').map((slug) => slug.trim());
  const unknown = categories.find((slug) => categoryNumber(slug) === undefined);
  if (unknown !== undefined) return `has a category that is not known: ${unknown}`;
  const first = categories[0] as string;
  return {
    kind: 'poi',
    key: `well-known:${first}:${fold(name)}`,
    name,
    otherNames: otherNames.split('|').filter((other) => other.trim() !== ''),
    position,
    categories,
    units: {},
    ...readAddress(address),
    importance: Math.min(MOST_IMPORTANCE, categoryImportance(first) + EXTRA_IMPORTANCE),
  };
}

/** Reads number and street; the province at the end is for people, and for the tests of the table. */
function readAddress(address: string): { number?: string; street?: string } {
  const { number, street } = splitAddressLine(address);
  return { ...(number === undefined ? {} : { number }), ...(street === undefined ? {} : { street }) };
}
