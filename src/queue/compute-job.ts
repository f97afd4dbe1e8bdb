import { message } from '../base/messages/message.ts';
import type { Job } from 'bullmq';
import type { ErrorCode } from '../base/errors/catalogue.ts';
import { failure, isGeomillError } from '../base/errors/geomill-error.ts';
import type { QueuePackages } from './connection.ts';
import { jobIdOf, packResult, parseJobId, unpackPayload } from './job.ts';
import { failureText } from './open-jobs.ts';
import type { OpenRuns } from './open-runs.ts';
import { isQueueDamage, queueDamaged } from './queue-failure.ts';
import type { RunRecord } from './records.ts';

/** Failures that another attempt, or another machine, may not have. Others end the run at once. */
const RETRIED: readonly ErrorCode[] = ['SERVICE_DOWN', 'INTERNAL', 'IO', 'ABORTED'];

/** The queue as a worker uses it, besides BullMQ: a port, so that the protocol runs in a simulator too. */
export interface WorkerQueue {
  /** Returns the record of a run; undefined when the run is over. */
  readRun(id: string): Promise<RunRecord | undefined>;
  /** Returns the chunk of a job; null when it is done or expired. */
  readPayload(job: string): Promise<Buffer | null>;
  /** Sends a message to the coordinator of a run. */
  send(run: string, message: Buffer): Promise<void>;
}

/** What {@link createJobComputer} needs. */
export interface JobComputerOptions {
  queue: WorkerQueue;
  /** The failure that BullMQ does not try again. */
  UnrecoverableError: QueuePackages['bullmq']['UnrecoverableError'];
  /** Name of this worker. */
  worker: string;
  runs: Pick<OpenRuns, 'refusal' | 'open'>;
  nowMs: () => number;
  onComputed: (done: { rows: number; computeMs: number }) => void;
  onFailed: (job: string, error: unknown) => void;
}

/** Computes a job that a worker has. */
export type ComputeJob = (job: Pick<Job, 'attemptsStarted'> & { id?: string }) => Promise<void>;

/**
 * Returns the function that computes a job and sends its result.
 *
 * Shape: a job of a run that is over is dropped; one whose run or chunk is not what its coordinator sent is not computed.
 * Errors: as {@link failureText}, which BullMQ keeps for the coordinator; `UnrecoverableError` where no other attempt would avoid it.
 */
export function createJobComputer(options: JobComputerOptions): ComputeJob {
  const { queue, UnrecoverableError, worker, runs, nowMs, onComputed, onFailed } = options;

  async function compute(id: string, starts: number): Promise<void> {
    const named = parseJobId(id);
    if (!named) throw queueDamaged(message('queue.theJob', { id }), message('queue.notAJob'));
    const startedMs = nowMs();
    const [run, payload] = await Promise.all([queue.readRun(named.run), queue.readPayload(id)]);
    if (!run || !payload) return;
    if (jobIdOf(run, named.firstRow, payload) !== id)
      throw queueDamaged(message('queue.theJob', { id }), message('queue.otherChunk'));
    const refusal = await runs.refusal(run);
    if (refusal !== undefined) throw failure('INTERNAL', 'text.plain', { text: refusal });
    const open = await runs.open(run);
    const result = await open.process(unpackPayload(payload));
    const rows = result.counts.rowsIn;
    const computeMs = nowMs() - startedMs;
    await queue.send(run.id, packResult({ job: id, worker, computeMs, starts, result }));
    onComputed({ rows, computeMs });
  }

  return async ({ id = '', attemptsStarted }) => {
    try {
      await compute(id, Math.max(1, attemptsStarted));
    } catch (error) {
      onFailed(id, error);
      const reason = failureText(worker, error);
      throw isRetried(error) ? new Error(reason) : new UnrecoverableError(reason);
    }
  };
}

function isRetried(error: unknown): boolean {
  return !isQueueDamage(error) && (!isGeomillError(error) || RETRIED.includes(error.code));
}
