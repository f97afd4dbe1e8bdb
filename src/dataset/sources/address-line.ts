import { PROVINCES } from '../../base/geo/admin-codes.ts';
import { foldKey } from '../../base/text/fold.ts';
import { diacriticKey } from '../../base/text/diacritics.ts';
import { readHousePath } from '../../base/text/house-path.ts';
import { placeWordAt } from '../../base/text/place-words.ts';
import { tokenize, type Token } from '../../base/text/tokens.ts';
import { DISTRICT, PROVINCE, unitWordAt, WARD } from '../../base/text/unit-words.ts';
import { PROVINCE_ALIASES } from '../../base/text/unit-aliases.ts';
import type { UnitNames } from '../features.ts';

/** The parts of an address written as one line; missing parts are absent. */
export interface AddressLine {
  number?: string;
  street?: string;
  /** Text in front of the number: a building, a company. */
  name?: string;
  units: UnitNames;
  postcode?: string;
}

/** Pattern of nearly all house numbers, with at most as many steps as text/house-path parses. */
const PLAIN_NUMBER = /^\d{1,6}[A-Za-z]?(?:\/\d{1,6}[A-Za-z]?){0,5}$/;
/** Words that announce a house number. */
const NUMBER_WORDS = new Set(['so', 'sn', 'nha']);
/** Words for alleys, whose street follows them. */
const ALLEY_WORDS = new Set(['ngo', 'ngach', 'hem', 'kiet', 'hxh', 'alley', 'lane']);
/** Cities that are or were provinces; other cities are districts. */
const CITY_PROVINCES = keys('Hà Nội|Hồ Chí Minh|Hải Phòng|Đà Nẵng|Cần Thơ|Huế');
/** Provinces that ended on 1 July 2025, and other names at the end of addresses. */
const PROVINCE_NAMES = new Set([
  ...PROVINCES.map(({ name }) => foldKey(name)),
  ...PROVINCE_ALIASES.map(({ key }) => key),
  ...keys(
    'Hà Giang|Bắc Kạn|Yên Bái|Hòa Bình|Vĩnh Phúc|Bắc Giang|Hải Dương|Thái Bình|Hà Nam|Nam Định|Quảng Bình|Quảng Nam|Kon Tum|Bình Định|Phú Yên|' +
      'Ninh Thuận|Bình Thuận|Đắk Nông|Bình Phước|Bình Dương|Bà Rịa - Vũng Tàu|Long An|Tiền Giang|Bến Tre|Trà Vinh|Hậu Giang|Sóc Trăng|Bạc Liêu|' +
      'Kiên Giang|Thừa Thiên Huế|Thừa Thiên - Huế',
  ),
]);
/** Most parts of a line before its house number (floor, building, company). */
const PARTS_IN_FRONT = 3;

/**
 * Splits an address line: house number and street before the first comma, units after it.
 *
 * Shape: `131 Đường Hồng Hà, Ba Đình, Hà Nội`; units without a type word are recognised by their order, the province last.
 */
export function splitAddressLine(line: string): AddressLine {
  const parts = splitParts(line);
  const postcode = takeTail(parts);
  const found = findNumber(parts);
  const next = found.next;
  const address: AddressLine = { units: namesOfUnits(parts.slice(next)) };
  if (found.number !== undefined) address.number = found.number;
  if (found.street !== undefined) address.street = found.street;
  if (found.front.length > 0) address.name = found.front.join(', ');
  if (postcode !== undefined) address.postcode = postcode;
  return address;
}

/** Splits `131 Đường Hồng Hà` into number and street; undefined if it does not begin with a house number. */
export function splitHouseAndStreet(text: string): { number: string; street: string } | undefined {
  const tokens = tokenize(text);
  let at = 0;
  while (at < 2 && NUMBER_WORDS.has(tokens[at]?.text ?? '')) at += 1;
  const first = tokens[at];
  if (first === undefined || !isHouseNumber(first.text)) return undefined;
  let end = first.end;
  const second = tokens[at + 1];
  if (second !== undefined && belongsToNumber(text, first, second)) end = second.end;
  const number = text.slice(first.start, end).replace(/\s+/gu, '');
  return { number, street: text.slice(end).replace(/^[\s.,:–-]+/u, '') };
}

/** Returns a house number without words and spaces around it; undefined if it is not a house number. */
export function cleanHouseNumber(text: string): string | undefined {
  if (PLAIN_NUMBER.test(text)) return text;
  const split = splitHouseAndStreet(text);
  return split?.street === '' ? split.number : undefined;
}

function keys(names: string): Set<string> {
  return new Set(names.split('|').map(foldKey));
}

function isHouseNumber(word: string): boolean {
  return /\d/.test(word) && !/^[pqf]\d+$/.test(word) && readHousePath(word) !== undefined;
}

/** Reports whether two tokens are one number, such as "47 - 49" or "12 A". */
function belongsToNumber(text: string, first: Token, second: Token): boolean {
  if (!/^\d+[a-z]?$/.test(first.text)) return false;
  if (second.gap === 1) return /^\d+[a-z]?$/.test(second.text);
  // A single đ abbreviates "đường".
  return (
    second.gap === 0 && /^[a-e]$/.test(second.text) && !/[đĐ]/u.test(text.slice(second.start, second.end))
  );
}

