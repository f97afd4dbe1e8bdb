import { fillSpan, isNumber, SITE, STREET } from '../reader/context.ts';
import { diacriticKey, hasDiacritics } from '../../../base/text/diacritics.ts';
import { foldKey } from '../../../base/text/fold.ts';
import { placeWordAt } from '../../../base/text/place-words.ts';
import type { Token } from '../../../base/text/tokens.ts';
import { unitWordAt } from '../../../base/text/unit-words.ts';
import type { AdminMatch } from '../reader/admin-match.ts';
import type { AdminSearch } from '../reader/admin-search.ts';
import { overlap, type Ranges } from '../../gazetteer/unit-table/ranges.ts';
import { FAINT } from '../reader/find-names.ts';
import type { Stack } from '../reader/stack.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Inquiry } from './inquiry.ts';
import { INSIDE, type Marks, MOST_TOKENS, NAMED, OPEN, type Question } from './question.ts';
import { writtenRuns } from './match-writer.ts';
import { WORD } from '../reader/word-classes.ts';
import type { UnitReach } from './unit-reach.ts';

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
  adminSearch: AdminSearch,
  reach: UnitReach,
): (inquiry: Inquiry) => AdminMatch | undefined {
  const { table, facts } = adminSearch;
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
    return undefined;
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
