import type { Job } from 'bullmq';
import { setImmediate } from 'node:timers/promises';
import { isGeomillError } from '../../errors/geomill-error.ts';
import type { ErrorCode } from '../../errors/catalogue.ts';
import { serializeError } from '../../errors/serialize-error.ts';
import type { ChunkResult } from '../../pipeline/process-chunk.ts';
import { unpackChunks, type PlacedChunk } from '../job-payload.ts';
import { packAnswer, packFailure, type JobEffort } from '../job-result.ts';
import type { QueueConnection } from '../redis-connection.ts';
import type { QueueKeys } from '../queue-keys.ts';
import { DATA_EXPIRES_SECONDS, readRun, type JobData } from '../run-record.ts';
import type { OpenRun, OpenRuns } from './open-runs.ts';

/** Failures that another attempt, or another machine, may not have. Others end the run at once. */
const RETRIED: readonly ErrorCode[] = ['SERVICE_DOWN', 'INTERNAL', 'IO', 'ABORTED'];

/** What {@link createJobComputer} needs. */
export interface JobComputerOptions {
  connection: Pick<QueueConnection, 'redis' | 'bullmq'>;
  keys: QueueKeys;
  /** Name of this worker. */
  worker: string;
  runs: OpenRuns;
  /** Aborted when the worker stops: jobs in progress go back to the queue. */
  stop: AbortSignal;
  onComputed: (done: { rows: number; computeMs: number }) => void;
  onFailed: (job: string, error: unknown) => void;
}

/** Computes a job. */
export type ComputeJob = (job: Job<JobData>, token: string | undefined) => Promise<void>;

/**
 * Returns the function that computes a job and sends its results.
 *
 * Shape: a job of a run that is over is dropped.
 * Errors: those of a chunk; `UnrecoverableError` for those that no other attempt would avoid. The last one is sent to the coordinator.
 */
export function createJobComputer(options: JobComputerOptions): ComputeJob {
  const { connection, keys, worker, runs, stop, onComputed, onFailed } = options;
  const { redis, bullmq } = connection;

  async function send(run: string, message: Buffer): Promise<void> {
    const list = keys.results(run);
    const replies = await redis.multi().rpush(list, message).expire(list, DATA_EXPIRES_SECONDS).exec();
    const failed = replies?.find(([error]) => error)?.[0];
    if (failed) throw failed;
  }

  return async function computeJob(job, token) {
    const id = job.id as string;
    const [run, payload] = await Promise.all([
      readRun(connection, keys, job.data.run),
      redis.getBuffer(keys.payload(id)),
    ]);
    if (!run || !payload) return void (await redis.unlink(keys.payload(id)));
    const startedMs = performance.now();
    const effort = (): JobEffort => ({
      ...{
        job: id,
        worker,
        computeMs: performance.now() - startedMs,
        starts: Math.max(1, job.attemptsStarted),
      },
    });
    try {
      const refusal = await runs.refusal(run);
      if (refusal !== undefined) throw new bullmq.UnrecoverableError(refusal);
      const results = await processAll(unpackChunks(payload), await runs.open(run), stop);
      if (results === undefined) {
        await job.moveToWait(token);
        throw new bullmq.WaitingError();
      }
      await send(run.id, packAnswer(effort(), results));
      const rows = results.reduce((sum, { counts }) => sum + counts.rowsIn, 0);
      onComputed({ rows, computeMs: performance.now() - startedMs });
    } catch (error) {
      if (error instanceof bullmq.WaitingError) throw error;
      onFailed(id, error);
      const attempts = job.attemptsMade + 1;
      const isFinal = !isRetried(error) || attempts >= (job.opts.attempts ?? 1);
      if (isFinal) await send(run.id, packFailure(effort(), serializeError(error), attempts));
      throw isRetried(error) ? error : new bullmq.UnrecoverableError((error as Error).message);
    }
  };
}

function isRetried(error: unknown): boolean {
  if ((error as Error | undefined)?.name === 'UnrecoverableError') return false;
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
  stop: AbortSignal,
): Promise<ChunkResult[] | undefined> {
  const results: ChunkResult[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    while (next < placed.length && !stop.aborted) {
      const at = next++;
      await setImmediate();
      results[at] = await run.process(placed[at] as PlacedChunk);
    }
  }
  await Promise.all(Array.from({ length: run.lanes }, lane));
  return next < placed.length || stop.aborted ? undefined : results;
}
