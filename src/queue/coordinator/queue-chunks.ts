import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import type { ChunkProcessor, ProcessorRequest } from '../../pipeline/chunk-processor.ts';
import type { ChunkResult } from '../../pipeline/process-chunk.ts';
import { packChunks, type MovedRecords } from '../job-payload.ts';
import { unpackAnswer } from '../job-result.ts';
import type { QueueAddress } from '../queue-address.ts';
import { queueKeys, queueName, shortHash, type ComputeIdentity } from '../queue-keys.ts';
import { connectQueue, type QueueConnection } from '../redis-connection.ts';
import { removeRun } from '../remove-run.ts';
import { listRuns, type RunRecord } from '../run-record.ts';
import { readAnswers, type AnswerReader } from './answer-reader.ts';
import { createJobGrouper, jobBytesFor, type JobGrouper } from './job-grouper.ts';
import { openJobQueue, type JobQueue } from './job-queue.ts';
import { createOpenJobs, type JobStatistics, type OpenJob, type OpenJobs } from './open-jobs.ts';
import { watchRun, type RunWatch } from './watch-run.ts';
import { createWorkerRates, type WorkerRates, type WorkerShare } from './worker-rates.ts';

const CLOSE_MS = 3_000;

/** A run whose chunks go to a queue. */
export interface QueueRunOptions {
  address: QueueAddress;
  /** Prefix of all keys in Redis. */
  prefix: string;
  identity: ComputeIdentity;
  job: string;
  /** Operations of the interface that the stages call. */
  operations: readonly string[];
  outputDir: string;
  /** Bytes of the chunks that are at the queue and the workers at once. */
  windowBytes: number;
  onNote: (note: string) => void;
}

/** The chunks of a run on a queue. */
export interface QueueChunks {
  /** As `CreateChunkProcessor`. */
  create: (request: ProcessorRequest) => Promise<ChunkProcessor | undefined>;
  /** Returns what each worker did so far. */
  workers(): WorkerShare[];
  /** Returns what the jobs took so far. */
  statistics(): JobStatistics;
}

/**
 * Sends the chunks of a run to workers on other machines.
 *
 * Guarantee: results depend on the chunks, the job and the dataset only, as those of this process; whatever the queue loses is put on it again.
 * Errors: of the processor: NOT_SUPPORTED, SERVICE_DOWN if the queue cannot be reached or no worker serves the run; the failure of a job, with its
 * rows; INTERNAL if two workers disagree.
 */
export function createQueueChunks(options: QueueRunOptions): QueueChunks {
  const jobs = createOpenJobs();
  const rates = createWorkerRates();
  return {
    create: async (request) =>
      request.bytesLeft > 0 && request.rowsLeft > 0 ? openRun(options, request, jobs, rates) : undefined,
    workers: () => rates.list(),
    statistics: () => jobs.statistics,
  };
}

/** The parts of a run on a queue, and their end. */
interface RunParts {
  connection: QueueConnection;
  record: RunRecord;
  jobs: OpenJobs;
  queue: JobQueue;
  reader: AnswerReader;
  watch: RunWatch;
}

