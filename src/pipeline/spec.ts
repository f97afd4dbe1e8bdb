import type { Readable } from 'node:stream';
import type { GeoService } from '../contract/service.ts';
import type { CreateChunkProcessor } from './chunk-processor.ts';
import type { JobSpec } from './job-spec.ts';
import type { RunCounts } from './run-counts.ts';

/**
 * Names the input: a file, or a stream (standard input).
 *
 * Shape: `name` is what output files are called after; `fileName` has the extension that the format is recognised by, or is empty.
 */
export interface InputSource {
  name: string;
  fileName: string;
  path?: string;
  stream?: Readable;
}

/** Counts what a run has done so far; the pipeline writes, a progress display reads. */
export interface RunProgress {
  phase: 'inspecting' | 'spooling' | 'running' | 'finishing' | 'done';
  bytesTotal: number;
  bytesCommitted: number;
  rowsCommitted: number;
  /** Rows answered in this process, committed or not. */
  rowsProcessed: number;
  rowsRejected: number;
}

/** Builds the counters of a run that has not begun. */
export function createProgress(): RunProgress {
  return {
    phase: 'inspecting',
    bytesTotal: 0,
    bytesCommitted: 0,
    rowsCommitted: 0,
    rowsProcessed: 0,
    rowsRejected: 0,
  };
}

/** Holds what {@link runJob} needs. */
export interface RunOptions {
  job: JobSpec;
  input: InputSource;
  outputDir: string;
  /** `resume` goes on where a run stopped; `restart` forgets it; `append` goes on with rows added to the end of the input. */
  mode: 'resume' | 'restart' | 'append';
  service: GeoService;
  /** Builds what processes chunks in place of this thread, which asks `service`. */
  createChunkProcessor?: CreateChunkProcessor;
  /** Who answers, without secrets; a run is not continued with another one. */
  serviceIdentity: string;
  /** Stops after so many rows; a later run with a higher limit or none goes on from there. */
  limitRows?: number;
  /** Rows that may be under way at once; what keeps a slow service busy across chunk borders. */
  openRows: number;
  /** Characters of results that may wait for an earlier chunk or for the disk; 16 million when left out. */
  heldCharacters?: number;
  chunkBytes?: number;
  checkpointMs?: number;
  /** Aborted to stop politely: nothing more is read, what is under way is drained and committed. */
  stop?: AbortSignal;
  progress?: RunProgress;
  /** Receives sentences for the user: what was found by looking, what is resumed. */
  onNote?: (note: string) => void;
}

/** Says how a run ended; a failure is thrown instead. */
export interface RunReport {
  outcome: 'finished' | 'already_finished';
  counts: RunCounts;
  /** Row from which this process went on, 0 for a fresh run. */
  resumedAtRow: number;
  /** Final files, by output name, relative to the output folder. */
  files: Record<string, string>;
  findings: readonly string[];
}
