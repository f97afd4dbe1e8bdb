import {
  CONFIDENCE_BINS,
  englishOf,
  NO_CONFIDENCE,
  type ReportFacts,
  STATUSES,
  VERDICTS,
} from '../../report/data/report-facts.ts';
import { isUseOf, USES } from '../../contract/uses.ts';
import { CHANGES } from '../../report/data/compared-rows.ts';
import type { PackedRows } from '../../report/data/packed-rows.ts';
import { POINT_KINDS } from '../kit/map/points.ts';
import type { Dimension, FilterState } from './filter-state.ts';

/** The columns that rows are sorted by. */
export const SORT_COLUMNS = ['number', 'status', 'level', 'confidence', 'moved'] as const;

/** A column that rows are sorted by. */
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** The order of the rows. */
export interface RowOrder {
  sort: SortColumn;
  isDescending: boolean;
}

/** Rows with the number of the kind of each. */
export type KindRows = PackedRows & {
  count: number;
  kinds: Uint8Array;
  change: Uint8Array;
  moved: Uint16Array;
};

/** What the numbers in the rows stand for. */
export type RowNames = Pick<ReportFacts, 'levels' | 'reasons' | 'areas' | 'coverage'>;

/** Returns the rows of a filter in their order. Shape: `found` has 1 for the rows of a search. Cost: linear. */
export function filterRows(
  rows: KindRows,
  names: RowNames,
  chosen: FilterState['chosen'],
  found: Uint8Array | undefined,
  order: RowOrder,
): Uint32Array {
  const tests = (Object.keys(chosen) as Dimension[])
    .filter((name) => chosen[name].size > 0)
    .map((name) => testOf(rows, names, name, chosen[name]));
  const isKept = new Uint8Array(rows.count).fill(1);
  if (found) isKept.set(found);
  for (const test of tests) applyTest(isKept, test);
  let size = 0;
  for (const one of isKept) size += one;
  const kept = new Uint32Array(size);
  for (let row = 0, at = 0; at < size; row += 1) if (isKept[row] === 1) kept[at++] = row;
  return sortRows(rows, kept, order);
}

/** Keeps the rows that a test allows. */
function applyTest(isKept: Uint8Array, { column, allowed }: Test): void {
  for (let row = 0; row < isKept.length; row += 1)
    isKept[row] = (isKept[row] as number) & (allowed[column[row] as number] as number);
}

/** A column of numbers, and 1 for each number that is allowed. */
interface Test {
  column: ArrayLike<number>;
  allowed: Uint8Array;
}

function testOf(rows: KindRows, names: RowNames, dimension: Dimension, values: ReadonlySet<string>): Test {
  const list = (column: ArrayLike<number>, of: readonly string[], first: 0 | 1): Test => {
    const allowed = new Uint8Array(of.length + first);
    of.forEach((name, at) => (allowed[at + first] = values.has(name) ? 1 : 0));
    return { column, allowed };
  };
  switch (dimension) {
    case 'status':
      return list(rows.status, STATUSES, 0);
    case 'kind':
      return list(rows.kinds, POINT_KINDS, 0);
    case 'verdict':
      return list(rows.verdict, VERDICTS, 1);
    case 'use':
      return {
        column: rows.use,
        allowed: Uint8Array.from(
          [0, ...USES.map((use) => [...values].some((name) => isUseOf(use, name)))],
          Number,
        ),
      };
    case 'level':
      return list(rows.level, names.levels, 1);
    case 'reason': {
      const allowed = new Uint8Array(names.reasons.length + 1);
      names.reasons.forEach(({ text, kind = '' }, at) => {
        allowed[at + 1] = values.has(englishOf(text)) || values.has(kind) ? 1 : 0;
      });
      return { column: rows.reason, allowed };
    }
    case 'area': {
      const allowed = new Uint8Array(names.areas.length + 1);
      names.areas.forEach((codes, at) => {
        allowed[at + 1] = codes.some((code) => values.has(code)) ? 1 : 0;
      });
      return { column: rows.area, allowed };
    }
    case 'change':
      return list(rows.change, CHANGES, 1);
    case 'bin':
      return { column: okBins(rows), allowed: list([], [...binNames, ''], 0).allowed };
  }
}

const binNames = Array.from({ length: CONFIDENCE_BINS }, (_, bin) => String(bin));

/** Returns the bar of the histogram of each row; one behind the last for a row that has none. */
function okBins({ confidence, status }: KindRows): Uint8Array {
  const step = 1000 / CONFIDENCE_BINS;
  return Uint8Array.from(status, (one, row) => {
    const value = confidence[row] as number;
    if (one !== 0 || value === NO_CONFIDENCE) return CONFIDENCE_BINS;
    return Math.min(CONFIDENCE_BINS - 1, Math.floor(value / step));
  });
}

/** Sorts rows by counting: keys are small numbers. */
function sortRows(rows: KindRows, chosen: Uint32Array, { sort, isDescending }: RowOrder): Uint32Array {
  if (sort === 'number') return isDescending ? chosen.reverse() : chosen;
  const keys = rows[sort];
  const starts = new Uint32Array(65_537);
  // Rows without confidence come after the least one.
  const keyOf = (row: number) =>
    ((keys[row] as number) + (sort === 'confidence' ? 1 : 0)) % (NO_CONFIDENCE + 1);
  const bucketOf = (row: number) => (isDescending ? 65_535 - keyOf(row) : keyOf(row));
  for (const row of chosen) starts[bucketOf(row) + 1] = (starts[bucketOf(row) + 1] as number) + 1;
  for (let key = 1; key < starts.length; key += 1)
    starts[key] = (starts[key] as number) + (starts[key - 1] as number);
  const sorted = new Uint32Array(chosen.length);
  for (const row of chosen) {
    const bucket = bucketOf(row);
    const place = starts[bucket] as number;
    sorted[place] = row;
    starts[bucket] = place + 1;
  }
  return sorted;
}
