import type { OpenJob } from './open-jobs.ts';
import type { RunRecord, WorkerRecord } from './records.ts';

/** The state of a job, as far as a coordinator has to act on it. Shape: no worker will ever take a `missing` one. */
export type JobState = 'queued' | 'missing' | 'failed';

/**
 * The queue as the coordinator of a run uses it: a port, so that the protocol runs in a simulator too.
 *
 * Shape: commands wait while the queue cannot be reached. They may be carried out twice, and be lost with the queue.
 * Errors: SERVICE_DOWN, lasting, if another program has changed what Geomill wrote; failures that may pass, as of a Redis that is out of memory.
 */
export interface CoordinatorQueue {
  /** Returns the runs in progress. */
  listRuns(): Promise<RunRecord[]>;
  /** Removes the record and the results of a run; workers drop its jobs. */
  removeRun(id: string): Promise<void>;
  /** Writes the record of the own run, which expires. */
  keepRecord(): Promise<void>;
  /** Returns the workers that are running. */
  listWorkers(): Promise<WorkerRecord[]>;
  /** Puts a job on the queue, unless it is there. */
  put(job: Pick<OpenJob, 'id' | 'payload'>): Promise<void>;
  states(ids: readonly string[]): Promise<JobState[]>;
  /** Returns why a job failed. */
  failure(id: string): Promise<{ reason: string; attempts: number }>;
  /** Removes jobs that no worker has, and the chunks of all of them. */
  remove(ids: readonly string[]): Promise<void>;
  /** Reads the results of the own run. Shape: `onMessage` must not throw; `onFailed` is called when no result can be read any more. */
  readResults(
    onMessage: (message: Buffer) => void,
    onFailed: (error: Error) => void,
  ): { close(): Promise<void> };
  /** Returns for how long the queue has not been reachable; 0 while it is. Units: ms. */
  downMs(): number;
  close(): Promise<void>;
}
