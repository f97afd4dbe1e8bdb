import type { Understanding } from '../reader/admin-search.ts';
import { createHits, type Hits } from './hits.ts';
import type { HouseExpression } from './house-expression.ts';
import type { NamedArea } from './named-area.ts';
import type { NamedUnits } from './named-units.ts';
import { createQuestion, type Question } from './question.ts';
import type { UnitPosition } from './street-line.ts';
import type { UnitGroup } from './unit-reach.ts';
import type { HouseMatch } from './house-finder.ts';

/** Most results of a question. */
const MOST_RESULTS = 16;

/**
 * The best results of a question so far, best first.
 *
 * Shape: `feature` is the street or point of interest of hit `hit`; `kind` as of house-match, or WHOLE without a house; `row` is the row of the matched or
 * nearest house, or -1; `lat` and `lon` in units of the tables; `addressEnd` is the end of the own address of a place behind its name, 0 for none.
 */
export interface Results {
  count: number;
  items: Result[];
}

/** A candidate for the match of a question. */
export interface Result {
  feature: number;
  hit: number;
  kind: number;
  row: number;
  lat: number;
  lon: number;
  radiusMeters: number;
  addressEnd: number;
  score: number;
}

/** A street or point of interest without a house. */
export const WHOLE = 6;

/** Creates the buffers for the results of one question. */
function createResults(): Results {
  const blank = (): Result => ({
    feature: -1,
    hit: -1,
    kind: WHOLE,
    row: -1,
    lat: 0,
    lon: 0,
    radiusMeters: 0,
    addressEnd: 0,
    score: 0,
  });
  return { count: 0, items: Array.from({ length: MOST_RESULTS + 1 }, blank) };
}

/** Returns the score that a new result must pass to be kept. */
export function leastScore({ count, items }: Results): number {
  return count < MOST_RESULTS ? 0 : items[count - 1].score;
}

/** Adds a result if it is among the best; of one street or place only the best result is kept. */
export function keepResult(
  results: Results,
  feature: number,
  hit: number,
  found: HouseMatch,
  score: number,
): void {
  const { items } = results;
  if (score <= leastScore(results)) return;
  let at = 0;
  while (at < results.count && items[at].feature !== feature) at += 1;
  if (at < results.count) {
    if (items[at].score >= score) return;
  } else if (results.count < MOST_RESULTS) results.count += 1;
  else at = results.count - 1;
  const item = items[at];
  item.feature = feature;
  item.hit = hit;
  item.kind = found.kind;
  item.row = found.row;
  item.lat = found.lat;
  item.lon = found.lon;
  item.radiusMeters = found.radiusMeters;
  item.addressEnd = 0;
  item.score = score;
  raise(results, at);
}

/** Moves a result up in the order of scores; of equal scores the lower number goes first. */
function raise({ items }: Results, from: number): void {
  const item = items[from];
  let at = from;
  while (at > 0 && comesBefore(item, items[at - 1])) {
    items[at] = items[at - 1];
    at -= 1;
  }
  items[at] = item;
}

function comesBefore(a: Result, b: Result): boolean {
  return a.score > b.score || (a.score === b.score && a.feature < b.feature);
}

/** Sorts the results after their scores have changed. */
export function sortResults(results: Results): void {
  for (let i = 1; i < results.count; i += 1) raise(results, i);
}

/** Moves a result to the front, whatever its score. */
export function moveToFront({ items }: Results, at: number): void {
  const item = items[at];
  items.copyWithin(1, 0, at);
  items[0] = item;
}

/** Drops results below a share of the best score, which further scoring cannot bring to the top. */
export function dropWeak(results: Results, share: number): void {
  const least = results.items[0].score * share;
  while (results.count > 0 && results.items[results.count - 1].score < least) results.count -= 1;
}

/** The state of the current question; created once and refilled for each question. */
export interface Inquiry {
  question: Question;
  understanding: Understanding;
  /** Groups of units that the question can mean, best first. */
  groups: readonly UnitGroup[];
  /** Units that the question names for certain, the ward first. */
  named: readonly NamedUnits[];
  /** Areas of the units in `named`, in the same order. */
  areas: readonly NamedArea[];
  hits: Hits;
  results: Results;
  focus: UnitPosition | undefined;
}

const NOTHING: Understanding = {
  text: '',
  tokens: [],
  context: {
    kind: new Uint8Array(0),
    head: new Uint8Array(0),
    unitWord: [],
    unitWordStart: new Int32Array(0),
    partStart: new Int32Array(0),
    partEnd: new Int32Array(0),
    marked: false,
    stated: undefined,
  },
  readings: [],
  stacks: [],
  resolution: { best: undefined, ambiguous: false, tied: 0, others: [], margin: 0 },
  explained: new Uint8Array(0),
  facts: undefined,
};

/** Creates the buffers for one question and its results. */
export function createInquiry(): Inquiry {
  return {
    question: createQuestion(),
    understanding: NOTHING,
    groups: [],
    named: [],
    areas: [],
    hits: createHits(),
    results: createResults(),
    focus: undefined,
  };
}

/** Returns the house of the question beside a hit. */
export function houseOf({ houses, house }: Hits, hit: number): HouseExpression {
  return houses[house[hit]];
}

/** Returns the first token of a hit, including "đường" and "phố" in front of its name. */
export function nameStart(hits: Hits, hit: number): number {
  return Math.min(houseOf(hits, hit).streetStart, hits.start[hit]);
}

/** Returns the best result so far. */
export function bestResult({ results }: Inquiry): Result | undefined {
  return results.count === 0 ? undefined : results.items[0];
}
