import { USE_COLUMNS, useColumn, useOfCells, USES, type UseColumn } from '../../contract/uses.ts';
import {
  CONFIDENCE_BINS,
  englishOf,
  type OverallFacts,
  type RowStatus,
  type StageFacts,
  STATUSES,
  VERDICTS,
} from '../data/report-facts.ts';
import type { ResultRow } from './result-rows.ts';
import { shownText } from '../data/shown-text.ts';
import { cellAt, numberAt, type ColumnList, type RunStage } from './row-columns.ts';
import type { Reasons } from './sentences.ts';

/** Counts the rows of a run stage by stage. */
export interface Survey {
  /** Counts a row and returns its outcome. */
  add(row: ResultRow): RowOutcome;
  /** Returns the outcome of a row that is counted already. */
  outcomeOf(row: ResultRow): RowOutcome;
  /** Reports whether a row is ok in all stages. */
  isOk(row: ResultRow): boolean;
  list(): Omit<StageFacts, 'statuses'>[];
  /** Returns the figures of the rows over all stages. */
  overall(): OverallFacts;
  /** Returns the number of rows matched at a ward, by its code. */
  wardRows(): ReadonlyMap<string, number>;
}

/**
 * The outcome of a row over all stages.
 *
 * Shape: `status` is the number of the first status that is not ok, with its reason, that of a row that is ok is its note; level, confidence, verdict and area are those of the last stage that has one;
 * `verdict` and `use` are numbers of their lists from 1, 0 for none; `area` the codes of a ward in force and of its province, with a slash between, each empty where it is not known, all empty without both; confidence 0 to 1, NaN for none. The object is used again for the next row.
 */
export interface RowOutcome {
  status: number;
  reason: string;
  level: string;
  confidence: number;
  verdict: number;
  use: number;
  area: string;
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
  verdict: number | undefined;
  ward: number | undefined;
  province: number | undefined;
  /** Returns what a row is good for; undefined for a stage that does not say it. */
  useOf: ((row: ResultRow) => number) | undefined;
  /** The ward and the province of the row before, and its area: one text for rows with the same ones, whose hash is computed once. */
  last: { ward: string; province: string; area: string };
  levels: Map<string, number>;
  bins: number[];
  reasons: ReasonCounts;
}

/** Starts a survey of rows with these columns. */
export function createSurvey(
  stages: readonly RunStage[],
  columns: ColumnList,
  reasons: Reasons,
  noteOf?: (row: ResultRow) => string,
): Survey {
  const tallies = stages.map((stage): StageTally => {
    const place = (name: string) => columns.place(`${stage.prefix}_${name}`);
    return {
      stage,
      status: place('status'),
      reason: place('reason'),
      // A conversion has no levels: what became of the unit is in their place.
      level: place('level') ?? (stage.name === 'convert' ? place('change') : undefined),
      confidence: place('confidence'),
      verdict: place('verdict'),
      ward: useColumn('ward_code', place),
      province: useColumn('province_code', place),
      useOf: bindUse(stage, place),
      last: { ward: '', province: '', area: '' },
      levels: new Map(),
      bins: new Array<number>(CONFIDENCE_BINS).fill(0),
      reasons: createReasonCounts(reasons),
    };
  });
  const outcome: RowOutcome = {
    status: 0,
    reason: '',
    level: '',
    confidence: NaN,
    verdict: 0,
    use: 0,
    area: '',
  };
  const whole = createOverall(reasons);
  // As the summary of the run: by the first stage that says it.
  const useOf = tallies.find((tally) => tally.useOf)?.useOf;
  const read = (row: ResultRow, isCounted: boolean): RowOutcome => {
    outcome.status = 0;
    outcome.reason = outcome.level = outcome.area = '';
    outcome.confidence = NaN;
    outcome.verdict = 0;
    for (const tally of tallies) readStage(tally, row, outcome, isCounted);
    if (outcome.status === 0) outcome.reason = noteOf?.(row) ?? '';
    outcome.use = useOf?.(row) ?? 0;
    if (isCounted) whole.add(outcome);
    return outcome;
  };
  return {
    add: (row) => read(row, true),
    outcomeOf: (row) => read(row, false),
    isOk: (row) => tallies.every((tally) => statusOf(tally, row) <= 0),
    list: () => tallies.map(factsOf),
    overall: () => whole.facts(tallies),
    wardRows: () => whole.wards,
  };
}

