import type { TObject } from 'typebox';
import type { CallContext, GeoService } from '../contract/service.ts';
import type { Position } from '../geo/position.ts';

/** Says what became of a row in one stage. */
export type StageStatus = 'ok' | 'not_found' | 'skipped' | 'error';

/** Describes one column that a stage adds; the pipeline puts the stage's name in front. */
export interface StageColumn {
  name: string;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'any';
  description: string;
}

/** Describes what a stage finds when it is planned: the input's columns, and whether an earlier stage gives each row a position. */
export interface StageTable {
  columns: readonly string[];
  hasPosition: boolean;
}

/** Holds one row on its way through the stages. */
export interface StageRow {
  cells: readonly unknown[];
  /** Where the row is, as far as earlier stages know. */
  position: Position | null;
}

/**
 * Says what one stage found for one row.
 *
 * Shape: `values` in the order of the plan's columns, or empty when there is nothing to tell; `reason` whenever the status is not `ok`;
 * `position` is where the row is from now on, undefined to leave it where it was.
 */
export interface StageResult {
  status: StageStatus;
  reason?: string;
  values: readonly unknown[];
  position?: Position | null;
}

/** Names one fault of a stage's options, so that a job file can be mended. */
export interface StageFault {
  option: string;
  message: string;
}

/** Holds what every stage declares when it is bound to its options and to the columns of one input. */
interface BoundStage {
  columns: readonly StageColumn[];
  /** Tells whether rows have a position after this stage. */
  givesPosition: boolean;
  /** Sentences about what was chosen by looking at the columns. */
  findings: readonly string[];
  /** Lists the questions a row would ask, for estimates before anything is spent. */
  questions(row: StageRow): readonly StageQuestion[];
}

/** Holds a stage that works on each row by itself. */
export interface RowStagePlan extends BoundStage {
  /** Runs one row. Errors: whatever the service throws; the pipeline turns a failure of scope `row` into the row's `error`. */
  run(row: StageRow, service: GeoService, context: CallContext): Promise<StageResult> | StageResult;
}

/** Holds a stage that works on batches: all rows of the input with one key. */
export interface BatchStagePlan extends BoundStage {
  /** Returns the key of the batch that a row of the input belongs to. */
  batchOf(cells: readonly unknown[]): string;
  /** Runs the rows of one batch, in the order of the input. Errors: as of a row; a failure of scope `row` becomes the `error` of all its rows. */
  runBatch(
    batch: string,
    rows: readonly StageRow[],
    service: GeoService,
    context: CallContext,
  ): Promise<BatchResult>;
}

/** Holds a stage bound to its options and to the columns of one input. */
export type StagePlan = RowStagePlan | BatchStagePlan;

/** Tells whether a stage works on batches. */
export function isBatchPlan(plan: StagePlan): plan is BatchStagePlan {
  return 'runBatch' in plan;
}

/** Says what became of the rows of a batch, in their order, and the lines to draw for it. */
export interface BatchResult {
  rows: readonly StageResult[];
  lines: readonly StageLine[];
}

/** Holds a line with what is to be told of it; a line of one place or none has no geometry. */
export interface StageLine {
  line: readonly Position[];
  properties: Readonly<Record<string, unknown>>;
}

/** Names one question to the service. */
export interface StageQuestion {
  operation: keyof GeoService;
  parameters: Readonly<Record<string, unknown>>;
}

/**
 * Describes a kind of stage: its options for the job schema and the documentation, and how it is planned.
 *
 * Guarantee: `plan` sees checked options and looks at column names only, so that the header never depends on the data.
 */
export interface StageDefinition {
  name: string;
  summary: string;
  options: TObject;
  /** Says that the stage asks for ways, which a local service finds in processes of its own: threads would add nothing. */
  findsWays?: boolean;
  /** Says that the stage works on batches and draws lines for them. */
  drawsLines?: boolean;
  plan(
    options: Readonly<Record<string, unknown>>,
    table: StageTable,
  ): StagePlan | { faults: readonly StageFault[] };
}

/** Builds the result of a row that has nothing to ask. */
export function skipped(reason: string): StageResult {
  return { status: 'skipped', reason, values: [] };
}

/** Builds the result of a row that cannot be asked. */
export function faulty(reason: string): StageResult {
  return { status: 'error', reason, values: [] };
}

/** Builds the result of a row whose question has no answer. */
export function notFound(reason: string): StageResult {
  return { status: 'not_found', reason, values: [], position: null };
}
