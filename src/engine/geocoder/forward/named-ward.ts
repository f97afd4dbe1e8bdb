import { fillSpan, isNumber, SITE, STREET } from '../reader/context.ts';
import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { foldKey } from '../../../base/text/fold.ts';
import { placeWordAt } from '../../../base/text/place-words.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { unitWordAt } from '../../../base/text/unit-words.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { AdminMatch } from '../reader/admin-match.ts';
import type { AdminSearch } from '../reader/admin-search.ts';
import { overlap, type Ranges } from '../../gazetteer/unit-table/ranges.ts';
import { FAINT } from '../reader/find-names.ts';
import type { Stack } from '../reader/stack.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { hashBytes, LONGEST_TEXT, writeWord } from '../../gazetteer/names/name-key.ts';
import type { Inquiry } from './inquiry.ts';
import { INSIDE, isHardGap, type Marks, MOST_TOKENS, NAMED, OPEN, type Question } from './question.ts';
import { writtenRuns } from './match-writer.ts';
import { NUMBER, WORD } from '../reader/word-classes.ts';
import { holds, type UnitReach } from './unit-reach.ts';

/** Most and fewest words of a ward name; a single word is too ambiguous. */
const LONGEST = 4;
const SHORTEST = 2;
/** Score of a ward with the name of a street or estate, and of one with a name at the end of a part. */
const ANNOUNCED = 0.7;
const UNANNOUNCED = 0.6;
/** Factor of a ward without a unit of the question that contains it. */
const ANYWHERE = 0.85;

/** Least factor of a certain district. */
const CERTAIN = 0.8;

/** Words of a question that may be the name of a ward; `announced` is true behind a word for streets or estates, `isSite` behind one for estates. */
interface Span {
  start: number;
  end: number;
  announced: boolean;
  isSite: boolean;
}

/** Fewest and most words in front of the number of a street. */
const FEWEST_WORDS = 2;
const MOST_WORDS = 4;
/** Highest number that is tried. */
const MOST_NUMBERS = 30;

/** The ward of the streets with one name and different numbers, and the tokens of the name with its number. */
interface Sisters {
  unit: Unit;
  start: number;
  end: number;
}

/**
 * Creates the function that returns the ward of the streets with the name of an unknown street and a different number ("Vân Hồ 3" for "Vân Hồ 2").
 *
 * Shape: undefined if no such street is known inside the units of the question, or if such streets are in several wards.
 */
function createSisterWards(
  tables: PlaceTables,
  names: Names,
  { units, wardOf }: UnitTable,
): (question: Question, marks: Marks, within?: Ranges) => Sisters | undefined {
  const key = new Uint8Array(LONGEST_TEXT);

  /** Returns the ward of all streets with a name and any number; -1 for none or several wards. */
  const wardOfNumbered = ({ tokens }: Question, start: number, end: number, within?: Ranges): number => {
    let length = 0;
    for (let i = start; i < end; i += 1) length = writeWord(tokens[i].text, key, length);
    let ward = -1;
    for (let number = 1; number <= MOST_NUMBERS; number += 1) {
      const to = writeWord(String(number), key, length);
      const name = names.find(hashBytes(key, 0, to), key, 0, to);
      if (name < 0) continue;
      const last = names.postingStart[name + 1];
      for (let i = names.postingStart[name]; i < last; i += 1) {
        const feature = names.posting[i];
        const baseWard = tables.featureBaseWard[feature];
        if (feature >= tables.streetCount || (within !== undefined && !holds(within, baseWard))) continue;
        const other = wardOf[baseWard] ?? -1;
        if (ward >= 0 && other !== ward) return -1;
        ward = other;
      }
    }
    return ward;
  };

  return (question, marks, within) => {
    const { count, role } = question;
    for (let end = FEWEST_WORDS; end < count; end += 1) {
      if (role[end] !== NUMBER || marks[end] !== OPEN || isHardGap(question, end)) continue;
      let start = end;
      while (start > 0 && end - start < MOST_WORDS && role[start - 1] === WORD && marks[start - 1] === OPEN) {
        start -= 1;
        if (isHardGap(question, start)) break;
      }
      for (; start <= end - FEWEST_WORDS; start += 1) {
        const ward = wardOfNumbered(question, start, end, within);
        const unit =
          ward < 0 ? undefined : units.find(({ kind, index }) => kind === 'ward' && index === ward);
        if (unit !== undefined) return { unit, start, end: end + 1 };
      }
    }
    return undefined;
  };
}

/**
 * Creates the function that returns the ward with the name of an unknown street or estate. Streets on the outskirts, industrial parks and housing
 * estates often have the name of their ward ("289 Đường Phương Canh", "Khu đô thị Dương Nội"), and streets with one name and different numbers
 * are neighbours ("Trung Yên 3" and "Trung Yên 5").
 *
 * Shape: a ward with exactly that name inside the units of the question, or, if the question names no unit, the only such ward with known streets; else undefined.
 * Cost: one lookup a span; the table of ward names is built at the first question that needs it.
 */
