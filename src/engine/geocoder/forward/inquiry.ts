import type { Understanding } from '../reader/admin-search.ts';
import { createHits, type Hits } from './hits.ts';
import type { HouseExpression } from './house-expression.ts';
import type { NamedArea } from './named-area.ts';
import type { NamedUnits } from './named-units.ts';
import { createQuestion, type Question } from './question.ts';
import { createResults, type Result, type Results } from './results.ts';
import type { UnitPosition } from './street-line.ts';
import type { UnitGroup } from './unit-reach.ts';

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
