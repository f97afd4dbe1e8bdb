import { setTimeout as delay } from 'node:timers/promises';
import { GeomillError } from '../../errors/geomill-error.ts';
import type { QueueConnection } from '../redis-connection.ts';
import type { QueueKeys } from '../queue-keys.ts';
import { RUN_EXPIRES_SECONDS, type RunRecord } from '../run-record.ts';
import { jobPoisoned, type OpenJobs } from './open-jobs.ts';
import type { JobQueue } from './job-queue.ts';
import { createWorkerNotes } from './worker-notes.ts';

const BEAT_MS = 2_000;
/** Jobs are compared with the queue that often, also without a sign that it has lost some. */
const AUDIT_MS = 10_000;
/** The second one finds jobs that were being put on the queue when it was lost. */
const AUDITS_AFTER_LOSS = 2;
/** A result may be on its way when its job is no longer on the queue. */
const SETTLE_MS = 500;
/** Longest time without Redis, and without a worker; then the run stops, and can be continued. */
const LONGEST_DOWN_MS = 5 * 60_000;

/** What {@link watchRun} watches. */
export interface WatchOptions {
  connection: Pick<QueueConnection, 'redis' | 'downMs'>;
  keys: QueueKeys;
  record: RunRecord;
  jobs: OpenJobs;
  queue: JobQueue;
  onNote: (note: string) => void;
  /** Called when the run cannot go on. */
  onFailed: (error: GeomillError) => void;
}

/** The watch over a run. */
export interface RunWatch {
  close(): Promise<void>;
}

/** Writes the record of a run, so that workers find it. Shape: false if it was missing. */
async function refresh({ connection: { redis }, keys, record }: WatchOptions): Promise<boolean> {
  const replies = await redis
    .multi()
    .sadd(keys.runs, record.id)
    .expire(keys.run(record.id), RUN_EXPIRES_SECONDS)
    .exec();
  if (replies?.[1]?.[1] === 1) return true;
  await redis.set(keys.run(record.id), JSON.stringify(record), 'EX', RUN_EXPIRES_SECONDS);
  return false;
}

/**
 * Keeps the record of a run alive, and puts jobs on the queue again that it has lost.
 *
 * Shape: a missing record (FLUSHALL) and a restored connection (restart of Redis) lead to a comparison at once.
 */
export async function watchRun(options: WatchOptions): Promise<RunWatch> {
  const { connection, onFailed } = options;
  const closed = new AbortController();
  const notes = createWorkerNotes(options);
  let auditsDue = 0;
  let auditAtMs = performance.now() + AUDIT_MS;
  const onReady = () => (auditsDue = AUDITS_AFTER_LOSS);
  connection.redis.on('ready', onReady);
  await refresh(options);

  async function beat(): Promise<void> {
    const downMs = connection.downMs();
    if (downMs > LONGEST_DOWN_MS) onFailed(stopped('Redis could not be reached for 5 minutes'));
    if (downMs > 0) return;
    if (!(await refresh(options))) auditsDue = AUDITS_AFTER_LOSS;
    if (auditsDue > 0 || performance.now() >= auditAtMs) {
      if (await audit(options)) auditsDue = Math.max(0, auditsDue - 1);
      auditAtMs = performance.now() + AUDIT_MS;
    }
    if (await notes.look()) onFailed(stopped('no worker has served the run for 10 minutes'));
  }
  const beating = (async () => {
    while (!closed.signal.aborted) {
      // A failure here is one of the connection, which `downMs` counts.
      await beat().catch(() => undefined);
      await delay(BEAT_MS, undefined, { signal: closed.signal }).catch(() => undefined);
    }
  })();
  return {
    async close() {
      closed.abort();
      connection.redis.off('ready', onReady);
      // A command waits for a broken connection, which is closed afterwards.
      await Promise.race([beating, delay(BEAT_MS)]);
    },
  };
}

/** Compares the open jobs with the queue. Shape: false if results were waiting, so that nothing can be said. */
async function audit({ connection: { redis }, keys, record, jobs, queue }: WatchOptions): Promise<boolean> {
  const queuedBefore = performance.now() - SETTLE_MS;
  const open = jobs.list().filter(({ queuedAtMs }) => queuedAtMs < queuedBefore);
  if (open.length === 0) return true;
  const states = await queue.states(open);
  if (states.every((state) => state === 'present')) return true;
  if ((await redis.llen(keys.results(record.id))) > 0) return false;
  await delay(SETTLE_MS);
  for (const [at, job] of open.entries()) {
    if (jobs.get(job.id) !== job) continue;
    if (states[at] === 'missing') {
      jobs.statistics.queuedAgain += 1;
      await queue.put(job);
      job.queuedAtMs = performance.now();
    } else if (states[at] === 'failed') jobs.fail(job.id, jobPoisoned(job, await queue.failedReason(job)));
  }
  return true;
}

function stopped(what: string): GeomillError {
  return new GeomillError(
    'SERVICE_DOWN',
    `${what}. What is done is kept: the same command continues when there is one again`,
  );
}