export function createNamedWard(
  tables: PlaceTables,
  names: Names,
  adminSearch: AdminSearch,
  reach: UnitReach,
): (inquiry: Inquiry) => AdminMatch | undefined {
  const { table, facts } = adminSearch;
  const findSisters = createSisterWards(tables, names, table);
  const marks: Marks = new Uint8Array(MOST_TOKENS);
  let known: ReadonlyMap<string, Unit[]> | undefined;

  /** Returns the only ward with a name inside some base wards, or without base wards the only one with known streets. */
  const wardNamed = ({ question }: Inquiry, { start, end }: Span, within?: Ranges): Unit | undefined => {
    known ??= wardsByName(table.units);
    const tokens = question.tokens.slice(start, end);
    const raw = question.text.slice(tokens[0].start, (tokens.at(-1) as Token).end);
    const units = (known.get(foldKey(tokens.map(({ text }) => text).join(' '))) ?? []).filter(
      (unit) =>
        (!hasDiacritics(raw) || diacriticKey(raw) === unit.spelling) &&
        (within === undefined ? hasStreets(tables, reach.widen(unit)) : overlap(within, unit.ranges)),
    );
    const first =
      units.find(({ kind }) => kind === 'ward') ?? units.find(({ isEnded }) => !isEnded) ?? units[0];
    return first !== undefined && units.every((unit) => facts.samePlace(unit, first)) ? first : undefined;
  };

  return (inquiry) => {
    const { question, understanding, groups } = inquiry;
    const { best } = understanding.resolution;
    if (best?.ward !== undefined) return undefined;
    fillSpan(marks, OPEN, 0, question.count);
    const isSure = best !== undefined && isNamed(best);
    if (isSure) {
      const { explained } = understanding;
      for (let i = 0; i < question.count; i += 1) if (explained[i] === 1) marks[i] = INSIDE;
    }
    const within = isSure || best === undefined ? groups[0]?.ranges : undefined;

    const answer = (unit: Unit, { start, end, announced }: Span): AdminMatch | undefined => {
      const match = adminSearch.lookupUnit(unit.id, isSure ? best : undefined);
      if (match === undefined) return undefined;
      fillSpan(marks, NAMED, start, end);
      const score = (announced ? ANNOUNCED : UNANNOUNCED) * (within === undefined ? ANYWHERE : 1);
      match.score = score;
      match.unexplained = writtenRuns(question, marks, OPEN);
      return match;
    };
    // In a province there are many streets with the name of a ward elsewhere: "24 đường Núi Thành, Đà Nẵng" is not in Xã Núi Thành.
    const isNear = best === undefined || (isSure && best.district !== undefined);
    for (const span of spansOf(inquiry, marks)) {
      if (!isNear && !span.isSite) continue;
      const unit = wardNamed(inquiry, span, within);
      if (unit !== undefined) return answer(unit, span);
    }
    const sisters = findSisters(question, marks, within);
    return sisters && answer(sisters.unit, { ...sisters, announced: true, isSite: false });
  };
}

/** Reports whether a stack names a district or province that is not just part of a street name. */
function isNamed({ district, province }: Stack): boolean {
  return (province?.factor ?? 0) >= FAINT || (district?.factor ?? 0) >= CERTAIN;
}

/** Returns the spans that may name a ward: those behind a word for streets or estates, then the ends of parts; the longest first. */
function spansOf({ question, understanding }: Inquiry, marks: Marks): Span[] {
  const { tokens, count, partStart, partEnd } = question;
  const { head } = understanding.context;
  const spans: Span[] = [];
  const add = (start: number, end: number, announced: boolean, isSite: boolean): void => {
    for (let i = start; i < end; i += 1) if (marks[i] !== OPEN || isNumber(tokens[i].text)) return;
    spans.push({ start, end, announced, isSite });
  };
  for (let at = 0; at < count; at += 1) {
    if ((head[at] !== STREET && head[at] !== SITE) || isOfCity(question, at)) continue;
    const start = behindWords(tokens, at);
    if (start >= count || partStart[start] !== partStart[at]) continue;
    const last = Math.min(partEnd[start], start + LONGEST);
    for (let end = last; end >= start + SHORTEST; end -= 1) {
      // The ward name must be the whole street name, but may be the beginning of an estate name.
      const isWhole = end === partEnd[start] || head[end] !== 0 || isNumber(tokens[end].text);
      if (isWhole || head[at] === SITE) add(start, end, true, head[at] === SITE);
    }
  }
  for (let end = 1; end <= count; end += 1) {
    if (partEnd[end - 1] !== end) continue;
    // The unit search has already tried names that fill their part.
    const first = Math.max(partStart[end - 1] + 1, end - LONGEST);
    for (let start = first; start <= end - SHORTEST; start += 1) add(start, end, false, false);
  }
  return spans;
}

/** Reports whether "phố" is the end of a misspelt "thành phố" ("Thàhn phố Thủ Đức") and not a street word. */
function isOfCity({ tokens, role, partStart }: Question, at: number): boolean {
  return tokens[at].text === 'pho' && at - 1 === partStart[at] && role[at - 1] === WORD;
}

/** Returns the first token behind the type words of a name: "khu đô thị mới", "khu vực xã". */
function behindWords(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length) {
    const length =
      placeWordAt(tokens, at)?.length ??
      unitWordAt(tokens, at)?.length ??
      (tokens[at].text === 'moi' ? 1 : 0);
    if (length === 0 || at + length >= tokens.length) break;
    at += length;
  }
  return at;
}

function hasStreets({ baseWardStreetStart }: PlaceTables, ranges: Ranges): boolean {
  for (let i = 0; i < ranges.length; i += 2)
    if (baseWardStreetStart[ranges[i]] !== baseWardStreetStart[ranges[i + 1]]) return true;
  return false;
}

function wardsByName(units: readonly Unit[]): ReadonlyMap<string, Unit[]> {
  const byName = new Map<string, Unit[]>();
  for (const unit of units) {
    if (unit.kind !== 'ward' && unit.kind !== 'former-ward') continue;
    const key = foldKey(unit.name);
    const list = byName.get(key);
    if (list === undefined) byName.set(key, [unit]);
    else list.push(unit);
  }
  return byName;
}
