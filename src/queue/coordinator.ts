import { GeomillError } from '../base/errors/geomill-error.ts';
import { sleepUnlessAborted, type Clock } from '../base/files/clock.ts';
import { placeOf } from '../run/pipeline/check-result.ts';
import type { ChunkProcessor, ProcessorRequest } from '../run/pipeline/chunk-processor.ts';
import { jobIdOf, packPayload, unpackResult, type MovedRecords } from './job.ts';
import type { OpenJob, OpenJobs } from './open-jobs.ts';
import { isQueueDamage } from './queue-failure.ts';
import type { RunRecord, WorkerRecord } from './records.ts';
import { watchRun } from './watch-run.ts';

const CLOSE_MS = 3_000;

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

/** The arguments of {@link coordinateRun}. */
export interface CoordinatorOptions {
  queue: CoordinatorQueue;
  record: RunRecord;
  /** Original places of records that were moved; sent with their chunks. */
  moved: MovedRecords;
  jobs: OpenJobs;
  /** Bytes of the chunks that are at the queue and the workers at once. */
  windowBytes: number;
  /** Bytes of a chunk. */
  chunkBytes: number;
  clock: Clock;
  onRows: ProcessorRequest['onRows'];
  onNote: (note: string) => void;
}

/**
 * Sends the chunks of a run to a queue, and takes their results: which jobs are sent, sent again, accepted, and when the run stops.
 *
 * Shape: a chunk is a job.
 * Errors: as of `createQueueChunks`.
 */
export async function coordinateRun(options: CoordinatorOptions): Promise<ChunkProcessor> {
  const { queue, record, moved, jobs, clock, onRows } = options;
  let failure: Error | undefined;
  const onFailed = (error: Error) => {
    failure ??= error;
    jobs.failAll(failure);
  };
  const onMessage = (message: Buffer) => {
    try {
      const answer = unpackResult(message);
      if (!jobs.take(answer)) return;
      onRows(answer.result.counts.results);
      queue.remove([answer.job]).catch(() => undefined);
    } catch (error) {
      onFailed(error as Error);
    }
  };
  // The folder is locked, so another run of it is one whose process is gone.
  for (const run of await queue.listRuns()) if (run.place === record.place) await queue.removeRun(run.id);
  await queue.keepRecord();
  const reader = queue.readResults(onMessage, onFailed);
  const watch = watchRun({ ...options, onFailed });

  return {
    openBytes: options.windowBytes,
    chunkBytes: options.chunkBytes,
    process(chunk) {
      if (failure) return Promise.reject(failure);
      const payload = packPayload(chunk, moved);
      // It depends on the run and the chunk only, so that a job is on the queue once.
      const id = jobIdOf(record, chunk.firstRow, payload);
      const job = { id, payload, place: placeOf(chunk), isMissing: false };
      const result = jobs.open(job);
      // A failure that may pass is one of Redis (out of memory): the watch puts the job on the queue again.
      queue.put(job).catch((error: unknown) => isQueueDamage(error) && onFailed(error));
      return result;
    },
    /** Ends the run: its data is removed from the queue if that is possible within seconds; otherwise it expires. */
    async close() {
      const left = jobs.list().map(({ id }) => id);
      onFailed(new GeomillError('ABORTED', 'the run ended before these rows were done'));
      await Promise.all([watch.close(), reader.close()]);
      if (queue.downMs() === 0)
        await inTime(
          queue.remove(left).then(() => queue.removeRun(record.id)),
          clock,
        );
      await inTime(queue.close(), clock);
    },
  };
}

async function inTime(work: Promise<unknown>, clock: Clock): Promise<void> {
  const done = new AbortController();
  const ended = work.catch(() => undefined).finally(() => done.abort());
  await Promise.race([ended, sleepUnlessAborted(clock, CLOSE_MS, done.signal)]);
}
