import type { Position } from '../../geo/position.ts';
import type { Names } from '../../gazetteer/names/names.ts';
import type { Match } from '../places/place-match.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { AdminSearch } from '../../gazetteer/unit-search/admin-search.ts';
import { explainedBy } from '../../gazetteer/unit-search/evidence.ts';
import type { Ranges } from '../../gazetteer/unit-search/ranges.ts';
import { toUnits } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { addAbbreviated } from './abbreviated.ts';
import { createEvaluator } from './evaluate.ts';
import { createExplainer } from './explain.ts';
import { findHits } from './hits.ts';
import { bestResult, createInquiry, type Inquiry } from './inquiry.ts';
import { createKnownNames } from './known-names.ts';
import { INSIDE, isOpen, NAMED, OPEN, type Marks } from './marks.ts';
import { addMisspelt } from './misspelt.ts';
import { createNamedAreas } from './named-area.ts';
import { readNamedUnits } from './named-units.ts';
import { addPair, createPairs } from './pairs.ts';
import { addPartly } from './partly.ts';
import { createPlaceAnswers } from './place-answers.ts';
import { MOST_TOKENS, readQuestion } from './question.ts';
import { WORD } from './token-roles.ts';
import { createRanker } from './rank.ts';
import { dropWeak } from './results.ts';
import { addSimilar } from './similar.ts';
import { createUnitBorder } from './unit-border.ts';
import { createUnitReach, type UnitGroup } from './unit-groups.ts';

/** Pairs of a name and a group of units that are looked up at a time. */
const MOST_LOOKUPS = 48;
/** What could score this much less than the best is not looked up: it would not even tell how sure that one is. */
const SLACK = 0.15;
/** Where all words agree on a house, what explains less of them tells nothing more. */
const CERTAIN = 0.98;
const CERTAIN_SLACK = 0.03;
/** Results below this share of the best one, as they are first rated, are not weighed further. */
const WEAK = 0.55;
/** Below this score the words of the best result are looked at again: its name may be part of another one. */
const DOUBTFUL = 0.79;

/** Answers any question for a place: houses, streets, points of interest and administrative units. */
export interface PlaceSearch {
  /**
   * Finds what a text asks for, best first.
   *
   * Shape: at most `size` answers. What several places are equally is answered by the unit above them, with `size` over 1 followed by the
   * places; `focus` settles that for the nearer one.
   * Cost: some 60 microseconds where all words are known, several times that where some are misspelt; keeps nothing between questions.
   */
  search(text: string, options: { size: number; focus?: Position }): Match[];
}

/** Says what the search for places works on. */
export interface PlaceSearchOptions {
  adminSearch: AdminSearch;
  /** Returns the ward in force at a position, as of AdminDataset. */
  wardAt: AdminDataset['wardAt'];
  tables: PlaceTables;
  names: Names;
}

