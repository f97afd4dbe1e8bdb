import { editDistance } from '../../text/edit-distance.ts';
import { diacriticKey, hasDiacritics } from '../../text/diacritics.ts';
import type { Token } from '../../text/tokens.ts';
import { DISTRICT, PROVINCE, WARD } from '../../text/unit-words.ts';
import type { Reading } from '../search/spans.ts';
import type { Understanding } from '../search/admin-search.ts';
import type { Unit } from '../search/units.ts';
import { nameOf } from '../store/access.ts';
import { THING_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import type { HouseExpression } from './house-expression.ts';
import { ALIKE, EXACT } from './house-finder.ts';
import { MISSPELT, SPELLED, type Hits } from './hits.ts';
import { HOUSE_WORD, isHardGap, ROOM, STREET_WORD, WORD, type Question } from './question.ts';
import { NEAR_SHARE, qualityOf } from './quality.ts';
import { sortResults, WHOLE, type Result, type Results } from './results.ts';
import { metersBetween } from './street-line.ts';
import { holds, type UnitReach } from './unit-groups.ts';

/** A word that stands right beside a name and is not part of it: the name is then rather another one. */
const LOOSE_WORD = 0.88;
/** What a named unit costs that the place is not in, by layer: near it, and far from it. */
const BESIDE_UNIT: Readonly<Record<number, number>> = { [WARD]: 0.99, [DISTRICT]: 0.98, [PROVINCE]: 0.95 };
const OUTSIDE_UNIT: Readonly<Record<number, number>> = { [WARD]: 0.9, [DISTRICT]: 0.7, [PROVINCE]: 0.4 };
/** A street or place without any word that says so, and without a house: rather the unit of that name. */
const UNANNOUNCED = 0.9;
/** A point of interest right behind a house number. */
const NUMBERED_POI = 0.8;
const DIACRITICS_DIFFER = 0.97;
/** A place and a house this near explain each other. Units: metres. */
const TOGETHER_METERS = 400;

/** Rates results by everything that the question says. */
export interface Ranker {
  /** Rates the results of a question anew and sorts them. */
  rank(question: Question, understanding: Understanding, hits: Hits, results: Results): void;
  /** Marks the tokens that a result explains in `marks`. */
  explain(
    question: Question,
    understanding: Understanding,
    hits: Hits,
    result: Result,
    marks: Uint8Array,
  ): void;
}

/** Creates the ranker over the tables. */
export function createRanker(tables: PlaceTables, reach: UnitReach): Ranker {
  const marks = new Uint8Array(64);

  const isIn = (thing: number, unit: Unit): boolean => {
    const piece = tables.thingPiece[thing] as number;
    if (holds(unit.ranges, piece)) return true;
    const known = ((tables.thingFlags[thing] as number) & THING_FLAGS.formerKnown) !== 0;
    return !known && holds(reach.widen(unit), piece);
  };

  const explain: Ranker['explain'] = (question, { readings }, hits, result, out) => {
    out.fill(0, 0, question.count);
    markName(hits, result, tables, out);
    markRepeated(hits, result.hit, out);
    // "Le Loi Street": the word behind belongs to the name.
    const behind = hits.end[result.hit] as number;
    if (question.role[behind] === STREET_WORD && !isHardGap(question, behind)) out[behind] = 1;
    for (const reading of readings)
      if (!touches(out, reading, 1) && isIn(result.thing, reading.unit))
        out.fill(2, reading.start, reading.end);
    for (let i = 0; i < question.count; i += 1) if (question.role[i] === ROOM) out[i] = 1;
  };

  /** Weighs units that are named although the place is not in them; marks 3 the words of those that are near, 4 of the others. */
  const doubt = ({ readings, stacks }: Understanding, result: Result, out: Uint8Array): number => {
    const stack = stacks[0];
    let factor = 1;
    for (const reading of [stack?.ward, stack?.district, stack?.province]) {
      if (reading === undefined || isMarked(out, reading)) continue;
      const near = readings.some(
        (other) =>
          other.start === reading.start && other.layer === reading.layer && reach.isNear(result, other.unit),
      );
      if (near) factor *= BESIDE_UNIT[reading.layer] as number;
      else if (isStrong(reading)) factor *= OUTSIDE_UNIT[reading.layer] as number;
      out.fill(near ? 3 : 4, reading.start, reading.end);
    }
    return factor;
  };

  return {
    explain,
    rank(question, understanding, hits, results) {
      const total = question.weightBefore[question.count] as number;
      for (let i = 0; i < results.count; i += 1) {
        const result = results.items[i] as Result;
        explain(question, understanding, hits, result, marks);
        const doubts = doubt(understanding, result, marks);
        let weight = 0;
        for (let t = 0; t < question.count; t += 1) {
          const mark = marks[t] as number;
          const share = mark === 0 || mark === 4 ? 0 : mark === 3 ? NEAR_SHARE : 1;
          weight += (question.weight[t] as number) * share;
        }
        weight += companions(question, hits, results, result, marks);
        const { hit } = result;
        const quality =
          (hits.quality[hit] as number) *
          qualityOf(tables, result.thing, result.kind, hits.taken[hit] as number);
        result.score =
          (weight / total) *
            quality *
            doubts *
            LOOSE_WORD ** looseWords(question, hits, hit, marks) *
            announced(question, hits, result, tables) *
            spelled(question, hits, result, tables) +
          tieBreak(result);
      }
      sortResults(results);
    },
  };

  /** Weighs the words that another result nearby explains: the tower at the house number, the shop in the street. */
  function companions(
    question: Question,
    hits: Hits,
    results: Results,
    result: Result,
    out: Uint8Array,
  ): number {
    let weight = 0;
    for (let i = 0; i < results.count; i += 1) {
      const other = results.items[i] as Result;
      if (other === result || other.thing < tables.streetCount === result.thing < tables.streetCount)
        continue;
      const from = hits.start[other.hit] as number;
      const to = hits.end[other.hit] as number;
      let free = true;
      for (let t = from; t < to; t += 1) if (out[t] !== 0) free = false;
      if (!free) continue;
      const meters = metersBetween(result.lat, result.lon, other.lat, other.lon);
      if (meters > TOGETHER_METERS + result.radiusMeters + other.radiusMeters) continue;
      for (let t = from; t < to; t += 1) {
        out[t] = 5;
        weight += question.weight[t] as number;
      }
      if (other.thing < tables.streetCount) {
        const { start, end, streetStart } = hits.houses[hits.house[other.hit] as number] as HouseExpression;
        for (let t = start; t < end; t += 1) weight += take(question, out, t);
        for (let t = streetStart; t < from; t += 1) weight += take(question, out, t);
      }
    }
    return weight;
  }

  function take(question: Question, out: Uint8Array, token: number): number {
    if (out[token] !== 0) return 0;
    out[token] = 5;
    return question.weight[token] as number;
  }

  function tieBreak(result: Result): number {
    return ((tables.thingImportance[result.thing] as number) / 255) * 0.006;
  }
}

/** Marks the words of the name and, of a street, of the house. */
function markName(hits: Hits, { hit, thing }: Result, tables: PlaceTables, out: Uint8Array): void {
  const { start, end, streetStart } = hits.houses[hits.house[hit] as number] as HouseExpression;
  out.fill(1, hits.start[hit], hits.end[hit]);
  if (thing >= tables.streetCount) return;
  if (streetStart < (hits.start[hit] as number)) out.fill(1, streetStart, hits.start[hit]);
  out.fill(1, start, end);
}

/** Marks the words that say the name once more: "13 Phố Phan Huy Chú, Phố Phan Huy Chú". */
function markRepeated(hits: Hits, hit: number, out: Uint8Array): void {
  for (let other = 0; other < hits.count; other += 1) {
    if (other === hit || hits.name[other] !== hits.name[hit]) continue;
    const { streetStart } = hits.houses[hits.house[other] as number] as HouseExpression;
    const from = Math.min(streetStart, hits.start[other] as number);
    if ((hits.end[other] as number) <= (hits.start[hit] as number) || from >= (hits.end[hit] as number))
      out.fill(1, from, hits.end[other]);
  }
}

function touches(marks: Uint8Array, reading: Reading, mark: number): boolean {
  for (let i = reading.start; i < reading.end; i += 1) if (marks[i] === mark) return true;
  return false;
}

/** Tells whether some words of a reading are explained already. */
function isMarked(marks: Uint8Array, reading: Reading): boolean {
  for (let i = reading.start; i < reading.end; i += 1) if (marks[i] !== 0) return true;
  return false;
}

/** Tells whether a reading names a unit for certain. */
function isStrong({ factor, marked, distance }: Reading): boolean {
  return distance === 0 && (marked ? factor >= 0.8 : factor >= 1);
}

/** Counts words right before and behind a name, or its house, that nothing explains. */
function looseWords(question: Question, hits: Hits, hit: number, marks: Uint8Array): number {
  let count = 0;
  const from = hits.start[hit] as number;
  const to = hits.end[hit] as number;
  let at = from - 1;
  while (
    at >= 0 &&
    (question.role[at] === STREET_WORD || question.role[at] === HOUSE_WORD) &&
    !isHardGap(question, at + 1)
  )
    at -= 1;
  for (; at >= 0 && marks[at] === 0 && question.role[at] === WORD && !isHardGap(question, at + 1); at -= 1)
    count += 1;
  for (
    at = to;
    at < question.count && marks[at] === 0 && question.role[at] === WORD && !isHardGap(question, at);
    at += 1
  )
    count += 1;
  return Math.min(3, count);
}

/** "Ba Đình" alone is the district: a name needs a word in front, a house number, or a place of more words. */
function announced(
  question: Question,
  hits: Hits,
  { hit, kind, thing }: Result,
  tables: PlaceTables,
): number {
  const house = hits.houses[hits.house[hit] as number] as HouseExpression;
  if (thing < tables.streetCount) {
    if (kind !== WHOLE || house.streetStart < (hits.start[hit] as number)) return 1;
    return question.role[hits.start[hit] as number] === STREET_WORD ? 1 : UNANNOUNCED;
  }
  // "12 Kha Vạn Cân" is a house in that street, not the stop of that name.
  if (house.steps.count > 0 && house.end === (hits.start[hit] as number)) return NUMBERED_POI;
  return (hits.end[hit] as number) - (hits.start[hit] as number) > 2 ? 1 : UNANNOUNCED;
}

/** Compares the letters and tones of a name, where the question has them, with those of the thing: a misspelt name must be near by them too. */
function spelled(question: Question, hits: Hits, { hit, thing, kind }: Result, tables: PlaceTables): number {
  if (hits.taken[hit] !== 0) return 1;
  const how = hits.how[hit] as number;
  if (how > MISSPELT) return 1;
  const { tokens, text } = question;
  const raw = text.slice(
    (tokens[hits.start[hit] as number] as Token).start,
    (tokens[(hits.end[hit] as number) - 1] as Token).end,
  );
  if (!hasDiacritics(raw)) return 1;
  const written = diacriticKey(raw);
  const shown = diacriticKey(nameOf(tables, thing));
  if (shown.endsWith(written) || written.endsWith(shown)) return 1;
  if (how === SPELLED) return kind === EXACT || kind === ALIKE || kind === WHOLE ? DIACRITICS_DIFFER : 1;
  return EDITS[editDistance(written, shown.slice(-written.length - 1), 4)] as number;
}

/** What a misspelt name is worth by the edits between its letters and tones and those of the thing. */
const EDITS = [1, 1, 0.97, 0.88, 0.8, 0.75];
