import { message } from '../base/messages/message.ts';
import type { Worker } from 'bullmq';
import { hostname } from 'node:os';
import { sleepUnlessAborted, SYSTEM_CLOCK } from '../base/files/clock.ts';
import type { OpenedService } from '../runtime/opened-service.ts';
import { createJobComputer, createOpenRuns } from './compute-job.ts';
import { connectQueue } from './connection.ts';
import type { QueueAddress } from './queue-address.ts';
import { asQueueFailure, isQueueDamage, queueDamaged, requireReplies } from './queue-failure.ts';
import { queueKeys, WORKER_EXPIRES_SECONDS, type WorkerRecord } from './records.ts';
import { openWorkerQueue } from './redis-queue.ts';

/** How soon a worker finds a new run. */
const LOOK_MS = 1_000;
const BEAT_MS = 5_000;
/** Longest wait for jobs in progress when it is stopped; what is left of them is given to other workers. */
const CLOSE_MS = 10_000;

/**
 * A job that was lost more often is taken for the cause, and stops the run: each loss may have ended a worker.
 *
 * Machines that come and go lose jobs too, four times in a row now and then; fewer losses would stop such runs for nothing.
 */
export const MAX_STALLED = 15;

/** A process that computes chunks of runs. */
export interface QueueWorkerOptions {
  address: QueueAddress;
  prefix: string;
  service: OpenedService;
  version: string;
  /** Jobs at once: threads for a dataset. */
  concurrency: number;
  /** A job whose worker was silent for so long is given to another. Units: ms. */
  lockMs: number;
  onEvent: (event: WorkerEvent) => void;
}

/** What a worker tells. */
export type WorkerEvent =
  | { event: 'Run:Served'; run: string; job: string; coordinator: string }
  | { event: 'Run:Refused'; run: string; job: string; coordinator: string; reason: string }
  | { event: 'Job:Failed'; job: string; reason: string }
  | { event: 'Queue:Error'; reason: string };

/** The figures of a worker. */
export interface WorkerFigures {
  jobs: number;
  rows: number;
  computeSeconds: number;
  failed: number;
  refusedRuns: number;
  active: number;
  isConnected: boolean;
}

/** A worker that is running. */
export interface QueueWorker {
  id: string;
  figures(): WorkerFigures;
  /** Stops after the jobs in progress. */
  close(): Promise<void>;
}

/**
 * Starts a worker.
 *
 * Shape: it serves each run whose version and service are its own, and tells why it refuses another.
 * Errors: NOT_SUPPORTED, SERVICE_DOWN; as of `connectQueue`.
 */
