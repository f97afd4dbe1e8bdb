import { InvalidArgumentError } from 'commander';
import { isUnanswered } from '../base/errors/attempts.ts';
import type { RunCounts } from '../run/pipeline/run-counts.ts';
import { formatCount } from './format-figures.ts';
import { message, type Message } from '../base/messages/message.ts';

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

/** Returns what a finished run has more of than its options allow, a sentence each. */
export function excessOf(
  counts: RunCounts,
  { maxRejects = Infinity, maxErrors }: { maxRejects?: number; maxErrors?: MaxErrors },
): Message[] {
  const rejects = counts.rejected > maxRejects ? [message('excess.rejects', { limit: maxRejects })] : [];
  return [...rejects, ...errorExcess(counts, maxErrors), ...unansweredText(counts)];
}

/** Returns a sentence for each stage with more errors than a run may have. */
export function errorExcess(
  { stages }: Pick<RunCounts, 'stages'>,
  limit: MaxErrors = DEFAULT_MAX_ERRORS,
): Message[] {
  return Object.entries(stages).flatMap(([stage, statuses]) => {
    const { error } = statuses;
    const rows = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    const isTooMany =
      'rows' in limit ? error > limit.rows : rows >= limit.leastRows && error * 100 > limit.percent * rows;
    if (!isTooMany) return [];
    const allowed = 'rows' in limit ? formatCount(limit.rows) : `${limit.percent}%`;
    return [message('excess.errors', { errors: error, rows, stage, limit: allowed })];
  });
}

/**
 * Returns a sentence for each stage with rows that the service never answered.
 *
 * Shape: also below what a run may have of errors, since these rows have no fault: a later run may answer them.
 */
export function unansweredText({ errorReasons = {} }: Pick<RunCounts, 'errorReasons'>): Message[] {
  return Object.entries(errorReasons).flatMap(([stage, reasons]) => {
    const rows = reasons.reduce((sum, reason) => sum + (isUnanswered(reason) ? reason.rows : 0), 0);
    return rows === 0 ? [] : [message('excess.unanswered', { rows, stage })];
  });
}
