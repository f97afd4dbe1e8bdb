import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { SYSTEM_CLOCK } from '../base/files/clock.ts';
import type { ChunkProcessor, ProcessorRequest } from '../run/pipeline/chunk-processor.ts';
import { connectQueue } from './connection.ts';
import { coordinateRun } from './coordinator.ts';
import type { MovedRecords } from './job.ts';
import { createOpenJobs, type JobStatistics, type OpenJobs, type WorkerShare } from './open-jobs.ts';
import type { QueueAddress } from './queue-address.ts';
import { queueKeys, queueName, shortHash, type ComputeIdentity, type RunRecord } from './records.ts';
import { openCoordinatorQueue } from './redis-queue.ts';

/** A job costs a few milliseconds besides its work: large chunks for large inputs, smaller ones where they would not keep all workers busy. */
const LARGEST_CHUNK_BYTES = 1 << 18;
const SMALLEST_CHUNK_BYTES = 1 << 13;
const CHUNKS_OF_A_RUN = 128;

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
 * rows; RESULTS_DOUBTFUL if two workers disagree.
 */
export function createQueueChunks(options: QueueRunOptions): QueueChunks {
  const jobs = createOpenJobs();
  return {
    create: async (request) =>
      request.bytesLeft > 0 && request.rowsLeft > 0 ? openRun(options, request, jobs) : undefined,
    workers: () => jobs.workers(),
    statistics: () => jobs.statistics,
  };
}

async function openRun(
  options: QueueRunOptions,
  request: ProcessorRequest,
  jobs: OpenJobs,
): Promise<ChunkProcessor> {
  const connection = await connectQueue(options.address);
  const { record, moved } = recordOf(options, request);
  const { windowBytes, onNote } = options;
  const share = Math.ceil(request.bytesLeft / CHUNKS_OF_A_RUN);
  const processor = await coordinateRun({
    record,
    moved,
    jobs,
    windowBytes,
    onNote,
    queue: openCoordinatorQueue(connection, queueKeys(options.prefix), record),
    chunkBytes: Math.min(LARGEST_CHUNK_BYTES, Math.max(SMALLEST_CHUNK_BYTES, share)),
    clock: SYSTEM_CLOCK,
    onRows: request.onRows,
  });
  return {
    ...processor,
    async close() {
      await processor.close();
      connection.close();
    },
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
  return { record, moved: { origins, rowNumbers } };
}
