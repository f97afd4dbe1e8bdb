import { hostname } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { sleepUnlessAborted, SYSTEM_CLOCK } from '../../base/files/clock.ts';
import type { OpenedService } from '../../runtime/opened-service.ts';
import type { QueueAddress } from '../queue-address.ts';
import { asQueueFailure, isQueueDamage, requireReplies } from '../queue-damage.ts';
import { queueKeys } from '../queue-keys.ts';
import { connectQueue } from '../redis-connection.ts';
import { readRun } from '../run-record.ts';
import { WORKER_EXPIRES_SECONDS, type WorkerRecord } from '../worker-record.ts';
import { createJobComputer } from './compute-job.ts';
import { openConsumer } from './consumer.ts';
import { createOpenRuns } from './open-runs.ts';
import { superviseConsumer, type SupervisedConsumer } from './supervised-consumer.ts';
import { openRedisWorkerQueue } from './worker-queue.ts';

/** How soon a worker finds a new run. */
const LOOK_MS = 1_000;
const BEAT_MS = 5_000;

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
  | { event: 'Queue:Error'; reason: string }
  | { event: 'Queue:Replaced'; queue: string };

/** The figures of a worker. */
export interface WorkerFigures {
  jobs: number;
  rows: number;
  computeSeconds: number;
  failed: number;
  refusedRuns: number;
  replaced: number;
  active: number;
  isConnected: boolean;
}

/** A worker that is running. */
export interface QueueWorker {
  id: string;
  figures(): WorkerFigures;
  /** Stops: jobs in progress go back to the queue. */
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
  const { redis } = connection;
  const keys = queueKeys(options.prefix);
  const id = `${hostname()}:${process.pid}`;
  const startedAt = new Date().toISOString();
  const stop = new AbortController();
  const runs = createOpenRuns(service, version, concurrency);
  const consumers = new Map<string, SupervisedConsumer>();
  const checked = new Set<string>();
  const refused = new Map<string, string>();
  let trouble: string | undefined;
  const sums = { jobs: 0, rows: 0, computeSeconds: 0, failed: 0, replaced: 0 };
  const compute = createJobComputer({
    ...{ worker: id, runs, stop: stop.signal },
    queue: openRedisWorkerQueue(connection, keys),
    failures: connection.bullmq,
    nowMs: () => performance.now(),
    handleMessages: setImmediate,
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
    const failure = asQueueFailure(error) as Error;
    // A SyntaxError is one of a job that is no JSON.
    if (isQueueDamage(failure) || failure instanceof SyntaxError) trouble = failure.message;
    onEvent({ event: 'Queue:Error', reason: failure.message });
  }

  function serve(queue: string): void {
    if (consumers.has(queue)) return;
    const onError = (error: Error) => onQueueError(error);
    const open = () => openConsumer(queue, { connection, keys, concurrency, lockMs, compute, onError });
    const onReplaced = () => {
      sums.replaced += 1;
      onEvent({ event: 'Queue:Replaced', queue });
    };
    consumers.set(queue, superviseConsumer(open, onReplaced));
  }

  /** Looks for new runs. */
  async function look(): Promise<void> {
    const ids = await redis.smembers(keys.runs);
    for (const known of checked) if (!ids.includes(known)) checked.delete(known);
    for (const known of refused.keys()) if (!ids.includes(known)) refused.delete(known);
    for (const runId of ids) {
      if (checked.has(runId)) continue;
      const run = await readRun(connection, keys, runId).catch((error: unknown) => {
        const failure = asQueueFailure(error);
        if (!isQueueDamage(failure)) throw error;
        // One run that cannot be read is no reason to leave the others.
        if (refused.get(runId) !== failure.message)
          onEvent({ event: 'Queue:Error', reason: failure.message });
        refused.set(runId, failure.message);
      });
      if (!run) continue;
      refused.delete(runId);
      const reason = await runs.refusal(run);
      checked.add(runId);
      const { job, coordinator } = run;
      if (reason === undefined) {
        serve(run.queue);
        onEvent({ event: 'Run:Served', run: runId, job, coordinator });
      } else {
        refused.set(runId, reason);
        onEvent({ event: 'Run:Refused', run: runId, job, coordinator, reason });
      }
      await beat();
    }
  }

  /** Writes a sign of life. */
  async function beat(): Promise<void> {
    const record: WorkerRecord = {
      ...{ id, version, service: service.identity, concurrency, startedAt },
      queues: [...consumers.keys()],
      jobs: sums.jobs,
      rows: sums.rows,
      refused: Object.fromEntries(refused),
      ...(trouble !== undefined && { trouble }),
    };
    const text = JSON.stringify(record);
    const replies = await redis
      .multi()
      .sadd(keys.workers, id)
      .set(keys.worker(id), text, 'EX', WORKER_EXPIRES_SECONDS)
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
    figures: () => ({
      ...sums,
      refusedRuns: refused.size,
      active: [...consumers.values()].reduce((sum, consumer) => sum + consumer.active(), 0),
      isConnected: connection.downMs() === 0,
    }),
    async close() {
      stop.abort();
      await Promise.all(Array.from(consumers.values(), (consumer) => consumer.close()));
      if (connection.downMs() === 0)
        await redis.multi().unlink(keys.worker(id)).srem(keys.workers, id).exec();
      connection.close();
      await Promise.all(repeated);
      await runs.close();
    },
  };
}
