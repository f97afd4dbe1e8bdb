import { message, type PlainCode } from '../../base/messages/message.ts';
import {
  CATEGORIES,
  categoryImportance,
  categoryNumber,
} from '../../engine/gazetteer/categories/categories.ts';
import { isGersId, overtureKey } from '../../engine/gazetteer/place-id.ts';
import { readCategories } from '../../engine/gazetteer/categories/read-categories.ts';
import type { FeatureSink, PoiFeature } from '../features.ts';
import { contentHash, lacksForPosition, readRowAddress } from './addresses.ts';
import { type FieldRow, PLACE_FIELDS, readFields } from './fields.ts';
import { readPosition } from './geometry.ts';
import type { SourceOptions, SourceReport } from './source-report.ts';

/** Importance of a place without a known category. */
const PLAIN_IMPORTANCE = 30;
/** How a table is made of places of Overture, which is read from no other form. */
const OVERTURE_ADVICE = message('dataset.overtureAdvice');
/** A word with more categories than this is a group, which is too general for a single place. */
const CATEGORIES_OF_WORD = 2;

/**
 * Reads a file of places (CSV, NDJSON, JSON, GeoJSON, `.gz`) into points of interest, row by row.
 *
 * Shape: columns as of {@link readAddressesFile}, and name, other names (by `|` or `;`), categories (slugs or words), telephone, website, opening
 * hours, the id of the place it belongs to, importance 0 to 255. Keys are `places:ID`, or a hash of the content; a GERS id is its own place id.
 * Errors: INPUT_MISSING; INPUT_BAD if the file is broken, or has no columns for position and name; IO.
 */
export async function readPlacesFile(
  file: string,
  sink: FeatureSink,
  options: SourceOptions = {},
): Promise<SourceReport> {
  const { prefix = 'places' } = options;
  return readFields(
    file,
    PLACE_FIELDS,
    options,
    (fields, names) => {
      const isOverture = names.includes('names') && /\b(?:taxonomy|categories)\b/.test(names.join(' '));
      const lacksName = isOverture
        ? message('dataset.overturePlaces', { advice: OVERTURE_ADVICE })
        : message('dataset.nameMissing');
      return lacksForPosition(fields) ?? (fields.has('name') ? undefined : lacksName);
    },
    (row) => {
      const feature = readPlace(row, prefix);
      if (typeof feature === 'string') return feature;
      sink(feature);
      return undefined;
    },
  );
}

function readPlace(row: FieldRow<keyof typeof PLACE_FIELDS>, prefix: string): PoiFeature | PlainCode {
  const position = readPosition(row.fields, row.values, row.geometry);
  if (typeof position === 'string') return position;
  const name = row.read('name');
  if (name === '') return 'dataset.noName';
  const categories = readPlaceCategories(row.read('category'), row.remark);
  const { number, street, postcode, units } = readRowAddress(row);
  const gersId = row.read('gersId');
  const id = row.read('id') || contentHash([name, ...categories], position);
  const place: PoiFeature = {
    kind: 'poi',
    key: gersId === '' ? `${prefix}:${id}` : overtureKey(gersId),
    name,
    otherNames: listOf(row.read('otherNames'), /[|;]/).filter((other) => other !== name),
    position,
    categories,
    units,
    importance: readImportance(row.read('importance'), categories),
  };
  if (isGersId(gersId)) place.gersId = gersId;
  if (number !== undefined) place.number = number;
  if (street !== undefined) place.street = street;
  if (postcode !== undefined) place.postcode = postcode;
  for (const field of ['phone', 'website', 'openingHours'] as const) {
    const text = row.read(field);
    if (text !== '') place[field] = text;
  }
  const parent = row.read('parent');
  if (parent !== '') place.parentKey = parent.includes(':') ? parent : `${prefix}:${parent}`;
  return place;
}

/** Parses categories to slugs; unknown words become remarks. */
function readPlaceCategories(text: string, remark: (reason: PlainCode) => void): string[] {
  const slugs: string[] = [];
  for (const word of listOf(text, /[|;,]/)) {
    if (categoryNumber(word) !== undefined) slugs.push(word);
    else {
      const { numbers } = readCategories(word);
      if (numbers.length === 0 || numbers.length > CATEGORIES_OF_WORD) remark('dataset.unknownCategory');
      else for (const number of numbers) slugs.push((CATEGORIES[number] as { slug: string }).slug);
    }
  }
  return [...new Set(slugs)];
}

function readImportance(text: string, categories: readonly string[]): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(255, Math.round(Number(text)));
  const [first] = categories;
  return first === undefined ? PLAIN_IMPORTANCE : categoryImportance(first);
}

function listOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