/** Creates the search over tables of places and their names, on top of the search for administrative units. */
export function createPlaceSearch({ adminSearch, wardAt, tables, names }: PlaceSearchOptions): PlaceSearch {
  const inquiry = createInquiry();
  const { question, hits, results } = inquiry;
  const known = createKnownNames(tables, names);
  const reach = createUnitReach(adminSearch.table, adminSearch.facts);
  const border = createUnitBorder(adminSearch.table, adminSearch.facts, wardAt);
  const areasOf = createNamedAreas(tables, adminSearch.facts, border);
  const explainer = createExplainer(tables, reach, border);
  const evaluator = createEvaluator(tables, names, reach);
  const rank = createRanker(tables, explainer);
  const choose = createPlaceAnswers(tables, names, adminSearch, explainer, reach);
  const pairs = createPairs();
  const marks: Marks = new Uint8Array(MOST_TOKENS);

  /** Looks up the hits from `first` on in every group of units, best bound first. */
  const lookUp = (first: number): void => {
    const { groups } = inquiry;
    pairs.count = 0;
    for (let hit = first; hit < hits.count; hit += 1) {
      for (let group = -1; group < groups.length; group += 1) {
        const bound = evaluator.bound(inquiry, hit, groups[group]);
        if (bound > 0) addPair(pairs, hit, group, bound);
      }
    }
    for (let i = 0; i < pairs.count && i < MOST_LOOKUPS; i += 1) {
      const best = bestResult(inquiry)?.score ?? 0;
      if ((pairs.bound[i] as number) < best - (best > CERTAIN ? CERTAIN_SLACK : SLACK)) break;
      evaluator.evaluate(inquiry, pairs.hit[i] as number, groups[pairs.group[i] as number]);
    }
    dropWeak(results, WEAK);
    rank(inquiry);
  };

  /** Looks up what stands beside the best result: the building, the shop at the address. */
  const lookUpCompany = (): void => {
    const before = results.count;
    if (before === 0) return;
    for (let hit = 0; hit < hits.count; hit += 1) {
      if (isOpen(marks, hits.start[hit] as number, hits.end[hit] as number))
        evaluator.evaluate(inquiry, hit, inquiry.groups[0]);
    }
    if (results.count > before) rank(inquiry);
  };

  /**
   * Marks what the best result explains, or without one the units; true where a word is left that may change it: of a good result one beside its name.
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
        from = question.partStart[hits.start[best.hit] as number] as number;
        to = question.partEnd[(hits.end[best.hit] as number) - 1] as number;
      }
    }
    for (let i = from; i < to; i += 1) if (marks[i] === OPEN && question.role[i] === WORD) return true;
    return false;
  };

  const find = (): void => {
    if (isUnmapped(tables, inquiry)) return;
    findHits(question, names, hits);
    lookUp(0);
    const isLeft = isWordLeft();
    lookUpCompany();
    // No spelling of the words that are left is a street or place where the dataset has none.
    if (!isLeft || (results.count === 0 && inquiry.areas.some(({ isEmpty }) => isEmpty))) return;
    for (const addMore of [addMisspelt, addAbbreviated, addSimilar, addPartly]) {
      const before = hits.count;
      addMore(inquiry, names, tables, marks);
      if (hits.count === before) continue;
      lookUp(before);
      if (!isWordLeft()) return;
    }
  };

  return {
    search(text, { size, focus }) {
      inquiry.understanding = adminSearch.understand(text, focus, known);
      inquiry.groups = reach.group(inquiry.understanding.stacks);
      inquiry.named = readNamedUnits(inquiry.understanding);
      inquiry.areas = areasOf(inquiry.understanding, inquiry.named);
      inquiry.focus = focus && { lat: toUnits(focus.lat), lon: toUnits(focus.lon) };
      results.count = 0;
      readQuestion(question, inquiry.understanding);
      find();
      return choose(inquiry, size);
    },
  };
}

/**
 * Reports whether a question names a ward for certain of which the dataset has no street and no place, in a district or province without any street:
 * no place can then be its answer.
 */
function isUnmapped(tables: PlaceTables, { named, groups, understanding }: Inquiry): boolean {
  const best = understanding.stacks[0];
  const above = best?.district ?? best?.province;
  if (best?.ward === undefined || above === undefined || named[0]?.reading !== best.ward) return false;
  const { pieceStreetStart, piecePoiStart } = tables;
  const { ranges } = groups[0] as UnitGroup;
  return (
    isEmpty(pieceStreetStart, above.unit.ranges) &&
    isEmpty(pieceStreetStart, ranges) &&
    isEmpty(piecePoiStart, ranges)
  );
}

/** Reports whether no place begins in some base wards, by the number of the first place of each. */
function isEmpty(starts: ArrayLike<number>, ranges: Ranges): boolean {
  for (let i = 0; i < ranges.length; i += 2)
    if (starts[ranges[i] as number] !== starts[ranges[i + 1] as number]) return false;
  return true;
}

/** Marks the words of the units that the question names. */
function markUnits({ question, understanding }: Inquiry, marks: Marks): void {
  marks.fill(OPEN);
  const { resolution, readings } = understanding;
  if (resolution.best === undefined) return;
  const explained = explainedBy(resolution.best, readings, question.count);
  for (let i = 0; i < question.count; i += 1) if (explained[i] === 1) marks[i] = INSIDE;
}

/** Takes the marks of a name away again. */
function reopen({ question }: Inquiry, marks: Marks): void {
  for (let i = 0; i < question.count; i += 1)
    if (marks[i] === NAMED && question.role[i] === WORD) marks[i] = OPEN;
}