/** Binds what rows are good for in a stage, as the run counts it. Shape: 0 for nothing. */
function bindUse(
  { name: stage }: RunStage,
  place: (name: string) => number | undefined,
): StageTally['useOf'] {
  const places = Object.fromEntries(USE_COLUMNS.map((name) => [name, useColumn(name, place)]));
  const hasLevel = places['level'] !== undefined;
  if (!hasLevel && places['ward_code'] === undefined) return undefined;
  const hasProbability = MEANINGS[stage] !== 'distance';
  return (row) => {
    const use = useOfCells((name: UseColumn) => cellAt(row, places[name]), { hasLevel, hasProbability });
    return use === undefined ? 0 : USES.indexOf(use) + 1;
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
  const confidence = numberAt(row, tally.confidence);
  if (confidence !== undefined) {
    outcome.confidence = confidence;
    const bin = binOf(outcome.confidence);
    if (isCounted && bin >= 0) tally.bins[bin] = (tally.bins[bin] as number) + 1;
  }
  const verdict = cellAt(row, tally.verdict);
  if (verdict !== '') outcome.verdict = VERDICTS.indexOf(verdict as (typeof VERDICTS)[number]) + 1;
  const area = areaOf(tally, row);
  if (area !== '') outcome.area = area;
}

/** Returns the area of a row in a stage, empty for none. */
function areaOf(tally: StageTally, row: ResultRow): string {
  const { last } = tally;
  const ward = cellAt(row, tally.ward);
  const province = cellAt(row, tally.province);
  if (ward !== last.ward || province !== last.province) {
    last.ward = ward;
    last.province = province;
    last.area = `${ward}/${province}`;
  }
  return ward === '' && province === '' ? '' : last.area;
}

const binOf = (confidence: number) =>
  Math.min(CONFIDENCE_BINS - 1, Math.floor(confidence * CONFIDENCE_BINS + 1e-9));

/** Counts rows by what they are over all stages. */
function createOverall(reasonsOfRun: Reasons) {
  const statuses = new Array<number>(STATUSES.length).fill(0);
  const verdicts = new Array<number>(VERDICTS.length + 1).fill(0);
  const uses = new Array<number>(USES.length + 1).fill(0);
  const levels = new Map<string, number>();
  const bins = new Array<number>(CONFIDENCE_BINS).fill(0);
  const reasons = createReasonCounts(reasonsOfRun);
  const wards = new Map<string, number>();
  return {
    wards,
    add({ status, reason, level, confidence, verdict, use, area }: RowOutcome): void {
      statuses[status] = (statuses[status] as number) + 1;
      verdicts[verdict] = (verdicts[verdict] as number) + 1;
      uses[use] = (uses[use] as number) + 1;
      if (status > 0) reasons.add(reason, status);
      if (level !== '') levels.set(level, (levels.get(level) ?? 0) + 1);
      const ward = USES[use - 1] === 'ward' ? area.slice(0, area.indexOf('/')) : '';
      if (ward !== '') wards.set(ward, (wards.get(ward) ?? 0) + 1);
      // Rows that are not ok are a band of their own.
      const bin = status === 0 ? binOf(confidence) : -1;
      if (bin >= 0) bins[bin] = (bins[bin] as number) + 1;
    },
    facts(tallies: readonly StageTally[]): OverallFacts {
      const named = <Name extends string>(names: readonly Name[], counts: readonly number[]) =>
        Object.fromEntries(names.map((name, at) => [name, counts[at] ?? 0])) as Record<Name, number>;
      const measured = tallies.findLast(({ confidence }) => confidence !== undefined);
      return {
        statuses: named(STATUSES, statuses),
        verdicts: named(VERDICTS, verdicts.slice(1)),
        levels: Object.fromEntries(levels),
        uses: named(USES, uses.slice(1)),
        bins,
        meaning: measured && MEANINGS[measured.stage.name],
        reasons: reasons.list(),
      };
    },
  };
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
/** Counts the reasons of a stage. */
interface ReasonCounts {
  add(reason: string, status: number): void;
  /** Returns the commonest ones. */
  list(): StageFacts['reasons'];
}

/** Starts counting. */
function createReasonCounts(reasons: Reasons): ReasonCounts {
  const counts = new Map<number, { rows: number; status: number }>();
  return {
    add(reason, status) {
      const kind = reasons.kindOf(reason);
      if (kind === undefined) return;
      const known = counts.get(kind);
      if (known) known.rows += 1;
      else counts.set(kind, { rows: 1, status });
    },
    list: () =>
      Array.from(counts, ([kind, { rows, status }]) => ({
        reason: reasons.sentenceOfKind(kind),
        rows,
        status: STATUSES[status] as RowStatus,
      }))
        .sort((a, b) => b.rows - a.rows || (englishOf(a.reason) < englishOf(b.reason) ? -1 : 1))
        .slice(0, SHOWN),
  };
}
