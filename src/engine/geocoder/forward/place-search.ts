import type { SearchOptions } from '../reader/admin-match.ts';
import { PROVINCE, WARD } from '../../../base/text/unit-words.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { Match } from '../places/place-match.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminSearch, KnownNames } from '../reader/admin-search.ts';
import { toE7 } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { addAbbreviated, addMisspelt, addPartly, type NameTest } from './inexact-names.ts';
import { createEvaluator, createPairs } from './evaluate.ts';
import { createExplainer } from './explain.ts';
import { addSpelledHit, findHits, hasHit } from './hits.ts';
import { bestResult, createInquiry, dropWeak, type Inquiry } from './inquiry.ts';
import { createUnitBorder, createUnitReach, keepWards } from './unit-reach.ts';
import { createKnownNames } from './name-spans.ts';
import {
  INSIDE,
  isOpen,
  type Marks,
  MOST_TOKENS,
  NAMED,
  OPEN,
  type Question,
  readQuestion,
  spanHash,
} from './question.ts';
import { createNamedAreas, holdsAny, type NamedArea } from './named-area.ts';
import { type NamedUnits, readNamedUnits } from './named-units.ts';
import { createPlaceAnswers } from './place-answers.ts';
import { ALLEY_WORD, NUMBER, UNIT_NUMBER, UNIT_WORD, WORD } from '../reader/word-classes.ts';
import { createRanker } from './rank.ts';

/** Pairs with a bound this much below the best score are skipped, because they do not change its margin. */
const SLACK = 0.15;
/** From this best score on, nearly all words are explained, and the smaller slack applies. */
const CERTAIN = 0.98;
const CERTAIN_SLACK = 0.03;
/** Results with a first score below this share of the best one are dropped. */
const WEAK = 0.55;
/** Roles of words that are in no house expression. */
const APART: ReadonlySet<number> = new Set([WORD, UNIT_WORD, UNIT_NUMBER]);
/** Below this score the words of the best result count as unexplained again: its name may be part of a different one. */
const DOUBTFUL = 0.79;

/** The forward search for houses, streets, points of interest and administrative units. */
export interface PlaceSearch {
  /**
   * Returns the matches of a text, best first.
   *
   * Shape: at most `size` matches, the first the same for every size. If several places match equally well, returns the unit that contains them, followed by
   * the places, or only the places, with low scores, if there is none; `focus` decides for the nearer place.
   * Cost: about 60 microseconds if all words are known, several times that if some are misspelt; no state is kept between questions.
   */
  search(text: string, options: SearchOptions): Match[];
}

/** Data of the place search. */
export interface PlaceSearchOptions {
  adminSearch: AdminSearch;
  /** Returns the ward in force at a position, as in AdminDataset. */
  wardAt: AdminDataset['wardAt'];
  tables: PlaceTables;
  names: Names;
  /** The names with which questions are parsed: those of the tables, shared where another reader parses the same texts. */
  known?: KnownNames | undefined;
}

/**
 * Adds the place whose name is the whole question, or all of its first parts between commas.
 *
 * Shape: also a name that other rules refuse, because it is long, has commas ("Trường Cán bộ quản lý Văn hóa, Thể thao và Du lịch"), or contains the name of
 * a unit ("Công an Phường 1", "TTGDTX Quận 5"); at least one of its words must not be explained by the units of the question.
 */
function addWholeName(inquiry: Inquiry, names: Names, tables: PlaceTables): void {
  const { question, hits, understanding } = inquiry;
  const { count, partEnd, bytes, start } = question;
  for (let to = 0; to < count;) {
    to = partEnd[to];
    const name = names.find(spanHash(question, 0, to), bytes, 0, start[to]);
    if (name < 0 || hasHit(hits, name, 0, to) || !hasPlace(tables, names, name)) continue;
    if (hasOpenWord(question, to, understanding.explained)) addSpelledHit(question, hits, name, 0, to);
  }
}

/** Reports whether one of the first tokens is a word that the units do not explain; "53" in "53, 38/11 Đường Số 12" is a house, not the shop called 53. */
function hasOpenWord({ role }: Question, to: number, explained: Uint8Array): boolean {
  for (let i = 0; i < to; i += 1) if (role[i] === WORD && explained[i] === 0) return true;
  return false;
}

