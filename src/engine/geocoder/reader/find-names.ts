import { isBrokenWord, type Token } from '../../../base/text/tokens.ts';
import { type Context, FREE, isNumber, STREET, UNIT } from './context.ts';
import {
  extendHash,
  HASH_SEED,
  LONGEST_KEY,
  type Name,
  type NameIndex,
  SHORTEST_KEY,
  type TypoIndex,
} from '../../gazetteer/unit-table/names.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import { fold } from '../../../base/text/fold.ts';
import { DISTRICT, PROVINCE } from '../../../base/text/unit-words.ts';
import { overlap } from '../../gazetteer/unit-table/ranges.ts';

/** Most words of a name. */
const LONGEST_NAME = 8;

/** Readings below this factor are used only if no other reading names a unit. */
export const FAINT = 0.5;

/** Readings below this factor are never used: they are names of streets. */
export const FAINTEST = 0.3;

/** Tokens that spell a name, `distance` edits away. */
export interface Hit {
  start: number;
  end: number;
  name: Name;
  distance: number;
}

/**
 * A unit that some tokens can mean.
 *
 * Shape: `start` and `end` include type words; `weight` grows with the certainty that the words mean this unit; `marked` is true with a type
 * word; `streetLike` is true if without one it is rather a street; `factor` is the part of the weight that does not depend on layer and length, 1 for
 * an unmarked name that fills its part.
 */
export interface Reading {
  start: number;
  end: number;
  unit: Unit;
  layer: number;
  weight: number;
  factor: number;
  marked: boolean;
  streetLike: boolean;
  distance: number;
}

/** Returns every run of tokens that spells a name, without a comma inside. */
export function findHits(tokens: readonly Token[], names: NameIndex): Hit[] {
  const hits: Hit[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    let hash = HASH_SEED;
    const limit = Math.min(tokens.length, start + LONGEST_NAME);
    for (let end = start; end < limit; end += 1) {
      const token = tokens[end];
      if (end > start && token.gap === 2) break;
      hash = extendHash(hash, token.text);
      const name = names.find(hash, tokens, start, end + 1);
      if (name !== undefined) hits.push({ start, end: end + 1, name, distance: 0 });
    }
  }
  // "Phường 05" is phường 5.
  for (let start = 0; start < tokens.length; start += 1) {
    const { text } = tokens[start];
    if (text.length !== 2 || !/^0\d$/.test(text)) continue;
    const name = names.get(text.slice(1));
    if (name !== undefined) hits.push({ start, end: start + 1, name, distance: 0 });
  }
  return hits;
}

/** Reports whether a run of tokens contains a number. */
export function holdsNumber(tokens: readonly Token[], start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) if (isNumber(tokens[i].text)) return true;
  return false;
}

/** Most words of a misspelt name. */
const LONGEST_MISSPELT = 7;

/**
 * Returns the misspelt names in runs of unexplained tokens.
 *
 * Shape: a name ends with its part, or where a unit or a number follows; a word that is left behind it would be one more fault ("Phường Bảo Lộc" is not Phường B'Lao).
 */
export function findTypos(
  tokens: readonly Token[],
  context: Context,
  explained: Uint8Array,
  names: NameIndex,
  typos: TypoIndex,
): Hit[] {
  const hits: Hit[] = [];
  for (let start = 0; start < tokens.length; start += 1) {
    if (explained[start] === 1) continue;
    const typed = context.unitWord[start] !== undefined;
    if (!typed && (context.kind[start] === STREET || context.head[start] !== FREE)) continue;
    let key = '';
    const limit = Math.min(context.partEnd[start], start + LONGEST_MISSPELT);
    for (let end = start; end < limit && explained[end] === 0 && context.head[end] !== UNIT; end += 1) {
      if (isBrokenWord(tokens[end].text)) break;
      key += tokens[end].text.replaceAll('y', 'i');
      if (key.length < SHORTEST_KEY || holdsNumber(tokens, start, start + 1)) continue;
      if (key.length > LONGEST_KEY) break;
      const exact = names.find(extendHash(HASH_SEED, key), tokens, start, end + 1) !== undefined;
      // A misspelling of one name is often another name, but only with a type word is a correction likely.
      if (exact && !typed) continue;
      if (isLeft(tokens, context, explained, end + 1)) continue;
      for (const name of typos.near(key)) hits.push({ start, end: end + 1, name, distance: 1 });
    }
  }
  return hits;
}

