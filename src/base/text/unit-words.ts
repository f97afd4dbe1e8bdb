import table from '../../data/unit-words.json' with { type: 'json' };
import { diacriticKey } from './diacritics.ts';
import type { Token } from './tokens.ts';

/** Layers of administrative units as bits, so that a word can mean several. */
export const PROVINCE = 1;
/** The layer between province and ward that ended on 1 July 2025. */
export const DISTRICT = 2;
/** The layer of phường, xã, thị trấn and đặc khu. */
export const WARD = 4;

/**
 * A type word of a unit in a text.
 *
 * Shape: `layers` are the bits of the layers it can mean, `type` the full word as of foldKey (`thanhpho`, `huien`), `length` its tokens,
 * `short` is true for an abbreviation; `spelling` is the diacriticKey of the full word.
 */
export interface UnitWord {
  layers: number;
  type: string;
  length: number;
  short: boolean;
  spelling: string;
}

/** The bits of the layers that a type word can mean, from their names. */
const LAYERS: Readonly<Record<string, number>> = { province: PROVINCE, district: DISTRICT, ward: WARD };
const layersOf = (names: readonly string[]) => names.reduce((bits, name) => bits | (LAYERS[name] ?? 0), 0);

const SPELLING: Readonly<Record<string, string>> = table.spelling;

/** The type words by their first word, the longest first. */
const leading = new Map<string, { others: readonly string[]; word: UnitWord }[]>();
for (const { words, type, layers: names } of table.leading) {
  const [first = '', ...others] = words.split(' ');
  const spelling = diacriticKey(SPELLING[type] as string);
  const short = words.replaceAll(' ', '') !== type;
  const key = type.replaceAll('y', 'i');
  const word = { layers: layersOf(names), type: key, length: 1 + others.length, short, spelling };
  const same = leading.get(first) ?? [];
  leading.set(
    first,
    [...same, { others, word }].sort((a, b) => b.others.length - a.others.length),
  );
}
const trailing = new Map<string, UnitWord>(
  table.trailing.map(({ words, type, layers }) => [
    words,
    { layers: layersOf(layers), type: type.replaceAll('y', 'i'), length: 1, short: false, spelling: words },
  ]),
);

/** Returns the type word that begins at a token (`phường`, `P.`, `thành phố`, `TX`), the longest first. */
export function unitWordAt(tokens: readonly Token[], index: number): UnitWord | undefined {
  const token = tokens[index];
  const beginning = token === undefined ? undefined : leading.get(token.text);
  if (beginning === undefined) return undefined;
  for (const { others, word } of beginning) if (follow(tokens, index + 1, others)) return word;
  return undefined;
}

/** Reports whether words follow each other from a token on, without a sign between them. */
function follow(tokens: readonly Token[], index: number, words: readonly string[]): boolean {
  for (let i = 0; i < words.length; i += 1) {
    const token = tokens[index + i];
    if (token === undefined || token.gap !== 0 || token.text !== words[i]) return false;
  }
  return true;
}

/** Returns the English type word at a token that ends a name (`Binh Thanh District`, `Da Nang city`). */
export function trailingUnitWordAt(tokens: readonly Token[], index: number): UnitWord | undefined {
  const token = tokens[index];
  return token === undefined || token.gap === 2 ? undefined : trailing.get(token.text);
}

/** Type words that full names begin with, longest first. */
const FULL_WORDS = /^(thị trấn|thành phố|thị xã|đặc khu|phường|xã|quận|huyện|tỉnh)\s+/iu;

/**
 * Splits a full name into its type word and the name proper (`Phường Ba Đình`: `Phường`, `Ba Đình`).
 *
 * Shape: `type` is empty if the name begins with no type word.
 */
export function splitFullName(fullName: string): { type: string; name: string } {
  const composed = fullName.normalize('NFC').trim();
  const match = FULL_WORDS.exec(composed);
  if (match === null) return { type: '', name: composed };
  return { type: match[1] as string, name: composed.slice(match[0].length) };
}
