/**
 * What became of a row since an earlier run, in the order of the numbers that rows have, from 1; 0 is a row without a change.
 *
 * Shape: `lost` and `gained` by what the row is good for; then another ward, another place, another answer (text, level or status); `new` rows are not in the earlier run.
 */
export const CHANGES = ['lost', 'gained', 'ward', 'moved', 'answer', 'new'] as const;

/** One of {@link CHANGES}. */
export type Change = (typeof CHANGES)[number];

/** A decree that put units of the earlier run into others, with the rows of which it is the cause. */
interface CauseFacts {
  decree: string;
  item: string;
  rows: number;
}

/**
 * The rows of a run beside those of an earlier one, counted.
 *
 * Shape: `by` is the column that identifies a row, or how rows were matched without one; `gone` rows of the earlier run are in this one no more, `goneTexts` are the first of them.
 */
export interface ComparedFacts {
  by: { column: string } | 'place' | 'text';
  counts: Readonly<Record<Change, number>>;
  same: number;
  gone: number;
  goneTexts: string[];
  causes: CauseFacts[];
}

/**
 * The changed rows, a column each.
 *
 * Shape: `at` are their places in the packed rows, each less the one before; `change` numbers of {@link CHANGES}; `meters` between both positions, 0 where one is missing.
 * The other columns are of the first rows only: match, level, ward code and position key (-1 for none) of the earlier run, and the number of the cause, from 1, 0 for none.
 */
export interface ComparedRows {
  at: number[];
  change: number[];
  meters: number[];
  match: string[];
  level: string[];
  ward: string[];
  place: number[];
  cause: number[];
}