function findNumber(parts: readonly string[]): {
  number?: string;
  street?: string;
  front: readonly string[];
  next: number;
} {
  for (let at = 0; at < parts.length && at <= PARTS_IN_FRONT; at += 1) {
    const part = parts[at];
    const split = splitHouseAndStreet(part);
    if (split !== undefined) return withStreet(parts, at, split.number, split.street);
    if (isUnit(part)) return { front: [], next: at };
    if (isStreet(part)) return { street: part, front: [], next: at + 1 };
  }
  return { front: [], next: Math.min(1, parts.length) };
}

/** Returns number and street: the street may follow after a comma, and always does after an alley. */
function withStreet(parts: readonly string[], at: number, number: string, begun: string) {
  const street = begun === '' ? [] : [begun];
  let next = at + 1;
  for (; next < parts.length; next += 1) {
    const part = parts[next];
    const last = street.at(-1);
    const goesOn = last === undefined ? !isUnit(part) : isAlleyAlone(last) && isStreet(part);
    if (!goesOn) break;
    street.push(part);
  }
  const front = parts.slice(0, at);
  return { number, front, next, street: street.length === 0 ? undefined : street.join(' ') };
}

function isStreet(part: string): boolean {
  const tokens = tokenize(part);
  // A part can be without a word: "…".
  const word = tokens.length === 0 ? undefined : placeWordAt(tokens, 0);
  // "Tầng 5", "Căn hộ 12": numbers of a floor or flat, not of a street.
  return word?.kind === 'street' && !word.bare;
}

/** Reports whether a part is an alley with its number only (`ngõ 12`, `hẻm 45/3`). */
function isAlleyAlone(part: string): boolean {
  const tokens = tokenize(part);
  return tokens.length === 2 && ALLEY_WORDS.has(tokens[0]?.text ?? '') && /^\d/.test(tokens[1]?.text ?? '');
}

function isUnit(part: string): boolean {
  const tokens = tokenize(part);
  return tokens.length > 1 && unitWordAt(tokens, 0) !== undefined;
}

/** Splits at commas, and before type words in full (`12 Lê Lợi Phường Bến Nghé Quận 1`). */
function splitParts(line: string): string[] {
  const parts: string[] = [];
  for (const section of line.split(/[,;\r\n]/u)) {
    let start = 0;
    const tokens = tokenize(section);
    for (let i = 0; i < tokens.length; i += 1) {
      const word = unitWordAt(tokens, i);
      if (word === undefined) continue;
      const token = tokens[i];
      const last = tokens[i + word.length - 1];
      const isWhole = diacriticKey(section.slice(token.start, last.end)) === word.spelling;
      // "Công xã Paris" is a square, "Hợp tác xã" a cooperative.
      const isPartOfWord = /^(?:cong|tac)$/.test(tokens[i - 1]?.text ?? '') && word.type === 'xa';
      if (
        i > 0 &&
        isWhole &&
        !isPartOfWord &&
        !isStreetName(tokens, i, word.length) &&
        i + word.length < tokens.length
      ) {
        parts.push(section.slice(start, token.start));
        start = token.start;
      }
      i += word.length - 1;
    }
    parts.push(section.slice(start));
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Reports whether a type word begins the name of a street: "Phố Xã Đàn", but not "đường Phường 5". */
function isStreetName(tokens: readonly Token[], at: number, length: number): boolean {
  const word = placeWordAt(tokens, at - 1);
  return (
    word?.kind === 'street' && word.length === 1 && !word.bare && !/^\d/.test(tokens[at + length]?.text ?? '')
  );
}

/** Removes country and post code from the end; returns the post code. */
function takeTail(parts: string[]): string | undefined {
  let postcode: string | undefined;
  while (parts.length > 1) {
    const last = parts.at(-1) as string;
    const code = /(?:^|\s)(\d{5,6})$/.exec(last)?.[1];
    if (code !== undefined) {
      postcode = code;
      const rest = last.slice(0, -code.length).trim();
      parts.pop();
      if (rest !== '') parts.push(rest);
    } else if (/^(?:vietnam|vn)$/.test(foldKey(last))) parts.pop();
    else break;
  }
  return postcode;
}

/** Assigns each part to a level: by its type word; of the others the last is the province, if it is one, and the one before it the district. */
function namesOfUnits(parts: readonly string[]): UnitNames {
  const units: UnitNames = {};
  const untyped: string[] = [];
  for (const part of [...parts].reverse()) {
    const tokens = tokenize(part);
    const word = tokens.length > 1 ? unitWordAt(tokens, 0) : undefined;
    const name = foldKey(
      tokens
        .slice(word?.length ?? 0)
        .map(({ text }) => text)
        .join(''),
    );
    const layers = word?.layers ?? 0;
    if (layers === WARD) units.ward ??= part;
    else if (layers === PROVINCE) units.province ??= part;
    else if (layers === (PROVINCE | DISTRICT) && isCityProvince(name, units)) units.province = part;
    else if (layers !== 0) units.district ??= part;
    else if (units.province === undefined && untyped.length === 0 && PROVINCE_NAMES.has(name))
      units.province = part;
    else if (!isStreet(part)) untyped.push(part);
  }
  for (const part of untyped) {
    if (units.district === undefined) units.district = part;
    else units.ward ??= part;
  }
  return units;
}

/** Reports whether a city is a province: in "Thành phố Huế, Tỉnh Thừa Thiên Huế" it was a district. */
function isCityProvince(name: string, units: UnitNames): boolean {
  return (
    units.province === undefined &&
    (CITY_PROVINCES.has(name) || /^(?:hcm|hochiminh|saigon|hn|sg)$/.test(name))
  );
}
