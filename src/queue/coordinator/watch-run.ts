import { GeomillError } from '../../base/errors/geomill-error.ts';
import { sleep, sleepUnlessAborted, type Clock } from '../../base/files/clock.ts';
import { MAX_STALLED, MOST_LOSSES } from '../lost-jobs.ts';
import { isQueueDamage } from '../queue-damage.ts';
import type { RunRecord } from '../run-record.ts';
import type { CoordinatorQueue } from './coordinator-queue.ts';
import { jobPoisoned, type OpenJob, type OpenJobs } from './open-jobs.ts';
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
  queue: CoordinatorQueue;
  record: RunRecord;
  jobs: OpenJobs;
  clock: Clock;
  onNote: (note: string) => void;
  /** Called when the run cannot go on. */
  onFailed: (error: GeomillError) => void;
}

/** The watch over a run. */
export interface RunWatch {
  close(): Promise<void>;
}

/**
 * Keeps the record of a run alive, and puts jobs on the queue again that it has lost.
 *
 * Shape: a missing record (FLUSHALL) and a restored connection (restart of Redis) lead to a comparison at once.
 */
export async function watchRun(options: WatchOptions): Promise<RunWatch> {
  const { queue, record, clock, onNote, onFailed } = options;
  const closed = new AbortController();
  const notes = createWorkerNotes(queue, record, onNote, () => clock.nowMs());
  let auditsDue = 0;
  let auditAtMs = clock.nowMs() + AUDIT_MS;
  const offRestored = queue.onRestored(() => (auditsDue = AUDITS_AFTER_LOSS));
  await queue.keepRecord();

  async function beat(): Promise<void> {
    const downMs = queue.downMs();
    if (downMs > LONGEST_DOWN_MS) onFailed(stopped('Redis could not be reached for 5 minutes'));
    if (downMs > 0) return;
    if (!(await queue.keepRecord())) auditsDue = AUDITS_AFTER_LOSS;
    if (auditsDue > 0 || clock.nowMs() >= auditAtMs) {
      if (await audit(options)) auditsDue = Math.max(0, auditsDue - 1);
      auditAtMs = clock.nowMs() + AUDIT_MS;
    }
    const reason = await notes.look();
    if (reason !== undefined) onFailed(stopped(reason));
  }
  const beating = (async () => {
    while (!closed.signal.aborted) {
      // Other failures are those of the connection, which `downMs` counts.
      await beat().catch((error: unknown) => isQueueDamage(error) && onFailed(error));
      await sleepUnlessAborted(clock, BEAT_MS, closed.signal);
    }
  })();
  return {
    async close() {
      closed.abort();
      offRestored();
      // A command waits for a broken connection, which is closed afterwards.
      await Promise.race([beating, sleep(clock, BEAT_MS)]);
    },
  };
}

/** Compares the open jobs with the queue. Shape: false if results were waiting, so that nothing can be said. */
async function audit(options: WatchOptions): Promise<boolean> {
  const { queue, jobs, clock } = options;
  const queuedBefore = clock.nowMs() - SETTLE_MS;
  const open = jobs.list().filter(({ queuedAtMs }) => queuedAtMs < queuedBefore);
  if (open.length === 0) return true;
  await queue.check(open);
  const states = await queue.states(open);
  if (states.every((state) => state === 'present')) return true;
  if ((await queue.waitingAnswers()) > 0) return false;
  await sleep(clock, SETTLE_MS);
  for (const [at, job] of open.entries()) {
    if (jobs.get(job.id) !== job) continue;
    // The failure of a job itself is sent as its result; a job that failed without one was lost with its workers.
    if (states[at] === 'failed' && !(await isToRepeat(job, options))) continue;
    if (states[at] === 'present') continue;
    if (states[at] === 'stray') await queue.remove([job]);
    jobs.statistics.queuedAgain += 1;
    await queue.put(job);
    job.queuedAtMs = clock.nowMs();
  }
  return true;
}

/** Fails a job that was lost too often, and takes any other off the queue. Shape: true if it is to be put on it again. */
async function isToRepeat(job: OpenJob, { queue, jobs }: WatchOptions): Promise<boolean> {
  const losses = MAX_STALLED + 1;
  job.losses += losses;
  // BullMQ counts the starts of a job anew when it is put on the queue again.
  jobs.statistics.startedAgain += losses;
  if (job.losses >= MOST_LOSSES) {
    jobs.fail(job.id, jobPoisoned(job, await queue.failedReason(job)));
    return false;
  }
  await queue.remove([job]);
  return jobs.get(job.id) === job;
}

function stopped(what: string): GeomillError {
  return new GeomillError(
    'SERVICE_DOWN',
    `${what}. What is done is kept: the same command continues when there is one again`,
  );
}
