import type { Job } from 'bullmq';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import type { ErrorCode } from '../../base/errors/catalogue.ts';
import { serializeError } from '../../base/errors/serialize-error.ts';
import type { ChunkResult } from '../../run/pipeline/process-chunk.ts';
import { jobIdOf, parseJobId } from '../job-id.ts';
import { unpackChunks, type PlacedChunk } from '../job-payload.ts';
import { packAnswer, packFailure, type JobEffort } from '../job-result.ts';
import type { QueuePackages } from '../packages.ts';
import { isQueueDamage, queueDamaged } from '../queue-damage.ts';
import type { JobData } from '../run-record.ts';
import type { OpenRun, OpenRuns } from './open-runs.ts';
import type { WorkerQueue } from './worker-queue.ts';

/** Failures that another attempt, or another machine, may not have. Others end the run at once. */
const RETRIED: readonly ErrorCode[] = ['SERVICE_DOWN', 'INTERNAL', 'IO', 'ABORTED'];

/** What {@link createJobComputer} needs. */
export interface JobComputerOptions {
  queue: WorkerQueue;
  /** Failures that BullMQ knows by their class. */
  failures: Pick<QueuePackages['bullmq'], 'UnrecoverableError' | 'WaitingError'>;
  /** Name of this worker. */
  worker: string;
  runs: Pick<OpenRuns, 'refusal' | 'open'>;
  nowMs: () => number;
  /** Lets the process handle its messages, so that the lock of the job is renewed. */
  handleMessages: () => Promise<void>;
  /** Aborted when the worker stops: jobs in progress go back to the queue. */
  stop: AbortSignal;
  onComputed: (done: { rows: number; computeMs: number }) => void;
  onFailed: (job: string, error: unknown) => void;
}

/** A job that a worker has. */
export type TakenJob = Pick<Job<JobData>, 'data' | 'attemptsStarted' | 'attemptsMade' | 'moveToWait'> & {
  id?: string;
  opts: { attempts?: number };
};

/** Computes a job. */
export type ComputeJob = (job: TakenJob, token: string | undefined) => Promise<void>;

/**
 * Returns the function that computes a job and sends its results.
 *
 * Shape: a job of a run that is over is dropped; one whose run or chunks are not what its coordinator sent is not computed.
 * Errors: those of a chunk; `UnrecoverableError` for those that no other attempt would avoid. The last one is sent to the coordinator.
 */
export function createJobComputer(options: JobComputerOptions): ComputeJob {
  const { queue, failures, worker, runs, nowMs, onComputed, onFailed } = options;

  return async function computeJob(job, token) {
    const id = job.id as string;
    const named = parseJobId(id);
    if (!named) throw new failures.UnrecoverableError(`${id} is no job of Geomill`);
    const startedMs = nowMs();
    const effort = (): JobEffort => ({
      ...{
        job: id,
        worker,
        computeMs: nowMs() - startedMs,
        starts: Math.max(1, job.attemptsStarted),
      },
    });
    try {
      const [run, payload] = await Promise.all([queue.readRun(named.run), queue.readPayload(id)]);
      if (!run || !payload) return await queue.removePayload(id);
      if (jobIdOf({ run, firstRow: named.firstRow, payload }) !== id)
        throw queueDamaged(`the job ${id}`, 'has not the chunks, or its run not the record, that were sent');
      const refusal = await runs.refusal(run);
      if (refusal !== undefined) throw new failures.UnrecoverableError(refusal);
      const results = await processAll(unpackChunks(payload), await runs.open(run), options);
      if (results === undefined) {
        await job.moveToWait(token);
        throw new failures.WaitingError();
      }
      await queue.send(run.id, packAnswer(effort(), results));
      const rows = results.reduce((sum, { counts }) => sum + counts.rowsIn, 0);
      onComputed({ rows, computeMs: nowMs() - startedMs });
    } catch (error) {
      if (error instanceof failures.WaitingError) throw error;
      onFailed(id, error);
      const attempts = job.attemptsMade + 1;
      const isFinal = !isRetried(error) || attempts >= (job.opts.attempts ?? 1);
      if (isFinal) await queue.send(named.run, packFailure(effort(), serializeError(error), attempts));
      throw isRetried(error) ? error : new failures.UnrecoverableError((error as Error).message);
    }
  };
}

function isRetried(error: unknown): boolean {
  if ((error as Error | undefined)?.name === 'UnrecoverableError' || isQueueDamage(error)) return false;
  return !isGeomillError(error) || RETRIED.includes(error.code);
}

/**
 * Processes the chunks of a job, some of them at once. Shape: undefined if the worker is being stopped.
 *
 * Guarantee: between two chunks the process handles its messages, so that the lock of the job is renewed.
 */
async function processAll(
  placed: readonly PlacedChunk[],
  run: OpenRun,
  { stop, handleMessages }: Pick<JobComputerOptions, 'stop' | 'handleMessages'>,
): Promise<ChunkResult[] | undefined> {
  const results: ChunkResult[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < placed.length && !stop.aborted) {
      const at = next++;
      await handleMessages();
      results[at] = await run.process(placed[at] as PlacedChunk);
    }
  }
  await Promise.all(Array.from({ length: run.lanes }, lane));
  return next < placed.length || stop.aborted ? undefined : results;
}
