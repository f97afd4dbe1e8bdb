import { InvalidArgumentError } from 'commander';
import { isUnanswered } from '../base/errors/attempts.ts';
import type { RunCounts } from '../run/pipeline/run-counts.ts';
import { formatCount, formatCounted } from './format-figures.ts';

/**
 * The errors of a stage that a run may have: a number of rows, or a share of them.
 *
 * Shape: `leastRows` is the number of rows from which the share counts.
 */
export type MaxErrors = { rows: number } | { percent: number; leastRows: number };

/** Without `--max-errors`: a stage that fails for most rows is wrong, but the first few say little. */
const DEFAULT_MAX_ERRORS: MaxErrors = { percent: 50, leastRows: 20 };

/** Parses the value of `--max-errors`: `100` or `10%`. */
export function parseMaxErrors(text: string): MaxErrors {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  const value = Number(digits);
  if (unit === '%' && value <= 100) return { percent: value, leastRows: 1 };
  if (unit === '' && Number.isInteger(value)) return { rows: value };
  throw new InvalidArgumentError('It must be a whole number of rows, or a share of them as in 10%.');
}

/** Returns a sentence for each stage with more errors than a run may have. */
export function errorExcess(
  { stages }: Pick<RunCounts, 'stages'>,
  limit: MaxErrors = DEFAULT_MAX_ERRORS,
): string[] {
  return Object.entries(stages).flatMap(([stage, statuses]) => {
    const { error } = statuses;
    const rows = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    const isTooMany =
      'rows' in limit ? error > limit.rows : rows >= limit.leastRows && error * 100 > limit.percent * rows;
    if (!isTooMany) return [];
    const allowed = 'rows' in limit ? formatCount(limit.rows) : `${limit.percent}%`;
    return [
      `${formatCount(error)} of ${formatCount(rows)} rows are errors in the stage ${stage}, more than --max-errors ${allowed}; ${stage}_reason says why`,
    ];
  });
}

/**
 * Returns a sentence for each stage with rows that the service never answered.
 *
 * Shape: also below what a run may have of errors, since these rows have no fault: a later run may answer them.
 */
export function unansweredText({ errorReasons = {} }: Pick<RunCounts, 'errorReasons'>): string[] {
  return Object.entries(errorReasons).flatMap(([stage, reasons]) => {
    const rows = reasons.reduce((sum, reason) => sum + (isUnanswered(reason) ? reason.rows : 0), 0);
    return rows === 0
      ? []
      : [
          `the service did not answer ${formatCounted(rows, 'row')} of the stage ${stage}: send them again with geomill retry`,
        ];
  });
}