/** Reports whether a point of interest has a name; postings are ascending, with the streets first. */
function hasPlace({ streetCount }: PlaceTables, { posting, postingStart }: Names, name: number): boolean {
  return posting[postingStart[name + 1] - 1] >= streetCount;
}

/** Creates the search over the tables of places and their names, based on the search for administrative units. */
export function createPlaceSearch({
  adminSearch,
  wardAt: findWard,
  tables,
  names,
  known = createKnownNames(tables, names),
}: PlaceSearchOptions): PlaceSearch {
  const wardAt = keepWards(findWard);
  const inquiry = createInquiry();
  const { question, hits, results } = inquiry;
  const reach = createUnitReach(adminSearch.table, adminSearch.facts);
  const border = createUnitBorder(adminSearch.table, adminSearch.facts, wardAt);
  const areasOf = createNamedAreas(tables, adminSearch.facts);
  const explainer = createExplainer(tables, reach, border);
  const evaluator = createEvaluator(tables, names, reach, areasOf);
  const rank = createRanker(tables, explainer);
  const choose = createPlaceAnswers(tables, names, adminSearch, explainer, reach, wardAt);
  const pairs = createPairs();
  const marks: Marks = new Uint8Array(MOST_TOKENS);

  /** Evaluates the hits from `first` on in every group of units, best bound first. */
  const lookUp = (first: number): void => {
    const { groups } = inquiry;
    pairs.count = 0;
    pairs.least = leastBound(inquiry);
    for (let hit = first; hit < hits.count; hit += 1) evaluator.addPairs(inquiry, hit, pairs);
    for (let i = 0; i < pairs.count; i += 1) {
      const pair = pairs.order[i];
      if (pairs.bound[pair] < leastBound(inquiry)) break;
      evaluator.evaluate(inquiry, pairs.hit[pair], groups[pairs.group[pair]]);
    }
    dropWeak(results, WEAK);
    rank(inquiry);
  };

  /** Reports whether the best result leaves the words of a name open, or some of a name that is a whole part: "Trường THCS Thạch Bàn, 193 Đường Thạch Bàn". */
  const isLeftOpen = (hit: number): boolean => {
    const from = hits.start[hit];
    const to = hits.end[hit];
    const isPart = question.partStart[from] === from && question.partEnd[from] === to;
    return isPart ? marks[from] === OPEN : isOpen(marks, from, to);
  };

  /** Evaluates the unexplained names beside the best result: the building or shop at the address. */
  const lookUpCompany = (): void => {
    const before = results.count;
    if (before === 0) return;
    for (let hit = 0; hit < hits.count; hit += 1) {
      if (isLeftOpen(hit)) evaluator.evaluate(inquiry, hit, inquiry.groups[0]);
    }
    if (results.count > before) rank(inquiry);
  };

  /**
   * Marks the words that the best result explains, or without one those of the units; returns true if an unexplained word may change the result. For a good
   * result only words in the same parts as its name count.
   */
  const isWordLeft = (): boolean => {
    const best = bestResult(inquiry);
    let from = 0;
    let to = question.count;
    if (best === undefined) markUnits(inquiry, marks);
    else {
      explainer.explain(inquiry, best, marks);
      explainer.accompany(inquiry, best, marks);
      if (best.score < DOUBTFUL) reopen(inquiry, marks);
      else {
        from = question.partStart[hits.start[best.hit]];
        to = question.partEnd[hits.end[best.hit] - 1];
      }
    }
    for (let i = from; i < to; i += 1) if (marks[i] === OPEN && question.role[i] === WORD) return true;
    return false;
  };

  const find = (): void => {
    if (isUnmapped(tables, inquiry)) return;
    inquiry.areas = areasOf.of(inquiry.understanding, inquiry.named);
    findHits(question, names, hits);
    addWholeName(inquiry, names, tables);
    lookUp(0);
    const isLeft = isWordLeft();
    lookUpCompany();
    // Corrected spellings cannot match in an area without streets and places.
    if (!isLeft || (results.count === 0 && inquiry.areas.some(({ isEmpty }) => isEmpty))) return;
    const area = results.count === 0 && !hasAlley(question, marks) ? markedArea(inquiry, marks) : undefined;
    const mayFit: NameTest = area === undefined ? () => true : (name) => evaluator.isIn(name, area);
    for (const addMore of [addMisspelt, addAbbreviated, addPartly]) {
      const before = hits.count;
      addMore(inquiry, names, marks, results.count === 0 ? mayFit : () => true);
      if (hits.count === before) continue;
      lookUp(before);
      if (!isWordLeft()) return;
    }
  };

  return {
    search(text, { size, focus, stated }) {
      inquiry.understanding = adminSearch.understand(text, focus, known, stated);
      inquiry.groups = reach.group(inquiry.understanding.stacks);
      inquiry.named = readNamedUnits(inquiry.understanding);
      inquiry.focus = focus && { lat: toE7(focus.lat), lon: toE7(focus.lon) };
      results.count = 0;
      const province = inquiry.named.find(({ reading }) => reading.layer === PROVINCE);
      const ward = inquiry.named.find(isBareWard);
      readQuestion(question, inquiry.understanding, ward?.reading, province?.reading);
      find();
      return choose(inquiry, size);
    },
  };
}

