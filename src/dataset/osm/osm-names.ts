import { isComposed } from '../../base/text/compose.ts';
import { fold } from '../../base/text/fold.ts';
import { keepForTags, type OsmTags } from './osm-entities.ts';
import type { UnitNames } from '../features.ts';

/** Longest value that OpenStreetMap itself stores; longer ones are invalid. */
const MOST_CHARACTERS = 255;

/** Values that mean "none", folded. */
const NOTHING = new Set([
  'ko co',
  'khong co',
  'khong',
  'none',
  'no',
  'yes',
  'unknown',
  'n/a',
  'chua ro',
  'fixme',
  'null',
]);

/**
 * Returns a tag as a name: NFC, single spaces; undefined if it is missing or means "none".
 *
 * Shape: a name has a digit or two letters, because mappers fill forms with `a` and `-`.
 */
export function readName(tags: OsmTags, key: string): string | undefined {
  const text = readText(tags, key);
  return text === undefined || !/\p{N}|\p{L}.*\p{L}/u.test(text) || NOTHING.has(fold(text))
    ? undefined
    : text;
}

/** Returns a tag as a name that is not only a number. */
export function readWord(tags: OsmTags, key: string): string | undefined {
  const text = readName(tags, key);
  return text === undefined || !/\p{L}.*\p{L}/u.test(text) ? undefined : text;
}

/** Returns a tag: NFC, single spaces; undefined if it is missing, empty or longer than the database allows. */
export function readText(tags: OsmTags, key: string): string | undefined {
  const value = tags[key];
  if (value === undefined || value.length > MOST_CHARACTERS) return undefined;
  if (isComposed(value) && !/[\u007f-\u009f\u00d0\u00f0]/.test(value))
    return value === '' ? undefined : value;
  // Vietnamese has no eth: older keyboards write it instead of a D with stroke.
  const text = value
    .normalize('NFC')
    .replaceAll('\u00d0', '\u0110')
    .replaceAll('\u00f0', '\u0111')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return text === '' ? undefined : text;
}

/** The names of an object. */
export interface OsmNames {
  name: string;
  otherNames: string[];
}

/** Keys whose value can replace a missing name, the best first. */
const NAME_KEYS = ['name', 'name:vi', 'official_name', 'name:en', 'int_name', 'short_name'];
const OTHER_NAME_KEYS = [
  'name:vi',
  'official_name',
  'official_name:vi',
  'short_name',
  'alt_name',
  'alt_name:vi',
  'loc_name',
  'old_name',
  'old_name:vi',
  'name:en',
  'int_name',
  'name:left',
  'name:right',
];
const ROAD_NAME_KEYS = [...NAME_KEYS, 'ref'];
const ROAD_OTHER_NAME_KEYS = [...OTHER_NAME_KEYS, 'ref', 'loc_ref', 'old_ref'];

/** Returns the names of a place. */
export function namesOfPlace(tags: OsmTags): OsmNames | undefined {
  return collect(tags, NAME_KEYS, OTHER_NAME_KEYS);
}

/** Returns the brand or operator of a place, which replaces a missing name. */
export function namesOfBrand(tags: OsmTags): OsmNames | undefined {
  const name = readWord(tags, 'brand') ?? readWord(tags, 'operator');
  return name === undefined ? undefined : { name, otherNames: [] };
}

/** Returns the names of a road, including its number (`QL1A`). */
export const namesOfRoad = keepForTags((tags) => collect(tags, ROAD_NAME_KEYS, ROAD_OTHER_NAME_KEYS));

function collect(
  tags: OsmTags,
  nameKeys: readonly string[],
  otherKeys: readonly string[],
): OsmNames | undefined {
  for (const key of nameKeys) {
    if (tags[key] === undefined) continue;
    const names = splitNames(readName(tags, key));
    const [name] = names;
    if (name === undefined) continue;
    for (const other of otherKeys)
      if (tags[other] !== undefined) names.push(...splitNames(readName(tags, other)));
    return { name, otherNames: names.length === 1 ? [] : [...new Set(names)].slice(1) };
  }
  return undefined;
}

/** Splits several names of one key, which are separated by semicolons. */
function splitNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  if (!text.includes(';')) return [text];
  return text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The address of an object. Shape: `numbers` is empty if it has no valid number. */
export interface OsmAddress {
  numbers: string[];
  street?: string;
  units: UnitNames;
  postcode?: string;
  houseName?: string;
}

/** Returns the address in the `addr:` tags of an object. */
export const addressOf = keepForTags((tags): OsmAddress => {
  const street =
    readName(tags, 'addr:street') ?? readWord(tags, 'addr:place') ?? readWord(tags, 'addr:hamlet');
  const postcode = readText(tags, 'addr:postcode');
  const houseName = readWord(tags, 'addr:housename');
  return {
    numbers: houseNumbersOf(readText(tags, 'addr:housenumber') ?? ''),
    units: unitsOf(tags),
    street,
    postcode: postcode !== undefined && /^\d{4,6}$/.test(postcode) ? postcode : undefined,
    houseName,
  };
});

/** Splits house numbers (`12;14`, `12, 14`, `Số 12`) into single ones; text without a digit is ignored. */
export function houseNumbersOf(text: string): string[] {
  const numbers = text
    .split(/[;,]/)
    .map((part) => part.replace(/^\s*(?:số\s+nhà|nhà\s+số|so\s+nha|số|so|no\.|#)[\s:.]*(?=\d)/iu, '').trim())
    .filter((part) => /\d/.test(part));
  return [...new Set(numbers)];
}

function unitsOf(tags: OsmTags): UnitNames {
  const units: UnitNames = {};
  const suburb = readName(tags, 'addr:suburb');
  const city = readName(tags, 'addr:city');
  set(units, 'ward', readName(tags, 'addr:ward') ?? readName(tags, 'addr:subdistrict'), 'Phường');
  set(units, 'district', readName(tags, 'addr:district'), 'Quận');
  set(units, 'province', readWord(tags, 'addr:province') ?? readWord(tags, 'addr:state'));
  // Suburb and city are used for several levels; the type word shows which one.
  for (const name of [suburb, city]) {
    if (name === undefined) continue;
    const level = levelOf(name);
    if (level !== undefined) units[level] ??= name;
  }
  if (city !== undefined && levelOf(city) === undefined && /\p{L}/u.test(city)) {
    if (units.province === undefined) units.province = city;
    else if (units.district === undefined && fold(city) !== fold(units.province)) units.district = city;
  }
  return units;
}

/** Sets a unit; a number alone gets its type word. */
function set(units: UnitNames, level: keyof UnitNames, name: string | undefined, typeWord?: string): void {
  if (name === undefined) return;
  units[level] = typeWord !== undefined && /^\d+$/.test(name) ? `${typeWord} ${Number(name)}` : name;
}

function levelOf(name: string): keyof UnitNames | undefined {
  const folded = fold(name);
  if (/^(?:phuong|xa|thi tran|dac khu)\s/.test(folded) || folded.endsWith(' ward')) return 'ward';
  if (/^(?:quan|huyen|thi xa)\s/.test(folded) || folded.endsWith(' district')) return 'district';
  return /^tinh\s/.test(folded) ? 'province' : undefined;
}