async function openRun(
  options: QueueRunOptions,
  request: ProcessorRequest,
  jobs: OpenJobs,
  rates: WorkerRates,
): Promise<ChunkProcessor> {
  const keys = queueKeys(options.prefix);
  const connection = await connectQueue(options.address);
  const { record, moved } = recordOf(options, request);
  let failure: Error | undefined;
  const onFailed = (error: Error) => {
    failure ??= error;
    jobs.failAll(failure);
  };
  // The folder is locked, so another run of it is one whose process is gone.
  for (const run of await listRuns(connection, keys))
    if (run.place === record.place) await removeRun(connection, keys, run);
  const queue = openJobQueue(connection, keys, record);
  const onMessage = (message: Buffer) => {
    try {
      takeAnswer(message, { jobs, rates, queue, onRows: request.onRows });
    } catch (error) {
      onFailed(error as Error);
    }
  };
  const reader = readAnswers(connection, keys.results(record.id), onMessage);
  const watch = await watchRun({
    ...{ connection, keys, record, jobs, queue },
    onNote: options.onNote,
    onFailed,
  });
  const compute = (chunks: readonly CutChunk[]) => sendJob(packJob(chunks, record, moved), jobs, queue);
  const grouper = createJobGrouper(jobBytesFor(request.bytesLeft), compute);
  return {
    openBytes: options.windowBytes,
    process: (chunk) => (failure ? Promise.reject(failure) : grouper.add(chunk)),
    close: () => closeRun({ connection, record, jobs, queue, reader, watch }, grouper, options.prefix),
  };
}

/** Returns the record of a new run, and what is sent with its chunks. */
function recordOf(
  { identity, job, operations, outputDir }: QueueRunOptions,
  { order }: ProcessorRequest,
): { record: RunRecord; moved: MovedRecords } {
  const { origins, rowNumbers, ...layout } = order.layout;
  const record: RunRecord = {
    ...identity,
    id: randomBytes(8).toString('hex'),
    job,
    operations,
    order: { ...order, layout },
    queue: queueName(identity),
    coordinator: `${hostname()}:${process.pid}`,
    place: shortHash(`${hostname()}\n${outputDir}`),
    startedAt: new Date().toISOString(),
  };
  return { record, moved: { ...(origins && { origins }), ...(rowNumbers && { rowNumbers }) } };
}

function packJob(chunks: readonly CutChunk[], { id }: RunRecord, moved: MovedRecords): OpenJob {
  const payload = packChunks(chunks, moved);
  const hash = createHash('sha256').update(payload).digest('hex').slice(0, 16);
  const firstRow = chunks[0]?.firstRow ?? 0;
  return {
    id: `${id}-${firstRow}-${hash}`,
    payload,
    firstRow,
    lastRow: (chunks.at(-1)?.nextRow ?? 1) - 1,
    queuedAtMs: Infinity,
  };
}

function sendJob(job: OpenJob, jobs: OpenJobs, queue: JobQueue): Promise<readonly ChunkResult[]> {
  const results = jobs.open(job);
  const isQueued = () => (job.queuedAtMs = performance.now());
  // A failure is one of Redis (out of memory): the watch puts the job on the queue again.
  queue.put(job).then(isQueued, isQueued);
  return results;
}

function takeAnswer(
  message: Buffer,
  {
    jobs,
    rates,
    queue,
    onRows,
  }: { jobs: OpenJobs; rates: WorkerRates; queue: JobQueue; onRows: (rows: number) => void },
): void {
  const answer = unpackAnswer(message);
  const job = jobs.get(answer.job);
  if (!jobs.take(answer) || !job) return;
  queue.forget([job]).catch(() => undefined);
  if ('failure' in answer) return;
  const rows = answer.results.reduce((sum, { counts }) => sum + counts.results, 0);
  rates.add(answer, rows);
  onRows(rows);
}

/** Ends a run: its data is removed from Redis if that is possible within seconds; otherwise it expires. */
async function closeRun(
  { connection, record, jobs, queue, reader, watch }: RunParts,
  grouper: JobGrouper,
  prefix: string,
): Promise<void> {
  const ended = new GeomillError('ABORTED', 'the run ended before these rows were done');
  grouper.end(ended);
  const left = jobs.list();
  jobs.failAll(ended);
  await Promise.all([watch.close(), reader.close()]);
  if (connection.downMs() === 0) {
    const removed = queue.remove(left).then(() => removeRun(connection, queueKeys(prefix), record));
    await inTime(removed);
  }
  await inTime(queue.close());
  connection.close();
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
  await Promise.race([work.catch(() => undefined), late]);
  clearTimeout(timer);
}
