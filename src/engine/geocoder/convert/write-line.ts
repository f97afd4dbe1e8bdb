import { fold } from '../../../base/text/fold.ts';
import type { DatedUnit } from '../../gazetteer/units/unit-history.ts';

/** How the units of a line are written. */
export interface UnitStyle {
  diacritics: boolean;
  order: 'vietnamese' | 'english';
}

/** English type words: those of districts and wards behind the name, as in official translations. */
const ENGLISH: Readonly<Record<string, string>> = {
  Phường: 'Ward',
  Xã: 'Commune',
  'Thị trấn': 'Town',
  'Đặc khu': 'Special Zone',
  Quận: 'District',
  Huyện: 'District',
  'Thị xã': 'Town',
  'Thành phố': 'City',
  Tỉnh: 'Province',
};

/** Returns the full name of a unit in a style: `Phường Bến Thành`, `Phuong Ben Thanh`, `Bến Thành Ward`, `District 1`. */
export function writeUnit({ type, name, fullName }: DatedUnit, { diacritics, order }: UnitStyle): string {
  const written = order === 'english' ? inEnglish(type, name, fullName) : fullName;
  return diacritics ? written : withoutDiacritics(written);
}

function inEnglish(type: string, name: string, fullName: string): string {
  const word = ENGLISH[type.charAt(0).toUpperCase() + type.slice(1)];
  if (word === undefined) return fullName;
  return /^\d/.test(name) ? `${word} ${name}` : `${name} ${word}`;
}

/** Returns a text without diacritics, with its capitals. */
export function withoutDiacritics(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    const bare = fold(letter);
    if (bare === '' || bare === letter) return letter;
    return letter === letter.toLowerCase() ? bare : bare.toUpperCase();
  }).join('');
}

/** An address without its units. Shape: `kept` is what is in front of them, as written; `tail` what is behind them: the country, a note. */
export interface SplitLine {
  kept: string;
  tail: string;
  /** Whether a postal code stood behind the units. */
  hasPostalCode: boolean;
}

/** A range of a text. Shape: `end` exclusive. */
export interface TextRange {
  start: number;
  end: number;
}

/** Signs around the parts of an address, which go with them. */
const SIGNS = ',;:|>-–—';
const LEADING_SIGNS = new Set(`${SIGNS}.)]/`);
const TRAILING_SIGNS = new Set(`${SIGNS}([`);
const POSTAL_CODE = /(^|[\s,;.(])(\d{5,6})(?=$|[\s,;.)])/;

/** The name of the country, alone. */
const COUNTRY = /^(vi[eệ]t\s?nam|vn)[\s./>]*$/iu;

/** Returns an address without the units at some ranges, in their order. What is between them is kept too; the country goes to the end. */
export function splitLine(text: string, ranges: readonly TextRange[]): SplitLine {
  const first = ranges[0];
  if (first === undefined) return { kept: text.trim(), tail: '', hasPostalCode: false };
  const sections = [withoutTrailing(text.slice(0, first.start)).trimStart()];
  ranges.forEach(({ end }, at) => {
    const next = ranges[at + 1];
    if (next !== undefined) sections.push(trimSigns(text.slice(end, next.start)));
  });
  const behind = text.slice((ranges.at(-1) as TextRange).end);
  const hasPostalCode = POSTAL_CODE.test(behind);
  const tail = trimSigns(hasPostalCode ? behind.replace(POSTAL_CODE, '$1') : behind);
  const countries: string[] = [];
  const kept = sections.flatMap((section) => withoutCountry(section, countries)).join(', ');
  return {
    kept,
    tail: [tail, ...countries.slice(0, 1)].filter((part) => part !== '').join(', '),
    hasPostalCode,
  };
}

/** Returns a section, none for an empty one, without a part that is the country, which is added to a list. */
function withoutCountry(section: string, countries: string[]): string[] {
  if (section === '') return [];
  if (!/vi[eệ]t|vn/iu.test(section)) return [section];
  const parts = section.split(/(?<=[,;>])/u);
  const others = parts.filter((part) => {
    const name = trimSigns(part);
    if (!COUNTRY.test(name)) return true;
    countries.push(COUNTRY.exec(name)?.[1] ?? name);
    return false;
  });
  if (others.length === parts.length) return [section];
  const left = trimSigns(others.join(''));
  return left === '' ? [] : [left];
}

/** Joins an address again: what was in front, the units, the postal code if there was one, and what was behind. */
export function joinLine(
  { kept, tail, hasPostalCode }: SplitLine,
  units: string,
  postalCode: string,
): string {
  const placed = hasPostalCode && postalCode !== '' ? `${units} ${postalCode}` : units;
  const line = kept === '' ? placed : placed === '' ? kept : `${kept}, ${placed}`;
  return tail === '' ? line : `${line}, ${tail}`;
}

function trimSigns(text: string): string {
  let start = 0;
  while (start < text.length && isSign(text.charAt(start), LEADING_SIGNS)) start += 1;
  return withoutTrailing(text.slice(start)).trim();
}

function withoutTrailing(text: string): string {
  let end = text.length;
  while (end > 0 && isSign(text.charAt(end - 1), TRAILING_SIGNS)) end -= 1;
  return text.slice(0, end);
}

function isSign(char: string, signs: ReadonlySet<string>): boolean {
  return signs.has(char) || char.trim() === '';
}
