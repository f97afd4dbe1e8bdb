import { message } from '../base/messages/message.ts';
import type { Job } from 'bullmq';
import type { ErrorCode } from '../base/errors/catalogue.ts';
import { failure, isGeomillError } from '../base/errors/geomill-error.ts';
import type { QueuePackages } from './connection.ts';
import { jobIdOf, packResult, parseJobId, type PlacedChunk, unpackPayload } from './job.ts';
import { failureText } from './open-jobs.ts';
import { isQueueDamage, queueDamaged } from './queue-failure.ts';
import type { RunRecord } from './records.ts';
import { ANSWERS_VERSION } from '../contract/answers-version.ts';
import { needsRouter, OPERATION_NAMES, type OperationName } from '../contract/catalogue.ts';
import { type ChunkResult, processChunk } from '../run/pipeline/process-chunk.ts';
import { openOrder } from '../run/pipeline/work-order.ts';
import { type ChunkPool, openChunkPool } from '../runtime/chunk-threads.ts';
import type { OpenedService } from '../runtime/opened-service.ts';
import { threadEntry } from '../runtime/thread-entry.ts';

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

/** Orders kept open: more runs than this at once open theirs again. */
const KEPT_RUNS = 16;

/** What computes the chunks of one run. */
export interface OpenRun {
  process(placed: PlacedChunk): Promise<ChunkResult>;
}

/** The runs that a worker computes. */
export interface OpenRuns {
  /** Returns why this worker cannot serve a run; undefined if it can. */
  refusal(run: RunRecord): Promise<string | undefined>;
  /** Opens a run. Errors: INTERNAL if the job does not fit this build. */
  open(run: RunRecord): Promise<OpenRun>;
  close(): Promise<void>;
}

/** Creates the runs of a worker over one service. Shape: chunks of a dataset are computed in threads. */
export function createOpenRuns(opened: OpenedService, version: string, threads: number): OpenRuns {
  const { service, shared } = opened;
  const runs = new Map<string, OpenRun>();
  let pool: ChunkPool | undefined;

  async function openNew({ order, operations }: RunRecord): Promise<OpenRun> {
    const work = await openOrder(order, service);
    const process: OpenRun['process'] = ({ chunk, moved }) => processChunk(chunk, { ...work, ...moved });
    // A router has processes of its own.
    if (!shared || needsRouter(operations as OperationName[])) return { process };
    pool ??= openChunkPool({ threads, service: shared, entry: threadEntry('chunk-worker'), isStrict: false });
    const client = pool.join(order);
    return {
      process: (placed) =>
        placed.moved.origins || placed.moved.rowNumbers ? process(placed) : client.process(placed.chunk),
    };
  }

  return {
    refusal: (run) => refusalOf(run, version, opened),
    async open(run) {
      const open = runs.get(run.id) ?? (await openNew(run));
      const [oldest] = runs.keys();
      if (oldest !== undefined && runs.size >= KEPT_RUNS) runs.delete(oldest);
      runs.set(run.id, open);
      return open;
    },
    async close() {
      await pool?.close();
    },
  };
}

/** Returns why a worker of a version, over a service, cannot serve a run; undefined if it can. */
export async function refusalOf(
  { version: wanted, answers, service: identity, operations }: RunRecord,
  version: string,
  service: Pick<OpenedService, 'identity' | 'identityFor'>,
): Promise<string | undefined> {
  if (wanted !== version) return `the run is of Geomill ${wanted}, this is ${version}`;
  if (answers !== ANSWERS_VERSION)
    return `the run has the version of answers ${answers ?? 'none'}, this worker has ${ANSWERS_VERSION}`;
  const known: readonly string[] = OPERATION_NAMES;
  const unknown = operations.find((operation) => !known.includes(operation));
  if (unknown !== undefined) return `the job calls ${unknown}, which this build does not have`;
  // Opening a router is expensive: not for a run over another dataset.
  if (!identity.startsWith(service.identity))
    return `the run needs ${identity}, this worker has ${service.identity}`;
  const own = await service.identityFor(operations as OperationName[]);
  return own === identity ? undefined : `the run needs ${identity}, this worker has ${own}`;
}
