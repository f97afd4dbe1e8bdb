import type { TObject } from 'typebox';
import type { OperationName } from '../../contract/catalogue.ts';
import type { CallContext, GeoService } from '../../contract/service.ts';
import type { Position } from '../../base/geo/position.ts';
import type { Message } from '../../base/messages/message.ts';

/** The outcomes of a row in one stage: of several matches that fit equally, `ambiguous` gives the first. */
export const STAGE_STATUSES = ['ok', 'ambiguous', 'not_found', 'skipped', 'error'] as const;

/** The outcome of a row in one stage. */
export type StageStatus = (typeof STAGE_STATUSES)[number];

/** Returns a count of zero for each status. */
export function noStatuses(): Record<StageStatus, number> {
  return { ok: 0, ambiguous: 0, not_found: 0, skipped: 0, error: 0 };
}

/**
 * A column that a stage adds; the pipeline puts the stage's name in front of `name`.
 *
 * Shape: `of` returns the value of the column for the result of a row; null and undefined are an empty cell.
 */
export interface StageColumn<R = unknown> {
  name: string;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'any';
  /** What the values mean: a text of the section `column` of the catalogue. */
  description: Message;
  /** Unit of the values, where they have one: a text of the section `measure`. */
  unit?: Message;
  /** Range of the values, where it is known. */
  minimum?: number;
  maximum?: number;
  // A method, so that the columns of every kind of result fit into one list.
  of(result: R): unknown;
}

/** A column of a file that a stage writes beside the results. */
export type FileColumn<R = unknown> = Pick<StageColumn<R>, 'name' | 'of'>;

/** The table a stage is planned for: the columns of the input, and whether an earlier stage gives each row a position. */
export interface StageTable {
  columns: readonly string[];
  /** The most digits of a value in the sample, of columns for {@link StageDefinition.codeOptions} that have only digits there. */
  digits?: Readonly<Record<string, number>>;
  /** Present where most addresses of the sample can only be of the units since July 2025. */
  period?: 'new' | undefined;
  hasPosition: boolean;
}

/** What a position stands for, by the stage that matched it. Units: `confidence` 0 to 1; metres. Null: not known. */
export interface Placement {
  /** One of the levels of a match. */
  level: string | null;
  confidence: number | null;
  accuracyMeters: number | null;
}

/** A row as a stage reads it. */
export interface StageRow {
  readonly cells: readonly unknown[];
  /** Number of the row in the input, from 1; absent in estimates. */
  number?: number;
  /** Position that earlier stages gave the row; null before any did. */
  position: Position | null;
  /** What that position stands for; absent where the stage does not say. */
  placement?: Placement | undefined;
}

/**
 * The outcome of one stage for one row.
 *
 * Shape: `result` is what the columns take their values from; without it they are empty. `reason` is set whenever the status is not `ok`.
 * `position` is the new position of the row, and `placement` what it stands for; undefined keeps the old one, null removes it. `note` says that the cells were read in an unusual way;
 * the run reports the number of rows with each note.
 */
export interface StageResult<R = unknown> {
  status: StageStatus;
  reason?: Message;
  note?: Message;
  /** What texts of the columns say, so that a report can show them in other languages. */
  remarks?: readonly Message[];
  result?: R;
  position?: Position | null;
  placement?: Placement;
}

/** A fault in the options of a stage, for the author of the job file. */
export interface StageFault {
  option: string;
  message: Message;
}

/** Returns the name of an option as messages have it. Shape: an option of the job itself is a stage without options. */
export const optionName = (stage: string, option: string): string =>
  option === '' ? stage : `${stage}.${option}`;

/** The part of the service port that a stage may call: the operations it declares. */
export type ServiceOf<O extends readonly OperationName[]> = Pick<GeoService, O[number]>;

/** The members common to all stages that are bound to their options and to the columns of one input. */
interface BoundStage<R> {
  columns: readonly StageColumn<R>[];
  /** Whether rows have a position after this stage. */
  givesPosition: boolean;
  /** Sentences about what was detected from the column names. */
  findings: readonly Message[];
  /**
   * Returns the requests that a row would send, for estimates before anything is spent. Guarantee: reads every cell that processing the row reads,
   * since an update keeps the answers of rows in which none of these changed.
   */
  questions(row: StageRow): readonly StageQuestion[];
  /** Returns what a row is read as, so that a sample can be checked before the first request; absent in stages that read neither addresses nor positions. */
  reading?(row: StageRow): StageReading;
  /** Options that columns fill by their names alone; a sample shows whether their cells are what the options need. */
  detected?: readonly DetectedOption[];
  /** Returns the note of a row that was processed without an error; absent in stages without notes. */
  noteOf?(row: StageRow): Message | undefined;
}

/** An option that a job leaves out and columns with usual names fill. Shape: `isReadable` takes the text of a row, which is not empty; `kind` says what it is to be. */
export interface DetectedOption {
  option: string;
  /** The value of the option, as in "{open_from}". */
  text: string;
  kind: Message;
  isReadable: (text: string) => boolean;
  /** False where a job that states the option as it is would be refused. */
  canBeStated: boolean;
}

/**
 * What a stage reads a row as: the text of an address, or a position.
 *
 * Shape: `isPlaced` where options of the stage say in which part of the country the address is; `fault` where the cells are no position.
 */