/** Reports whether a token is a word of the same part that nothing explains. */
function isLeft(
  tokens: readonly Token[],
  { partEnd, head }: Context,
  explained: Uint8Array,
  index: number,
): boolean {
  if (index >= partEnd[index - 1]) return false;
  return explained[index] === 0 && head[index] === FREE && !holdsNumber(tokens, index, index + 1);
}

/** Factor of initials: beside a name that is written, they only decide between places of that name. */
const INITIALS = 0.8;
const LETTERS = /^[a-z]{2,4}$/;
const VOWEL = /[aeiouy]/;

/** The provinces, old and new, by their initials. */
export type ProvinceInitials = ReadonlyMap<string, readonly Unit[]>;

/** Indexes provinces by their initials: `bg` for Bắc Giang, `brvt` for Bà Rịa - Vũng Tàu. */
export function indexProvinceInitials(units: readonly Unit[]): ProvinceInitials {
  const byInitials = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.kind !== 'province' && unit.kind !== 'former-province') continue;
    const words = fold(unit.name).split(/[\s-]+/);
    const key = words.map((word) => word.charAt(0)).join('');
    const same = byInitials.get(key);
    if (words.length < 2) continue;
    if (same === undefined) byInitials.set(key, [unit]);
    else same.push(unit);
  }
  return byInitials;
}

/**
 * Adds the readings of initials behind a ward: of the province at the end of a text, and of the district right in front of a province, if only one district of that
 * province has them ("P. Tân Hiệp - BH - ĐN", "P4 MT, Tiền Giang").
 *
 * Shape: initials are capitals, set apart by a hyphen or comma, or without a vowel.
 */
export function readInitials(
  text: string,
  tokens: readonly Token[],
  { head }: Context,
  readings: Reading[],
  provinces: ProvinceInitials,
  names: NameIndex,
  units: readonly Unit[],
): void {
  const last = tokens.length - 1;
  if (last < 1) return;
  const isInitials = (at: number): boolean => {
    const token = tokens[at];
    if (token === undefined || !LETTERS.test(token.text) || head[at] !== 0) return false;
    const raw = text.slice(token.start, token.end);
    return raw === raw.toUpperCase() && (token.gap > 0 || !VOWEL.test(token.text));
  };
  const known = readings.length;
  const add = (at: number, unit: Unit, layer: number): void => {
    const weight = INITIALS * 0.85 * (layer === PROVINCE ? 1.5 : 1.2);
    const names = { marked: false, streetLike: false, distance: 0 };
    readings.push({ start: at, end: at + 1, unit, layer, weight, factor: INITIALS, ...names });
  };
  if (isInitials(last))
    for (const unit of provinces.get(tokens[last].text) ?? [])
      if (!readings.some((reading) => reading.start === last && reading.unit === unit))
        add(last, unit, PROVINCE);
  const above = readings.filter(
    ({ layer, start }) => layer === PROVINCE && start > 0 && isInitials(start - 1),
  );
  for (const at of new Set(above.map(({ start }) => start - 1))) {
    if (readings.slice(0, known).some(({ start, end }) => start <= at && at < end)) continue;
    const inside = (names.get(tokens[at].text)?.units ?? []).filter((number) => {
      const { kind, ranges } = units[number];
      const isIn = ({ start, unit }: Reading): boolean => start === at + 1 && overlap(unit.ranges, ranges);
      return kind === 'district' && above.some(isIn);
    });
    if (inside.length === 1) add(at, units[inside[0]], DISTRICT);
  }
}
