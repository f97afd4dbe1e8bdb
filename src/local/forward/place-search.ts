import type { Position } from '../../geo/position.ts';
import type { Names } from '../names/names.ts';
import type { Match } from '../places/place-match.ts';
import type { AdminSearch, Understanding } from '../search/admin-search.ts';
import { explainedBy } from '../search/evidence.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import { createEvaluator } from './evaluate.ts';
import { createHits, findHits } from './hits.ts';
import { addInitials, addMisspelt, addOverlapping } from './misspelt.ts';
import { createKnownNames } from './known-names.ts';
import { createPlaceAnswers } from './place-answers.ts';
import { addScanned } from './scan.ts';
import { createQuestion, MOST_TOKENS, readQuestion, WORD } from './question.ts';
import { createRanker } from './rank.ts';
import { createResults } from './results.ts';
import type { UnitPosition } from './street-line.ts';
import { createUnitReach, type UnitGroup } from './unit-groups.ts';

/** Pairs of a name and a group of units that are looked up for one question. */
const MOST_PAIRS = 96;
const MOST_LOOKUPS = 48;
/** What could score this much less than the best is not looked up: it would not even tell how sure that one is. */
const SLACK = 0.15;

/** Below this score the words of the best result are looked at again. */
const DOUBTFUL = 0.75;

/** Answers any question for a place: houses, streets, points of interest and administrative units. */
export interface PlaceSearch {
  /**
   * Finds what a text asks for, best first.
   *
   * Shape: at most `size` answers; a name that several places share equally is answered by the unit above them. `focus` puts the nearer one first.
   * Cost: some 60 microseconds for a question whose words are all known, several times that for misspelt ones; keeps nothing between questions.
   */
  search(text: string, options: { size: number; focus?: Position }): Match[];
}

/** Says what the search for places works on. */
export interface PlaceSearchOptions {
  adminSearch: AdminSearch;
  tables: PlaceTables;
  names: Names;
}

/** Creates the search over tables of places and their names, on top of the search for administrative units. */
export function createPlaceSearch({ adminSearch, tables, names }: PlaceSearchOptions): PlaceSearch {
  const question = createQuestion();
  const hits = createHits();
  const results = createResults();
  const reach = createUnitReach(adminSearch.table, adminSearch.facts);
  let focusUnits: UnitPosition | undefined;
  const evaluator = createEvaluator(tables, names, reach, results, () => focusUnits);
  const ranker = createRanker(tables, reach);
  const answers = createPlaceAnswers(tables, names, adminSearch);
  const pairs = createPairs();
  const marks = new Uint8Array(MOST_TOKENS);

  const known = createKnownNames(tables, names);

  /** Looks up the pairs of hits from `first` on and groups, best bound first. */
  const lookUp = (first: number, groups: readonly UnitGroup[]): void => {
    pairs.count = 0;
    for (let hit = first; hit < hits.count; hit += 1) {
      for (let group = -1; group < groups.length; group += 1)
        addPair(pairs, hit, group, evaluator.bound(question, hits, hit, groups[group], groups[0]));
    }
    for (let i = 0; i < pairs.count && i < MOST_LOOKUPS; i += 1) {
      const bound = pairs.bound[i] as number;
      if (results.count > 0 && bound < (results.items[0]?.score ?? 0) - SLACK) break;
      evaluator.evaluate(question, hits, pairs.hit[i] as number, groups[pairs.group[i] as number], groups[0]);
    }
  };

  /** Marks the words that the best result, or without one the units, explain; true where a word is left. */
  const markExplained = (understanding: Understanding): boolean => {
    const best = results.items[0];
    if (results.count > 0 && best !== undefined) {
      ranker.explain(question, understanding, hits, best, marks);
      // A name that is found, but not where the units say: perhaps it is a part of another one.
      if (best.score < DOUBTFUL)
        for (let i = 0; i < question.count; i += 1)
          if (marks[i] === 1 && question.role[i] === WORD) marks[i] = 0;
    } else {
      marks.fill(0);
      const { best: units } = understanding.resolution;
      if (units !== undefined) {
        const explained = explainedBy(units, understanding.readings, question.count);
        for (let i = 0; i < question.count; i += 1) marks[i] = explained[i] === 1 ? 2 : 0;
      }
    }
    for (let i = 0; i < question.count; i += 1) if (marks[i] === 0 && question.role[i] === WORD) return true;
    return false;
  };

  /** Compares with the streets of the unit that is recognised, if it is not too large. */
  const addScannedIn = (
    ...[, , , , groups]: [...Parameters<typeof addMisspelt>, readonly UnitGroup[]]
  ): void => {
    if (groups[0] !== undefined) addScanned(question, names, tables, hits, marks, groups[0].ranges);
  };

  const find = (understanding: Understanding): void => {
    readQuestion(question, understanding);
    results.count = 0;
    findHits(question, names, hits);
    const groups = reach.group(understanding.stacks);
    lookUp(0, groups);
    ranker.rank(question, understanding, hits, results);
    for (const addMore of [addMisspelt, addInitials, addScannedIn, addOverlapping]) {
      if (!markExplained(understanding)) return;
      const before = hits.count;
      addMore(question, names, hits, marks, groups);
      if (hits.count === before) continue;
      lookUp(before, groups);
      ranker.rank(question, understanding, hits, results);
    }
  };

  return {
    search(text, { size, focus }) {
      focusUnits = focus === undefined ? undefined : { lat: focus.lat * 1e7, lon: focus.lon * 1e7 };
      const understanding = adminSearch.understand(text, focus, known);
      find(understanding);
      return answers.choose(question, understanding, hits, results, ranker, size);
    },
  };
}

/** Holds pairs of a hit and a group (-1 for none), the highest bound first. */
interface Pairs {
  count: number;
  hit: Int32Array;
  group: Int32Array;
  bound: Float64Array;
}

function createPairs(): Pairs {
  return {
    count: 0,
    hit: new Int32Array(MOST_PAIRS + 1),
    group: new Int32Array(MOST_PAIRS + 1),
    bound: new Float64Array(MOST_PAIRS + 1),
  };
}

function addPair(pairs: Pairs, hit: number, group: number, bound: number): void {
  if (bound <= 0) return;
  let at = pairs.count;
  if (at === MOST_PAIRS) {
    if ((pairs.bound[at - 1] as number) >= bound) return;
    at -= 1;
  } else pairs.count += 1;
  for (; at > 0 && (pairs.bound[at - 1] as number) < bound; at -= 1) {
    pairs.hit[at] = pairs.hit[at - 1] as number;
    pairs.group[at] = pairs.group[at - 1] as number;
    pairs.bound[at] = pairs.bound[at - 1] as number;
  }
  pairs.hit[at] = hit;
  pairs.group[at] = group;
  pairs.bound[at] = bound;
}
