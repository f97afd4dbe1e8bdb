import { CONFIDENCE_BINS, STATUSES, type StageFacts, type RowStatus } from '../data/report-facts.ts';
import type { ResultRow } from './csv-scan.ts';
import { shownText } from './shown-text.ts';
import { cellAt, type ColumnList, type RunStage } from './row-columns.ts';

/** Counts the rows of a run stage by stage. */
export interface Survey {
  /** Counts a row and returns its outcome. */
  add(row: ResultRow): RowOutcome;
  /** Returns the outcome of a row that is counted already. */
  outcomeOf(row: ResultRow): RowOutcome;
  /** Reports whether a row is ok in all stages. */
  isOk(row: ResultRow): boolean;
  list(): Omit<StageFacts, 'statuses'>[];
}

/**
 * The outcome of a row over all stages.
 *
 * Shape: `status` is the number of the first status that is not ok, with its reason; level and confidence are those of the last stage that has one;
 * confidence 0 to 1, NaN for none. The object is used again for the next row.
 */
export interface RowOutcome {
  status: number;
  reason: string;
  level: string;
  confidence: number;
}

const LEVEL_LIMIT = 40;

const MEANINGS: Readonly<Record<string, StageFacts['meaning']>> = {
  geocode: 'probability',
  reverse: 'distance',
};

interface StageTally {
  stage: RunStage;
  status: number | undefined;
  reason: number | undefined;
  level: number | undefined;
  confidence: number | undefined;
  levels: Map<string, number>;
  bins: number[];
  reasons: ReasonCounts;
}

/** Starts a survey of rows with these columns. */
export function createSurvey(stages: readonly RunStage[], columns: ColumnList): Survey {
  const tallies = stages.map((stage): StageTally => {
    const place = (name: string) => columns.place(`${stage.prefix}_${name}`);
    return {
      stage,
      status: place('status'),
      reason: place('reason'),
      level: place('level'),
      confidence: place('confidence'),
      levels: new Map(),
      bins: new Array<number>(CONFIDENCE_BINS).fill(0),
      reasons: createReasonCounts(),
    };
  });
  const outcome: RowOutcome = { status: 0, reason: '', level: '', confidence: NaN };
  const read = (row: ResultRow, isCounted: boolean): RowOutcome => {
    outcome.status = 0;
    outcome.reason = outcome.level = '';
    outcome.confidence = NaN;
    for (const tally of tallies) readStage(tally, row, outcome, isCounted);
    return outcome;
  };
  return {
    add: (row) => read(row, true),
    outcomeOf: (row) => read(row, false),
    isOk: (row) => tallies.every((tally) => statusOf(tally, row) <= 0),
    list: () => tallies.map(factsOf),
  };
}

/** Returns the number of the status of a row in a stage, -1 for one that is not known. */
function statusOf({ status }: StageTally, row: ResultRow): number {
  return STATUSES.indexOf(cellAt(row, status) as (typeof STATUSES)[number]);
}

/** Reads the outcome of a row in one stage into that of all stages. */
function readStage(tally: StageTally, row: ResultRow, outcome: RowOutcome, isCounted: boolean): void {
  const status = statusOf(tally, row);
  if (status > 0) {
    const reason = cellAt(row, tally.reason);
    if (isCounted) tally.reasons.add(reason, status);
    if (outcome.status === 0) {
      outcome.status = status;
      outcome.reason = reason;
    }
  }
  const level = shownText(cellAt(row, tally.level), LEVEL_LIMIT);
  if (level !== '') {
    if (isCounted) tally.levels.set(level, (tally.levels.get(level) ?? 0) + 1);
    outcome.level = level;
  }
  const confidence = cellAt(row, tally.confidence);
  if (confidence !== '') {
    outcome.confidence = Number(confidence);
    const bin = Math.min(CONFIDENCE_BINS - 1, Math.floor(outcome.confidence * CONFIDENCE_BINS + 1e-9));
    if (isCounted && bin >= 0) tally.bins[bin] = (tally.bins[bin] as number) + 1;
  }
}

function factsOf({
  stage,
  level,
  confidence,
  levels,
  bins,
  reasons,
}: StageTally): Omit<StageFacts, 'statuses'> {
  const meaning = MEANINGS[stage.name];
  return {
    prefix: stage.prefix,
    name: stage.name,
    ...(level !== undefined && {
      levels: Object.fromEntries([...levels].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))),
    }),
    ...(confidence !== undefined && { bins }),
    ...(confidence !== undefined && meaning !== undefined && { meaning }),
    reasons: reasons.list(),
  };
}

const SHOWN = 12;
/** Different reasons that are counted; later ones are left out, so that reasons with texts of the rows take no memory. */
const MOST_COUNTED = 5000;
const LIMIT = 200;

/** Counts the reasons of a stage. */
interface ReasonCounts {
  add(reason: string, status: number): void;
  /** Returns the commonest ones. */
  list(): StageFacts['reasons'];
}

/** Starts counting. Shape: texts in quotes come from the rows and are replaced by dots. */
function createReasonCounts(): ReasonCounts {
  const counts = new Map<string, { rows: number; status: number }>();
  return {
    add(reason, status) {
      const key = shownText(reason.replace(/"[^"]*"/g, '"…"'), LIMIT);
      const known = counts.get(key);
      if (known) known.rows += 1;
      else if (counts.size < MOST_COUNTED) counts.set(key, { rows: 1, status });
    },
    list: () =>
      Array.from(counts, ([reason, { rows, status }]) => ({
        reason,
        rows,
        status: STATUSES[status] as RowStatus,
      }))
        .sort((a, b) => b.rows - a.rows || (a.reason < b.reason ? -1 : 1))
        .slice(0, SHOWN),
  };
}
