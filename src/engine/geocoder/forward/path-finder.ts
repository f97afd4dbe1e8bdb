import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { createSteps, MOST_STEPS, readPathAt, type PathSteps } from './path-steps.ts';

/**
 * The ranges of house paths in the tables that match the steps of a question.
 *
 * Shape: `low[k]` to `exact[k]` are the paths equal to the first k steps, `exact[k]` to `high[k]` those that continue them; `numberLow` to `numberHigh`
 * are the paths with the number of the first step.
 */
export interface PathSpan {
  low: Int32Array;
  exact: Int32Array;
  high: Int32Array;
  numberLow: number;
  numberHigh: number;
}

/** Creates the buffers for the span of one path. */
export function createPathSpan(): PathSpan {
  return {
    low: new Int32Array(MOST_STEPS + 1),
    exact: new Int32Array(MOST_STEPS + 1),
    high: new Int32Array(MOST_STEPS + 1),
    numberLow: 0,
    numberHigh: 0,
  };
}

/** Plain numbers below this keep their spans: they are those of most addresses. */
const KEPT_NUMBERS = 1024;
const KEPT_FIELDS = 5;

const read = createSteps();

/**
 * Creates the function that fills the span of a path from step `from` on.
 *
 * Cost: a few dozen comparisons, once a question; none for a number without letters and alleys that was asked before. Keeps 20 kB.
 */
export function createPathFinder(
  tables: PlaceTables,
): (steps: PathSteps, from: number, span: PathSpan) => void {
  const kept = new Int32Array(KEPT_FIELDS * KEPT_NUMBERS).fill(-1);
  return (steps, from, span) => {
    const number = steps.number[from];
    const isPlain = steps.count - from === 1 && steps.letter[from] === 0 && steps.upTo[from] === number;
    if (!isPlain || number >= KEPT_NUMBERS) {
      findPathSpan(tables, steps, from, span);
      return;
    }
    const at = KEPT_FIELDS * number;
    if (kept[at] < 0) {
      findPathSpan(tables, steps, from, span);
      kept[at] = span.numberLow;
      kept[at + 1] = span.numberHigh;
      kept[at + 2] = span.low[1];
      kept[at + 3] = span.exact[1];
      kept[at + 4] = span.high[1];
    }
    span.numberLow = kept[at];
    span.numberHigh = kept[at + 1];
    span.low[1] = kept[at + 2];
    span.exact[1] = kept[at + 3];
    span.high[1] = kept[at + 4];
  };
}

function findPathSpan(tables: PlaceTables, steps: PathSteps, from: number, span: PathSpan): void {
  const first = steps.number[from];
  span.numberLow = lowerNumber(tables.pathNumber, first);
  span.numberHigh = lowerNumber(tables.pathNumber, first + 1);
  let low = span.numberLow;
  let high = span.numberHigh;
  for (let k = 1; k <= steps.count - from; k += 1) {
    const start = search(tables, low, high, steps, from, k, 0);
    const end = search(tables, start, high, steps, from, k, 2);
    span.low[k] = start;
    span.exact[k] = search(tables, start, end, steps, from, k, 1);
    span.high[k] = end;
    low = start;
    high = end;
  }
}

/** Returns the first path at or after the beginning (0), the end of the equal paths (1) or the end (2) of the paths with k first steps. */
function search(
  tables: PlaceTables,
  low: number,
  high: number,
  steps: PathSteps,
  from: number,
  k: number,
  side: 0 | 1 | 2,
): number {
  let start = low;
  let end = high;
  while (start < end) {
    const middle = (start + end) >>> 1;
    readPathAt(tables, middle, read);
    const order = comparePrefix(read, steps, from, k);
    const past = order > 0 || (order === 0 && (side === 0 || (side === 1 && read.count > k)));
    if (past) end = middle;
    else start = middle + 1;
  }
  return start;
}

function comparePrefix(path: PathSteps, steps: PathSteps, from: number, k: number): number {
  for (let i = 0; i < k; i += 1) {
    if (i >= path.count) return -1;
    const order =
      path.number[i] - steps.number[from + i] ||
      path.letter[i] - steps.letter[from + i] ||
      path.upTo[i] - steps.upTo[from + i];
    if (order !== 0) return order;
  }
  return 0;
}

/** Returns the first path whose first number is not below a number. */
export function lowerNumber(pathNumber: Uint32Array, number: number): number {
  let low = 0;
  let high = pathNumber.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pathNumber[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
