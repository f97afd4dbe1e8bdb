import { diacriticKey, hasDiacritics } from '../../text/diacritics.ts';
import { foldKey } from '../../text/fold.ts';
import { placeWordAt } from '../../text/place-words.ts';
import type { Token } from '../../text/tokens.ts';
import { unitWordAt } from '../../text/unit-words.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { AdminMatch } from '../../gazetteer/unit-search/admin-match.ts';
import type { AdminSearch } from '../../gazetteer/unit-search/admin-search.ts';
import { isNumber, SITE, STREET } from '../../gazetteer/unit-search/context.ts';
import { explainedBy } from '../../gazetteer/unit-search/evidence.ts';
import { overlap, type Ranges } from '../../gazetteer/unit-search/ranges.ts';
import { FAINT } from '../../gazetteer/unit-search/spans.ts';
import type { Stack } from '../../gazetteer/unit-search/stack.ts';
import type { Unit } from '../../gazetteer/unit-search/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Inquiry } from './inquiry.ts';
import { INSIDE, NAMED, OPEN, type Marks } from './marks.ts';
import { writtenRuns } from './match-writer.ts';
import { MOST_TOKENS, type Question } from './question.ts';
import { WORD } from './token-roles.ts';
import { createSisterWards } from './sister-wards.ts';
import type { UnitReach } from './unit-groups.ts';

/** Words that a ward's name has: one word alone names too much else. */
const LONGEST = 4;
const SHORTEST = 2;
/** What a ward is worth that bears the name of a street or estate, and that of the end of a part. */
const ANNOUNCED = 0.7;
const UNANNOUNCED = 0.6;
/** What it is worth of that where no unit is named that the ward lies in. */
const ANYWHERE = 0.85;

/** A district is named for certain from this factor of its reading on. */
const CERTAIN = 0.8;

/** Some words of a question that may be the name of a ward. */
interface Span {
  start: number;
  end: number;
  announced: boolean;
}

/**
 * Creates the function that answers the ward after which an unknown street or estate is named: streets on the outskirts, industrial parks and
 * housing estates bear the names of the wards and villages they are in ("289 Đường Phương Canh", "Khu đô thị Dương Nội"), and numbered
 * streets stand together ("Trung Yên 3" beside "Trung Yên 5").
 *
 * Shape: a ward of that very name inside the units of the question, without any the only one in which streets are known; undefined where there is none.
 * Cost: a look-up a span; the table of ward names is made at the first question that needs it.
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

  /** Returns the one ward of a name inside some base wards, without any the only one in which streets are known. */
  const wardNamed = ({ question }: Inquiry, { start, end }: Span, within?: Ranges): Unit | undefined => {
    known ??= wardsByName(table.units);
    const tokens = question.tokens.slice(start, end);
    const raw = question.text.slice((tokens[0] as Token).start, (tokens.at(-1) as Token).end);
    const units = (known.get(foldKey(tokens.map(({ text }) => text).join(' '))) ?? []).filter(
      (unit) =>
        (!hasDiacritics(raw) || diacriticKey(raw) === unit.spelling) &&
        (within === undefined ? hasStreets(tables, reach.widen(unit)) : overlap(within, unit.ranges)),
    );
    const first = units.find(({ kind }) => kind === 'ward') ?? units[0];
    return first !== undefined && units.every((unit) => facts.samePlace(unit, first)) ? first : undefined;
  };

  return (inquiry) => {
    const { question, understanding, groups } = inquiry;
    const { best } = understanding.resolution;
    if (best?.ward !== undefined) return undefined;
    marks.fill(OPEN);
    const isSure = best !== undefined && isNamed(best);
    if (isSure) {
      const explained = explainedBy(best, understanding.readings, question.count);
      for (let i = 0; i < question.count; i += 1) if (explained[i] === 1) marks[i] = INSIDE;
    }
    const within = isSure || best === undefined ? groups[0]?.ranges : undefined;

    const answer = (unit: Unit, { start, end, announced }: Span): AdminMatch | undefined => {
      const match = adminSearch.lookupUnit(unit.id, isSure ? best : undefined);
      if (match === undefined) return undefined;
      marks.fill(NAMED, start, end);
      const score = (announced ? ANNOUNCED : UNANNOUNCED) * (within === undefined ? ANYWHERE : 1);
      return { ...match, score, margin: 1, unexplained: writtenRuns(question, marks, OPEN) };
    };
    for (const span of spansOf(inquiry, marks)) {
      const unit = wardNamed(inquiry, span, within);
      if (unit !== undefined) return answer(unit, span);
    }
    const sisters = findSisters(question, marks, within);
    return sisters && answer(sisters.unit, { ...sisters, announced: true });
  };
}

/** Tells whether a district or province is named, and not only spelled by the words of a street. */
function isNamed({ district, province }: Stack): boolean {
  return (province?.factor ?? 0) >= FAINT || (district?.factor ?? 0) >= CERTAIN;
}

/** Lists the spans that may name a ward: those behind a word for streets or estates, then the ends of parts; the longest first. */
function spansOf({ question, understanding }: Inquiry, marks: Marks): Span[] {
  const { tokens, count, partStart, partEnd } = question;
  const { head } = understanding.context;
  const spans: Span[] = [];
  const add = (start: number, end: number, announced: boolean): void => {
    for (let i = start; i < end; i += 1) if (marks[i] !== OPEN || isNumber((tokens[i] as Token).text)) return;
    spans.push({ start, end, announced });
  };
  for (let at = 0; at < count; at += 1) {
    if ((head[at] !== STREET && head[at] !== SITE) || isOfCity(question, at)) continue;
    const start = behindWords(tokens, at);
    if (start >= count || partStart[start] !== partStart[at]) continue;
    const last = Math.min(partEnd[start] as number, start + LONGEST);
    for (let end = last; end >= start + SHORTEST; end -= 1) {
      // A street is named so as a whole; of an estate more may be said.
      const isWhole = end === partEnd[start] || head[end] !== 0 || isNumber((tokens[end] as Token).text);
      if (isWhole || head[at] === SITE) add(start, end, true);
    }
  }
  for (let end = 1; end <= count; end += 1) {
    if (partEnd[end - 1] !== end) continue;
    // What fills its part would have been read as a unit, were it one here.
    const first = Math.max((partStart[end - 1] as number) + 1, end - LONGEST);
    for (let start = first; start <= end - SHORTEST; start += 1) add(start, end, false);
  }
  return spans;
}

/** "Thàhn phố Thủ Đức": the end of a misspelt "thành phố", and no street. */
function isOfCity({ tokens, role, partStart }: Question, at: number): boolean {
  return (tokens[at] as Token).text === 'pho' && at - 1 === partStart[at] && role[at - 1] === WORD;
}

/** Skips the words that say what kind of thing a name is of: "khu đô thị mới", "khu vực xã". */
function behindWords(tokens: readonly Token[], from: number): number {
  let at = from;
  while (at < tokens.length) {
    const length =
      placeWordAt(tokens, at)?.length ??
      unitWordAt(tokens, at)?.length ??
      ((tokens[at] as Token).text === 'moi' ? 1 : 0);
    if (length === 0 || at + length >= tokens.length) break;
    at += length;
  }
  return at;
}

function hasStreets({ pieceStreetStart }: PlaceTables, ranges: Ranges): boolean {
  for (let i = 0; i < ranges.length; i += 2)
    if (pieceStreetStart[ranges[i] as number] !== pieceStreetStart[ranges[i + 1] as number]) return true;
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
