import type { Message } from '../../base/messages/message.ts';
import type { Readable } from 'node:stream';
import type { GeoService } from '../../contract/service.ts';
import type { CreateChunkProcessor, WrapChunkProcessor } from './chunk-processor.ts';
import type { RunIdentity } from './journal/identity.ts';
import type { JobSpec } from './job-spec.ts';
import type { DatasetEdition } from './journal/manifest.ts';
import type { RunCounts, UpdateCounts } from './run-counts.ts';
import type { AddressFigures, StreetCoverage } from './sample/judgement.ts';
import type { JudgeSample } from './sample/judge-sample.ts';
import type { Aliases } from './rerun/aliases.ts';
import type { Shard } from './shards/shard.ts';
import type { UnitsDifference } from '../../base/geo/units-difference.ts';

/**
 * The input of a run: a file, or a stream (standard input).
 *
 * Shape: `name` is what output files are called after; `fileName` has the extension that the format is recognised by, or is empty.
 */
export interface InputSource {
  name: string;
  fileName: string;
  path?: string;
  stream?: Readable;
}

/** The progress of a run; written by the pipeline, read by a display. */
export interface RunProgress {
  phase: 'inspecting' | 'spooling' | 'running' | 'finishing' | 'done';
  /** Of the file that rows are read from, up to the end of the share. */
  bytesTotal: number;
  bytesCommitted: number;
  rowsCommitted: number;
  /** Rows that earlier processes of the run committed. */
  rowsAtStart: number;
  /** Rows processed in this process, committed or not. */
  rowsProcessed: number;
  rowsRejected: number;
  /** Read in this process, processed or not. */
  rowsRead: number;
  bytesRead: number;
  /** Keys of the batches that this process works on, the first one first, and the number of those that it has done. */
  batchesInWork: string[];
  batchesDone: number;
  /** Committed rows of the first stage by status; undefined before the first commit. */
  outcome: Readonly<RunCounts['stages'][string]> | undefined;
}

/** Returns the progress of a run that has not started. */
export function createProgress(): RunProgress {
  return {
    phase: 'inspecting',
    bytesTotal: 0,
    bytesCommitted: 0,
    rowsCommitted: 0,
    rowsAtStart: 0,
    rowsProcessed: 0,
    rowsRejected: 0,
    rowsRead: 0,
    bytesRead: 0,
    batchesInWork: [],
    batchesDone: 0,
    outcome: undefined,
  };
}

/** How long a chunk of the input took. Shape: `row` is the number of its first row. Units: ms of the thread that processed it. */
export interface ChunkTime {
  row: number;
  rows: number;
  ms: number;
}

/** The arguments of {@link runJob}. */
export interface RunOptions {
  job: JobSpec;
  input: InputSource;
  outputDir: string;
  /** `resume` goes on where a run stopped; `restart` forgets it; `append` goes on with rows added to the end of the input. */
  mode: 'resume' | 'restart' | 'append';
  service: GeoService;
  /** Builds a chunk processor that replaces this thread with its `service`. */
  createChunkProcessor?: CreateChunkProcessor;
  /** Judges the sample of the input in place of this thread. */
  judgeSample?: JudgeSample;
  /** Whether that one is not of this process: then this thread processes the rows that are not copied. */
  isElsewhere?: boolean;
  /** Copies rows of a finished run, and leaves the others to that processor or this thread. */
  wrapChunkProcessor?: WrapChunkProcessor;
  /** Called with the identity of the run before anything is written or requested; what it throws ends the run. */
  beforeStart?: (identity: RunIdentity) => void;
  /** Identity of the service, without secrets; a run is not continued with another one. */
  serviceIdentity: string;
  /** The dataset of a local service, for the manifest. */
  dataset?: DatasetEdition;
  /** Returns how the units of that dataset differ from those of an earlier one; undefined if more may differ than units. */
  unitsSince?: (before: DatasetEdition) => UnitsDifference | undefined;
  /** What that dataset has in each province. */
  coverage?: readonly StreetCoverage[] | undefined;
  /** The version of Geomill; a run that is not finished is not continued by another one. */
  version?: string;
  /** The version of answers; that of this program when left out. */
  answers?: number;
  /** The alias file that answers in place of the service. */
  aliases?: Aliases;
  /** Answers from the answers that were kept, and fails where none was: rows whose answers cost something are answered again by it. Absent for a service whose answers cost nothing. */
  keptAnswers?: GeoService;
  /** Sentences about the service for the manifest; the user has been told them. */
  serviceFindings?: readonly Message[];
  /** What happens where a sample of the input is likely not read as it is meant: `note` (default) says so, `stop` ends the run before its first row. */
  doubts?: 'note' | 'stop' | 'ignore';
  /** Stops after so many rows; a later run with a higher limit or none goes on from there. */
  limitRows?: number;
  /** Keeps the answers of the finished run in the folder for rows with its keys that are the same to the stages. Shape: `key` is a column of the input; `keepOlder` keeps answers of another version or edition, too. */
  update?: { key: string; keepOlder?: boolean };
  /** Manifest of the finished run that rows are copied from; the one in the folder when left out. */
  earlier?: string;
  /** Processes this share of the input only. Shape: with a `plan` only the bytes of the share are read. */
  shard?: Shard;
  /** Maximum number of rows in progress; enough to keep a slow service busy across chunk borders. */
  openRows: number;
  /** Returns whether the service has as many calls waiting as it can use: no chunk is begun then, however few rows are in progress. */
  isSaturated?: () => boolean;
  /** Characters of results that may wait for an earlier chunk or for the disk; 16 million when left out. */
  heldCharacters?: number;
  chunkBytes?: number;
  checkpointMs?: number;
  /** Aborted to stop the run: no more input is read, rows in progress are finished and committed. */
  stop?: AbortSignal;
  /** Whether `stop` also ends the calls of the service: rows that were read but not sent are not sent. For a service whose calls cost something. */
  stopsCalls?: boolean;
  progress?: RunProgress;
  /** Receives sentences for the user: detected settings, resumed rows. */
  onNote?: (note: string, message?: Message) => void;
  /** Receives the time of each chunk; not called where the calls of the service wait for something, so that chunks overlap. */
  onChunk?: (chunk: ChunkTime) => void;
  /** Called with the report of the run before there is a manifest: what it leaves in the folder is there when the run is finished. */
  beforeFinish?: (report: RunReport) => Promise<void>;
  /** Returns sentences about the process that belong into the manifest; called when the manifest is written. */
  warnings?: () => readonly Message[];
}

/** Rows of a finished run that another version or edition had answered. Shape: `by` names it in a sentence. */
export interface OlderAnswers {
  rows: number;
  by: string;
  areKept: boolean;
}

/** The outcome of a run; a failure is thrown instead. */
export interface RunReport {
  outcome: 'finished' | 'already_finished';
  counts: RunCounts;
  /** Row after which this process continued; 0 for a new run. */
  resumedAtRow: number;
  /** The results, by output name, relative to the output folder; without rows that only other outputs are made from. */
  files: Record<string, string>;
  findings: readonly Message[];
  /** Of a stage that reads addresses: what a sample of them names, as shares, and in one sentence what was matched. */
  sample?: AddressFigures & { stage: string; against: Message };
  /** Of an update; absent where there was no finished run, or nothing had changed. `gone` are rows of it whose key the input has no more. */
  update?: UpdateCounts & { gone: number };
  /** Of an update of rows that another version or edition had answered: how many, by which, and whether they were kept (`--keep-older`). */
  older?: OlderAnswers;
}
