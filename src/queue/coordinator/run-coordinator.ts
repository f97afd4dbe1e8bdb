import type { CutChunk } from '../../formats/chunk-cutter.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { ChunkProcessor, ProcessorRequest } from '../../run/pipeline/chunk-processor.ts';
import { sleepUnlessAborted, type Clock } from '../../base/files/clock.ts';
import { placeOf } from '../../run/pipeline/check-result.ts';
import type { ChunkResult } from '../../run/pipeline/process-chunk.ts';
import { jobIdOf } from '../job-id.ts';
import { packChunks, type MovedRecords } from '../job-payload.ts';
import { unpackAnswer } from '../job-result.ts';
import { isQueueDamage } from '../queue-damage.ts';
import type { RunRecord } from '../run-record.ts';
import type { AnswerReader, CoordinatorQueue } from './coordinator-queue.ts';
import { createJobGrouper, type JobGrouper } from './job-grouper.ts';
import type { OpenJob, OpenJobs } from './open-jobs.ts';
import { watchRun, type RunWatch } from './watch-run.ts';
import type { WorkerRates } from './worker-rates.ts';

const CLOSE_MS = 3_000;

/** The arguments of {@link coordinateRun}. */
export interface CoordinatorOptions {
  queue: CoordinatorQueue;
  record: RunRecord;
  /** Original places of records that were moved; sent with their chunks. */
  moved: MovedRecords;
  jobs: OpenJobs;
  rates: WorkerRates;
  /** Bytes of the chunks that are at the queue and the workers at once. */
  windowBytes: number;
  /** Bytes of a job. */
  jobBytes: number;
  clock: Clock;
  onRows: ProcessorRequest['onRows'];
  onNote: (note: string) => void;
}

/** The parts of a run on a queue, and their end. */
interface RunParts extends CoordinatorOptions {
  grouper: JobGrouper;
  reader: AnswerReader;
  watch: RunWatch;
}

/**
 * Sends the chunks of a run to a queue, and takes their results: which jobs are sent, sent again, accepted, and when the run stops.
 *
 * Errors: as of `createQueueChunks`.
 */
export async function coordinateRun(options: CoordinatorOptions): Promise<ChunkProcessor> {
  const { queue, record, jobs, clock, onNote } = options;
  let failure: Error | undefined;
  const onFailed = (error: Error) => {
    failure ??= error;
    jobs.failAll(failure);
  };
  await queue.check([]);
  // The folder is locked, so another run of it is one whose process is gone.
  for (const run of await queue.listRuns()) if (run.place === record.place) await queue.removeRun(run);
  const onMessage = (message: Buffer) => {
    try {
      takeAnswer(message, options);
    } catch (error) {
      onFailed(error as Error);
    }
  };
  const reader = queue.readAnswers(onMessage, onFailed);
  const watch = await watchRun({ queue, record, jobs, clock, onNote, onFailed });
  const compute = (chunks: readonly CutChunk[]) => sendJob(chunks, options, onFailed);
  const grouper = createJobGrouper(options.jobBytes, compute, clock);
  return {
    openBytes: options.windowBytes,
    process: (chunk) => (failure ? Promise.reject(failure) : grouper.add(chunk)),
    close: () => closeRun({ ...options, grouper, reader, watch }),
  };
}

function sendJob(
  chunks: readonly CutChunk[],
  { queue, record, moved, jobs, clock }: CoordinatorOptions,
  onFailed: (error: Error) => void,
): Promise<readonly ChunkResult[]> {
  const job = packJob(chunks, record, moved);
  const results = jobs.open(job);
  const isQueued = () => (job.queuedAtMs = clock.nowMs());
  // A failure that may pass is one of Redis (out of memory): the watch puts the job on the queue again.
  const onRefused = (error: unknown) => (isQueueDamage(error) ? onFailed(error) : isQueued());
  queue.put(job).then(isQueued, onRefused);
  return results;
}

/** Builds a job. Shape: its id depends on the run and its chunks only, so that a job is on the queue once. */
function packJob(chunks: readonly CutChunk[], run: RunRecord, moved: MovedRecords): OpenJob {
  const payload = packChunks(chunks, moved);
  const firstRow = chunks[0]?.firstRow ?? 0;
  return {
    id: jobIdOf({ run, firstRow, payload }),
    payload,
    places: chunks.map(placeOf),
    firstRow,
    lastRow: (chunks.at(-1)?.nextRow ?? 1) - 1,
    queuedAtMs: Infinity,
    losses: 0,
  };
}

function takeAnswer(message: Buffer, { jobs, rates, queue, onRows }: CoordinatorOptions): void {
  const answer = unpackAnswer(message);
  const job = jobs.get(answer.job);
  if (!jobs.take(answer) || !job) return;
  queue.forget([job]).catch(() => undefined);
  if ('failure' in answer) return;
  const rows = answer.results.reduce((sum, { counts }) => sum + counts.results, 0);
  rates.add(answer, rows);
  onRows(rows);
}

/** Ends a run: its data is removed from the queue if that is possible within seconds; otherwise it expires. */
async function closeRun({ queue, record, jobs, clock, grouper, reader, watch }: RunParts): Promise<void> {
  const ended = new GeomillError('ABORTED', 'the run ended before these rows were done');
  grouper.end(ended);
  const left = jobs.list();
  jobs.failAll(ended);
  await Promise.all([watch.close(), reader.close()]);
  if (queue.downMs() === 0) {
    const removed = queue.remove(left).then(() => queue.removeRun(record));
    await inTime(removed, clock);
  }
  await inTime(queue.close(), clock);
}

async function inTime(work: Promise<unknown>, clock: Clock): Promise<void> {
  const done = new AbortController();
  const ended = work.catch(() => undefined).finally(() => done.abort());
  await Promise.race([ended, sleepUnlessAborted(clock, CLOSE_MS, done.signal)]);
}