export async function startQueueWorker(options: QueueWorkerOptions): Promise<QueueWorker> {
  const { service, version, concurrency, lockMs, onEvent } = options;
  const connection = await connectQueue(options.address);
  const { redis, bullmq } = connection;
  const keys = queueKeys(options.prefix);
  const id = `${hostname()}:${process.pid}`;
  const startedAt = new Date().toISOString();
  const stop = new AbortController();
  const runs = createOpenRuns(service, version, concurrency);
  const queue = openWorkerQueue(connection, keys);
  const consumers = new Map<string, Worker>();
  const checked = new Set<string>();
  const refused = new Map<string, string>();
  let trouble: string | undefined;
  const sums = { jobs: 0, rows: 0, computeSeconds: 0, failed: 0, active: 0 };
  const compute = createJobComputer({
    queue,
    worker: id,
    runs,
    UnrecoverableError: bullmq.UnrecoverableError,
    nowMs: () => performance.now(),
    onComputed({ rows, computeMs }) {
      trouble = undefined;
      sums.jobs += 1;
      sums.rows += rows;
      sums.computeSeconds += computeMs / 1000;
    },
    onFailed(job, error) {
      sums.failed += 1;
      onEvent({ event: 'Job:Failed', job, reason: (error as Error).message });
    },
  });

  /** Reports what cannot be read of the queue; lasting failures also to the coordinators. */
  function onQueueError(error: unknown): void {
    const isNoJson = error instanceof SyntaxError;
    const failure = isNoJson
      ? queueDamaged(message('queue.aJob'), message('queue.noJson', { words: error.message }))
      : (asQueueFailure(error) as Error);
    if (isQueueDamage(failure)) trouble = failure.message;
    onEvent({ event: 'Queue:Error', reason: failure.message });
  }

  function serve(name: string): void {
    if (consumers.has(name)) return;
    const consumer: Worker = new bullmq.Worker(
      name,
      async (job) => {
        sums.active += 1;
        await compute(job).finally(() => (sums.active -= 1));
      },
      {
        connection: { ...connection.options },
        prefix: keys.prefix,
        // One waits in this process, so that no thread waits for Redis.
        concurrency: concurrency + 1,
        lockDuration: lockMs,
        stalledInterval: lockMs / 2,
        maxStalledCount: MAX_STALLED,
      },
    );
    consumer.on('error', onQueueError);
    consumers.set(name, consumer);
  }

  /** Looks at a new run. */
  async function lookAt(runId: string): Promise<void> {
    const run = await queue.readRun(runId).catch((error: unknown) => {
      if (!isQueueDamage(error)) throw error;
      // One run that cannot be read is no reason to leave the others.
      if (refused.get(runId) !== error.message) onEvent({ event: 'Queue:Error', reason: error.message });
      refused.set(runId, error.message);
    });
    if (!run) return;
    const reason = await runs.refusal(run);
    const { job, coordinator } = run;
    checked.add(runId);
    if (reason === undefined) {
      refused.delete(runId);
      serve(run.queue);
      onEvent({ event: 'Run:Served', run: runId, job, coordinator });
    } else {
      refused.set(runId, reason);
      onEvent({ event: 'Run:Refused', run: runId, job, coordinator, reason });
    }
    await beat();
  }

  async function look(): Promise<void> {
    const ids = await redis.smembers(keys.runs);
    for (const known of [...checked, ...refused.keys()]) {
      if (ids.includes(known)) continue;
      checked.delete(known);
      refused.delete(known);
    }
    for (const runId of ids) if (!checked.has(runId)) await lookAt(runId);
  }

  /** Writes a sign of life. */
  async function beat(): Promise<void> {
    const record: WorkerRecord = {
      id,
      version,
      service: service.identity,
      concurrency,
      startedAt,
      queues: [...consumers.keys()],
      jobs: sums.jobs,
      rows: sums.rows,
      refused: Object.fromEntries(refused),
      ...(trouble !== undefined && { trouble }),
    };
    const replies = await redis
      .multi()
      .sadd(keys.workers, id)
      .set(keys.worker(id), JSON.stringify(record), 'EX', WORKER_EXPIRES_SECONDS)
      .exec();
    requireReplies(replies, [keys.workers]);
  }

  async function repeat(work: () => Promise<void>, everyMs: number): Promise<void> {
    while (!stop.signal.aborted) {
      // A failure is one of the connection, which restores itself.
      await work().catch(onQueueError);
      await sleepUnlessAborted(SYSTEM_CLOCK, everyMs, stop.signal);
    }
  }
  const repeated = [repeat(look, LOOK_MS), repeat(beat, BEAT_MS)];

  return {
    id,
    figures: () => ({ ...sums, refusedRuns: refused.size, isConnected: connection.downMs() === 0 }),
    async close() {
      stop.abort();
      const finished = Promise.allSettled(Array.from(consumers.values(), (consumer) => consumer.close()));
      const done = new AbortController();
      const late = sleepUnlessAborted(SYSTEM_CLOCK, CLOSE_MS, done.signal);
      await Promise.race([finished.finally(() => done.abort()), late]);
      if (connection.downMs() === 0)
        await redis.multi().unlink(keys.worker(id)).srem(keys.workers, id).exec();
      connection.close();
      await Promise.all(repeated);
      await runs.close();
    },
  };
}
