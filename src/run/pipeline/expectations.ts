import { message, type Message } from '../../base/messages/message.ts';
import { LEVELS, type Level } from '../../contract/records/osm-feature.ts';
import type { Bound, Expectations } from './job-spec.ts';
import type { RunCounts } from './run-counts.ts';

/** A figure of a run beside what was expected of it. Shape: `found` is null where the run has no rows that it could be taken from. */
export interface Expectation {
  name: string;
  expected: string;
  found: number | null;
  isMet: boolean;
}

interface Figure {
  operator: Bound['operator'];
  /** Whether the figure is a share, 0 to 1, and not a number of rows. */
  isRate: boolean;
  description: Message;
  /** Returns the figure of a run; undefined where it has none. */
  of(counts: RunCounts): number | undefined;
}

/** Levels that are worth a bound; finer ones count as well. */
const LEAST_LEVELS = ['house', 'street', 'ward', 'district'] as const satisfies readonly Level[];

/** The figures of a run that a job can set a bound for. */
export const FIGURES: Readonly<Record<string, Figure>> = {
  ok_rate: {
    operator: '>=',
    isRate: true,
    description: message('run.figureOkRate'),
    of: (counts) => leastOf(sharesOf(counts, ({ ok }) => ok)),
  },
  error_rate: {
    operator: '<=',
    isRate: true,
    description: message('run.figureErrorRate'),
    of: (counts) => highest(counts, ({ error }) => error),
  },
  ambiguous_rate: {
    operator: '<=',
    isRate: true,
    description: message('run.figureAmbiguousRate'),
    of: (counts) => highest(counts, ({ ambiguous }) => ambiguous),
  },
  ...Object.fromEntries(
    LEAST_LEVELS.map((level) => [
      `level_at_least_${level}`,
      {
        operator: '>=',
        isRate: true,
        description: message('run.figureLevel', { level }),
        of: (counts: RunCounts) => levelRate(counts, level),
      } satisfies Figure,
    ]),
  ),
  min_rows: {
    operator: '>=',
    isRate: false,
    description: message('run.figureMinRows'),
    of: ({ rowsIn }) => rowsIn,
  },
  max_rejects: {
    operator: '<=',
    isRate: false,
    description: message('run.figureMaxRejects'),
    of: ({ rejected }) => rejected,
  },
  max_without_tour: {
    operator: '<=',
    isRate: false,
    description: message('run.figureWithoutTour'),
    of: (counts) => withoutTour(counts) ?? rowsNotOk(Object.values(counts.stages).at(-1)),
  },
};

/** Prefix of the stage that plans tours, where a job gives it no other. */
const TOURS = 'route';

/** Returns the rows that are in no tour: one figure for terminal, report and JSON. Undefined of a run that plans no tours. */
export function withoutTour({ stages }: Pick<RunCounts, 'stages'>): number | undefined {
  return rowsNotOk(stages[TOURS]);
}

function rowsNotOk(statuses: RunCounts['stages'][string] | undefined): number | undefined {
  if (statuses === undefined) return undefined;
  const { ok: _, ...others } = statuses;
  return Object.values(others).reduce((sum, rows) => sum + rows, 0);
}

/** Compares the figures of a run with what its job expects. Guarantee: a figure that the run has not is not met. */
export function compareExpectations(counts: RunCounts, expected: Expectations): Expectation[] {
  return Object.entries(expected).map(([name, { operator, value }]) => {
    const found = FIGURES[name]?.of(counts);
    const isMet = found !== undefined && (operator === '>=' ? found >= value : found <= value);
    return { name, expected: `${operator} ${value}`, found: found ?? null, isMet };
  });
}

type RowsOf = (statuses: RunCounts['stages'][string]) => number;

/** Returns the share of rows in each stage that has any. */
function sharesOf({ stages }: RunCounts, rowsOf: RowsOf): number[] {
  return Object.values(stages).flatMap((statuses) => {
    const rows = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    return rows === 0 ? [] : [rowsOf(statuses) / rows];
  });
}

const leastOf = (shares: readonly number[]) => (shares.length === 0 ? undefined : Math.min(...shares));

function highest(counts: RunCounts, rowsOf: RowsOf): number | undefined {
  const shares = sharesOf(counts, rowsOf);
  return shares.length === 0 ? undefined : Math.max(...shares);
}

function levelRate({ levels, results }: RunCounts, least: Level): number | undefined {
  if (results === 0) return undefined;
  const names: readonly string[] = LEVELS.slice(0, LEVELS.indexOf(least) + 1);
  const shares = Object.values(levels ?? {}).map((counts) => {
    const rows = names.reduce((sum, level) => sum + (counts[level] ?? 0), 0);
    return rows / results;
  });
  return leastOf(shares);
}
