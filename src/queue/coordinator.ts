import { message, type Message } from '../base/messages/message.ts';
import { failure, type GeomillError } from '../base/errors/geomill-error.ts';
import { sleepUnlessAborted, type Clock, sleep } from '../base/files/clock.ts';
import { placeOf } from '../run/pipeline/check-result.ts';
import type { ChunkProcessor, ProcessorRequest } from '../run/pipeline/chunk-processor.ts';
import { jobIdOf, packPayload, unpackResult, type MovedRecords } from './job.ts';
import { isQueueDamage } from './queue-failure.ts';
import type { OpenJob, OpenJobs } from './open-jobs.ts';
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

const CLOSE_MS = 3_000;

/** The arguments of {@link coordinateRun}. */
export interface CoordinatorOptions extends Omit<WatchOptions, 'onFailed'> {
  /** Original places of records that were moved; sent with their chunks. */
  moved: MovedRecords;
  /** Bytes of the chunks that are at the queue and the workers at once. */
  windowBytes: number;
  /** Bytes of a chunk. */
  chunkBytes: number;
  onRows: ProcessorRequest['onRows'];
}

/**
 * Sends the chunks of a run to a queue, and takes their results: which jobs are sent, sent again, accepted, and when the run stops.
 *
 * Shape: a chunk is a job.
 * Errors: as of `createQueueChunks`.
 */
export async function coordinateRun(options: CoordinatorOptions): Promise<ChunkProcessor> {
  const { queue, record, moved, jobs, clock, onRows } = options;
  let broken: Error | undefined;
  const onFailed = (error: Error) => {
    broken ??= error;
    jobs.failAll(broken);
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
      if (broken) return Promise.reject(broken);
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
      onFailed(failure('ABORTED', 'queue.runEnded'));
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

const BEAT_MS = 1_000;
/** Longest time without Redis, without a worker, and with none that can read the queue; then the run stops, and can be continued. */
const LONGEST_DOWN_MS = 5 * 60_000;
const LONGEST_WITHOUT_MS = 10 * 60_000;
/** A worker tells its trouble every 5 s. */
const LONGEST_TROUBLE_MS = 8_000;
/** A worker finds a new run within a second or two. */
const FIRST_NOTE_MS = 5_000;

/** What {@link watchRun} watches. */
interface WatchOptions {
  queue: CoordinatorQueue;
  record: RunRecord;
  jobs: OpenJobs;
  clock: Clock;
  onNote: (note: string) => void;
  /** Called when the run cannot go on. */
  onFailed: (error: GeomillError) => void;
}

/** Keeps the record of a run alive, compares its jobs with the queue, and looks for its workers, every second until it is closed. */
function watchRun(options: WatchOptions): { close(): Promise<void> } {
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
  return failure('SERVICE_DOWN', 'queue.stopped', { what });
}
