import { isPosition, type Position } from '../../base/geo/position.ts';
import { readWkbPoint } from '../../formats/wkb.ts';
import { isGersId, overtureKey } from '../../engine/gazetteer/place-id.ts';
import { categoryImportance } from '../../engine/gazetteer/categories/categories.ts';
import type { PoiFeature } from '../features.ts';
import { splitAddressLine, type AddressLine } from './address-line.ts';
import { contentHash } from './addresses.ts';
import { overtureCategories, type OvertureCategories } from './overture-categories.ts';
import { PLAIN_IMPORTANCE } from './places.ts';

/** The members of a place of Overture that are read. Source: Overture schema 1.0 to 2.0, theme places, type place. */
export const OVERTURE_MEMBERS = [
  ...['id', 'geometry', 'names', 'taxonomy', 'categories', 'basic_category', 'confidence'],
  ...['websites', 'phones', 'addresses', 'operating_status'],
] as const;

/** Columns inside the members that are not read. */
export const OVERTURE_OMITTED = ['variant', 'language', 'perspectives', 'between', 'side'].map(
  (name) => `names.rules.${name}`,
);

/** A place of Overture; any member may be missing, or of another type in a damaged file. */
export interface OvertureRow extends OvertureCategories {
  id?: unknown;
  geometry?: unknown;
  names?: { primary?: unknown; common?: unknown; rules?: unknown } | null;
  confidence?: unknown;
  websites?: unknown;
  phones?: unknown;
  addresses?: unknown;
  operating_status?: unknown;
}

/** The country of the datasets, as of ISO 3166-1. */
const COUNTRY = 'VN';

/** The share of the importance of its category that a place has of which it is not known whether it exists. */
const UNSURE_SHARE = 0.5;

/**
 * Converts a place of Overture.
 *
 * Shape: a text is the reason why it cannot be used. `importance` is that of the category: all of it with the confidence 1, half of it near 0.
 */
export function readOverturePlace(row: OvertureRow, remark: (reason: string) => void): PoiFeature | string {
  if (row.operating_status === 'permanently_closed') return 'permanently closed';
  if (row.confidence === 0) return 'confidence 0: it does not exist any more';
  const position = pointOf(row.geometry);
  if (typeof position === 'string') return position;
  const [name, ...otherNames] = namesOf(row.names);
  if (name === undefined) return 'no name';
  if (name.includes('\uFFFD')) return 'not UTF-8';
  const address = firstOf(row.addresses) as Partial<Record<string, unknown>> | undefined;
  const country = textOf(address?.country);
  if (country !== '' && country !== COUNTRY) return `in another country: ${country}`;
  const { number, street, postcode, units } = readAddress(address);
  const categories = overtureCategories(row);
  if (categories.length === 0) remark('category not known');
  const id = textOf(row.id);
  return {
    kind: 'poi',
    key: overtureKey(id === '' ? contentHash([name, ...categories], position) : id),
    gersId: isGersId(id) ? id : undefined,
    name,
    otherNames,
    position,
    categories,
    units,
    number,
    street,
    postcode: textOf(address?.postcode) || postcode,
    phone: textOf(firstOf(row.phones)) || undefined,
    website: textOf(firstOf(row.websites)) || undefined,
    importance: importanceOf(categories, row.confidence, remark),
  };
}

function importanceOf(categories: readonly string[], confidence: unknown, remark: (reason: string) => void) {
  const [first] = categories;
  const whole = first === undefined ? PLAIN_IMPORTANCE : categoryImportance(first);
  let share = (1 + UNSURE_SHARE) / 2;
  if (typeof confidence === 'number' && confidence > 0 && confidence <= 1)
    share = UNSURE_SHARE + (1 - UNSURE_SHARE) * confidence;
  else if (confidence !== null && confidence !== undefined) remark('confidence is not from 0 to 1');
  return Math.round(whole * share);
}

/** Returns the position of a point: GeoJSON, or WKB where a program wrote the file without the metadata of GeoParquet. */
function pointOf(geometry: unknown): Position | string {
  if (geometry === null || geometry === undefined) return 'no position';
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: readonly unknown[] };
  const point =
    geometry instanceof Uint8Array ? readWkbPoint(geometry) : type === 'Point' ? coordinates : undefined;
  if (point === undefined) return 'not a point';
  const position = { lat: point[1], lon: point[0] };
  return isPosition(position) ? position : 'position out of range';
}

/** Returns the primary name, then those in other languages and its variants, each once. */
function namesOf(names: OvertureRow['names']): string[] {
  const { primary, common, rules } = names ?? {};
  const variants = Array.isArray(rules)
    ? (rules as ({ value?: unknown } | null)[]).map((rule) => rule?.value)
    : [];
  const others = [...Object.values((common ?? {}) as Record<string, unknown>), ...variants].map(textOf);
  const main = textOf(primary);
  return main === '' ? [] : [...new Set([main, ...others.filter((name) => name !== '')])];
}

/** Reads an address: `freeform` is a street line or a whole address, `locality` a town, `region` a province or its code. */
function readAddress(address: Partial<Record<string, unknown>> | undefined): AddressLine {
  const parts = [textOf(address?.freeform)];
  for (const part of [textOf(address?.locality), textOf(address?.region)]) {
    const isCode = /^(?:VN-)?[A-Z0-9]{2}$/.test(part);
    if (part !== '' && !isCode && !parts.some((before) => before.includes(part))) parts.push(part);
  }
  const line = parts.filter((part) => part !== '').join(', ');
  return line === '' ? { units: {} } : splitAddressLine(line);
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? (list as unknown[])[0] : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
