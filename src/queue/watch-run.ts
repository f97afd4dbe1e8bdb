import { message, type Message } from '../base/messages/message.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { sleep, sleepUnlessAborted, type Clock } from '../base/files/clock.ts';
import type { CoordinatorQueue } from './coordinator-queue.ts';
import type { OpenJobs } from './open-jobs.ts';
import { isQueueDamage } from './queue-failure.ts';
import type { RunRecord, WorkerRecord } from './records.ts';

const BEAT_MS = 1_000;
/** Longest time without Redis, without a worker, and with none that can read the queue; then the run stops, and can be continued. */
const LONGEST_DOWN_MS = 5 * 60_000;
const LONGEST_WITHOUT_MS = 10 * 60_000;
/** A worker tells its trouble every 5 s. */
const LONGEST_TROUBLE_MS = 8_000;
/** A worker finds a new run within a second or two. */
const FIRST_NOTE_MS = 5_000;

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

/** Keeps the record of a run alive, compares its jobs with the queue, and looks for its workers, every second until it is closed. */
export function watchRun(options: WatchOptions): { close(): Promise<void> } {
  const { queue, clock, onFailed } = options;
  const closed = new AbortController();
  const lookAt = createWorkerNotes(options);

  async function beat(): Promise<void> {
    const downMs = queue.downMs();
    if (downMs > LONGEST_DOWN_MS) onFailed(stopped(message('queue.downTooLong')));
    if (downMs > 0) return;
    await queue.keepRecord();
    await compare(options);
    const reason = lookAt(await queue.listWorkers());
    if (reason !== undefined) onFailed(stopped(reason));
  }
  const beating = (async () => {
    while (!closed.signal.aborted) {
      await sleepUnlessAborted(clock, BEAT_MS, closed.signal);
      if (closed.signal.aborted) return;
      // Other failures are those of the connection, which `downMs` counts.
      await beat().catch((error: unknown) => isQueueDamage(error) && onFailed(error));
    }
  })();
  return {
    async close() {
      closed.abort();
      // A command waits for a broken connection, which is closed afterwards.
      await Promise.race([beating, sleep(clock, BEAT_MS)]);
    },
  };
}

/**
 * Puts jobs that the queue has lost on it again, and fails those that have failed.
 *
 * Shape: BullMQ gives the jobs of a lost worker to others, but a wiped or restarted Redis has lost the jobs too. A result may be on its way when its job
 * has left the queue, so a job must be missing at two looks.
 */
async function compare({ queue, jobs }: WatchOptions): Promise<void> {
  const open = jobs.list();
  const states = await queue.states(open.map(({ id }) => id));
  for (const [at, job] of open.entries()) {
    const isFirst = !job.isMissing;
    job.isMissing = states[at] !== 'queued' && isFirst;
    if (states[at] === 'queued' || isFirst) continue;
    if (states[at] === 'failed') {
      const { reason, attempts } = await queue.failure(job.id);
      jobs.fail(job.id, reason, attempts);
      continue;
    }
    // One that is in no list of BullMQ would not be added again.
    await queue.remove([job.id]);
    if (jobs.get(job.id) !== job) continue;
    jobs.statistics.queuedAgain += 1;
    await queue.put(job);
  }
}

/**
 * Tells the user how many workers serve a run, and why there is none.
 *
 * Shape: returns a function of the workers there are, which returns why the run stops, if none has served it for too long.
 */
function createWorkerNotes({
  record,
  clock,
  onNote,
}: Pick<WatchOptions, 'record' | 'clock' | 'onNote'>): (
  workers: readonly WorkerRecord[],
) => Message | undefined {
  let known = 0;
  let lastNote = '';
  let servedAtMs = clock.nowMs();
  let readAtMs = clock.nowMs();

  return (workers) => {
    const nowMs = clock.nowMs();
    const own = workers.filter(({ queues }) => queues.includes(record.queue));
    const troubled = own.filter(({ trouble }) => trouble !== undefined);
    if (own.length > 0) servedAtMs = nowMs;
    if (troubled.length === 0 || troubled.length < own.length) readAtMs = nowMs;
    if (own.length > 0 && own.length !== known)
      onNote(own.length === 1 ? 'one worker serves this run' : `${own.length} workers serve this run`);
    known = own.length;
    const note = nowMs - servedAtMs >= FIRST_NOTE_MS ? whyNone(workers, record) : '';
    if (note !== '' && note !== lastNote) onNote(note);
    if (note !== '' || own.length > 0) lastNote = note;
    if (nowMs - readAtMs > LONGEST_TROUBLE_MS)
      return message('queue.workersTroubled', {
        worker: troubled[0]?.id ?? '',
        trouble: troubled[0]?.trouble ?? '',
      });
    return nowMs - servedAtMs > LONGEST_WITHOUT_MS ? message('queue.unserved') : undefined;
  };
}

function whyNone(workers: readonly WorkerRecord[], { id, version, service }: RunRecord): string {
  const reasons = workers.map(({ id: worker, refused }) => `${worker}: ${refused[id] ?? 'does not answer'}`);
  const need = `Geomill ${version} and ${service}`;
  return reasons.length === 0
    ? `no worker is on this queue: start geomill worker with ${need}`
    : `no worker serves this run, which needs ${need}. ${reasons.join('; ')}`;
}

function stopped(what: Message): GeomillError {
  return new GeomillError('SERVICE_DOWN', message('queue.stopped', { what }));
}