/**
 * Reports whether a question names a ward for certain for which the dataset has no street and no place, in a district or province without streets:
 * then no place can match. Cost: saves half of an answer, since the names of such a text are looked for in vain.
 */
function isUnmapped(tables: PlaceTables, { named, groups, understanding }: Inquiry): boolean {
  const best = understanding.stacks[0];
  const above = best?.district ?? best?.province;
  if (best?.ward === undefined || above === undefined || named[0]?.reading !== best.ward) return false;
  const { baseWardStreetStart: streets, baseWardPoiStart: places } = tables;
  const { ranges } = groups[0];
  return !holdsAny(streets, above.unit.ranges) && !holdsAny(streets, ranges) && !holdsAny(places, ranges);
}

/** Returns the bound from which on a pair may change the best result of a question, or its margin. */
function leastBound(inquiry: Inquiry): number {
  const best = bestResult(inquiry)?.score ?? 0;
  return best - (best > CERTAIN ? CERTAIN_SLACK : SLACK);
}

/** Reports whether the words are a ward without a type word; "P. Cát Linh" may be short for the street as well. */
function isBareWard({ reading }: NamedUnits): boolean {
  return reading.layer === WARD && !reading.marked;
}

/** A house number that is not in an alley. */
const PLAIN_NUMBER = /^[0-9]+[a-z]?$/;

/** Reports whether the words beside the units may name an alley, whose name differs from that of its street. */
function hasAlley({ count, role, tokens }: Question, marks: Marks): boolean {
  let numbers = 0;
  for (let i = 0; i < count; i += 1) {
    if (marks[i] === INSIDE || (role[i] !== NUMBER && role[i] !== ALLEY_WORD)) continue;
    numbers += 1;
    if (numbers > 1 || !PLAIN_NUMBER.test(tokens[i].text)) return true;
  }
  return false;
}

/** Returns the smallest area whose words are all marked, and part of no house: of a name that is found in the other words, only what is inside counts. */
function markedArea({ areas, question: { role } }: Inquiry, marks: Marks): NamedArea | undefined {
  return areas.find(({ circles, reading: { start, end } }) => {
    if (circles === undefined) return false;
    for (let i = start; i < end; i += 1) if (marks[i] !== INSIDE || !APART.has(role[i])) return false;
    return true;
  });
}

/** Marks the words of the best stack of units. */
function markUnits({ question, understanding }: Inquiry, marks: Marks): void {
  const { explained } = understanding;
  for (let i = 0; i < question.count; i += 1) marks[i] = explained[i] === 1 ? INSIDE : OPEN;
}

/** Marks the words of the name as unexplained again. */
function reopen({ question }: Inquiry, marks: Marks): void {
  for (let i = 0; i < question.count; i += 1)
    if (marks[i] === NAMED && question.role[i] === WORD) marks[i] = OPEN;
}