export type StageReading =
  'empty' | { text: string; isPlaced: boolean } | (Position & { note?: Message }) | { fault: Message };

/** A stage that processes each row by itself. */
export interface RowStagePlan<
  R = unknown,
  O extends readonly OperationName[] = readonly OperationName[],
> extends BoundStage<R> {
  /** Processes one row. Errors: those of the service; the pipeline turns a failure of scope `row` into the status `error` of the row. */
  run(row: StageRow, service: ServiceOf<O>, context: CallContext): Promise<StageResult<R>> | StageResult<R>;
}

/** A stage that processes batches: all rows of the input with one key. */
export interface BatchStagePlan<
  R = unknown,
  O extends readonly OperationName[] = readonly OperationName[],
> extends BoundStage<R> {
  /** Returns the key of the batch that a row of the input belongs to. */
  batchOf(cells: readonly unknown[]): string;
  /** Returns what batches of these numbers of rows cost, where that is much; said before the first of them. */
  effortOf?(rows: readonly number[]): Message | undefined;
  /** Processes the rows of one batch, in input order. Errors: as of a row; a failure of scope `row` becomes the status `error` of all its rows. */
  runBatch(
    batch: string,
    rows: readonly StageRow[],
    service: ServiceOf<O>,
    context: CallContext,
  ): Promise<BatchResult<R>>;
}

/** A stage bound to its options and to the columns of one input. */
export type StagePlan<R = unknown, O extends readonly OperationName[] = readonly OperationName[]> =
  RowStagePlan<R, O> | BatchStagePlan<R, O>;

/** Reports whether a stage processes batches. */
export function isBatchPlan(plan: StagePlan): plan is BatchStagePlan {
  return 'runBatch' in plan;
}

/**
 * The results of the rows of a batch, in their order, and what it adds to each output that the stage declares, by its name.
 *
 * Shape: `lines` for outputs of lines, `tables` for those of a table; a name that is absent adds nothing.
 */
export interface BatchResult<R = unknown> {
  rows: readonly StageResult<R>[];
  lines: Readonly<Record<string, readonly StageLine[]>>;
  tables?: Readonly<Record<string, readonly StageTableRow[]>>;
}

/** A row of a table that a stage writes: the values of its columns, and the cells of the row of the input that it is about, if any. */
export interface StageTableRow {
  values: readonly unknown[];
  cells: readonly unknown[];
}

/** A line with its properties; a line of fewer than two positions has no geometry. Shape: `name` and `places` are those of a route. */
export interface StageLine {
  name?: string;
  places?: readonly { position: Position; name: string }[];
  line: readonly Position[];
  properties: Readonly<Record<string, unknown>>;
}

/**
 * A file that a stage writes beside the results, named after the input with `extension`.
 *
 * Shape: with `columns` a table in CSV, followed by the columns of the input; without them lines in GeoJSON, or routes in GPX.
 */
export interface StageOutput {
  name: string;
  extension: string;
  columns?: readonly FileColumn[];
  /** The table has no columns of the input. */
  isOwn?: true;
  /** The lines are routes through their places. */
  format?: 'gpx';
}

/** One request to the service. */
export interface StageQuestion {
  operation: OperationName;
  parameters: Readonly<Record<string, unknown>>;
}

/** The checked options of a stage, by name. */
export type StageOptions = Readonly<Record<string, unknown>>;

/** A stage over rows that is planned, or what is wrong in its options. */
export type PlannedRows<R, O extends readonly OperationName[]> =
  RowStagePlan<R, O> | { faults: readonly StageFault[] };

/**
 * A kind of stage: its options for the job schema and the documentation, its outputs, the operations it calls, and how it is planned.
 *
 * Shape: `R` is what the columns take their values from; `O` lists the operations, and `run` can call no others.
 * Guarantee: `plan` receives checked options and reads column names only, so that the header never depends on the data.
 */
export interface StageDefinition<R = unknown, O extends readonly OperationName[] = readonly OperationName[]> {
  name: string;
  summary: string;
  options: TObject;
  /** Operations of the interface that the stage calls: they decide whether a run needs a router, and whether worker threads help. */
  operations: O;
  /** Options whose column may have official codes of units. */
  codeOptions?: readonly string[];
  /** Files that the stage writes beside the results. */
  outputs?: readonly StageOutput[];
  /**
   * Reports whether the answers of a row depend on no other units than those in its columns of codes and those that its questions name, so that they stay where
   * none of these changes. Shape: `isSameEdition` is false if the newest day of the units is another one. Absent: no.
   */
  isOfUnits?(options: StageOptions, isSameEdition: boolean): boolean;
  plan(options: StageOptions, table: StageTable): StagePlan<R, O> | { faults: readonly StageFault[] };
}

/** Builds the result of a row that has nothing to look up. */
export function skipped(reason: Message): StageResult<never> {
  return { status: 'skipped', reason };
}

/** Builds the result of a row whose cells cannot be used. */
export function faulty(reason: Message): StageResult<never> {
  return { status: 'error', reason };
}

/** Builds the result of a row without a match. */
export function notFound(reason: Message): StageResult<never> {
  return { status: 'not_found', reason, position: null };
}

/** Adds a note to the result of a row; the same result without one. */
export function withNote<R>(result: StageResult<R>, note: Message | undefined): StageResult<R> {
  return note === undefined ? result : { ...result, note };
}
