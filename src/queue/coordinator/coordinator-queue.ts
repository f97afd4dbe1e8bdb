import type { RunRecord } from '../run-record.ts';
import type { WorkerRecord } from '../worker-record.ts';
import type { OpenJob } from './open-jobs.ts';

/** The state of a job, as far as a coordinator has to act on it. Shape: no worker will ever take a `stray` one, which is in no list of the queue. */
export type JobState = 'present' | 'missing' | 'stray' | 'failed';

/** Reads the results of a run, one after the other. */
export interface AnswerReader {
  close(): Promise<void>;
}

/**
 * The queue as the coordinator of a run uses it: a port, so that the protocol runs in a simulator too.
 *
 * Shape: commands wait while the queue cannot be reached. They may be carried out twice, and be lost with the queue.
 * Errors: SERVICE_DOWN, lasting, if another program has changed what Geomill wrote; failures that may pass, as of a Redis that is out of memory.
 */
export interface CoordinatorQueue {
  /** Returns the runs in progress. */
  listRuns(): Promise<RunRecord[]>;
  /** Removes the record, the results and the chunks of a run. */
  removeRun(run: Pick<RunRecord, 'id'>): Promise<void>;
  /** Keeps the record of the own run from expiring. Shape: false if it was missing, and was written again. */
  keepRecord(): Promise<boolean>;
  /** Returns the workers that are running. */
  listWorkers(): Promise<WorkerRecord[]>;
  /** Puts a job on the queue, unless it is there. */
  put(job: OpenJob): Promise<void>;
  states(jobs: readonly OpenJob[]): Promise<JobState[]>;
  failedReason(job: OpenJob): Promise<string>;
  /** Removes what a finished job leaves. */
  forget(jobs: readonly OpenJob[]): Promise<void>;
  /** Removes jobs that are not wanted any more. */
  remove(jobs: readonly OpenJob[]): Promise<void>;
  /** Starts reading the results of the own run. Shape: `onMessage` must not throw; `onFailed` is called when no result can be read any more. */
  readAnswers(onMessage: (message: Buffer) => void, onFailed: (error: Error) => void): AnswerReader;
  /** Checks that the keys of the queue and of jobs on it are those that Geomill writes. Errors: SERVICE_DOWN if another program has changed them. */
  check(jobs: readonly OpenJob[]): Promise<void>;
  /** Returns the number of results that wait to be read. */
  waitingAnswers(): Promise<number>;
  /** Returns for how long the queue has not been reachable; 0 while it is. Units: ms. */
  downMs(): number;
  /** Calls back whenever a broken connection is restored. Shape: returns the function that ends it. */
  onRestored(callback: () => void): () => void;
  close(): Promise<void>;
}
