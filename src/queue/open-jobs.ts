import { englishText, message } from '../base/messages/message.ts';
import { failure, GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import { deserializeError, serializeError, type SerializedError } from '../base/errors/serialize-error.ts';
import { misfitOf, type ChunkPlace } from '../run/pipeline/check-result.ts';
import type { ChunkResult } from '../run/pipeline/process-chunk.ts';
import type { JobResult } from './job.ts';

/** A job whose result has not come. */
export interface OpenJob {
  id: string;
  payload: Buffer;
  place: ChunkPlace;
  /** It was not on the queue at the last look. */
  isMissing: boolean;
}

/** What the jobs of a run took. */
export interface JobStatistics {
  jobs: number;
  /** Results that came a second time, equal to the first. */
  secondResults: number;
  /** Times a job was begun again, because its worker ended or was silent. */
  startedAgain: number;
  /** Times a job was put on the queue again, because the queue had lost it. */
  queuedAgain: number;
}

/** What a worker did for a run. */
export interface WorkerShare {
  worker: string;
  rows: number;
  jobs: number;
  /** Rows per second of the time in which it computed, for one job at a time. */
  rowsPerSecond: number;
}

/** The jobs of a run, and their results. */
export interface OpenJobs {
  readonly statistics: JobStatistics;
  /** Returns what each worker did, the one with most rows first. */
  workers(): WorkerShare[];
  /** Opens a job; returns its result when it comes. */
  open(job: OpenJob): Promise<ChunkResult>;
  get(id: string): OpenJob | undefined;
  list(): OpenJob[];
  /**
   * Takes what a worker sent.
   *
   * Shape: whether it ended an open job. The first result of a job wins.
   * Errors: RESULTS_DOUBTFUL if a second result differs from the first; INTERNAL if the first is not that of the chunk.
   */
  take(answer: JobResult): boolean;
  /** Fails an open job, with what its last worker, or BullMQ, said of it. */
  fail(id: string, reason: string, attempts: number): void;
  /** Fails all open jobs. */
  failAll(error: Error): void;
}

interface Waiting {
  job: OpenJob;
  resolve: (result: ChunkResult) => void;
  reject: (error: Error) => void;
}

/** Creates the jobs of a run. */
export function createOpenJobs(): OpenJobs {
  const waiting = new Map<string, Waiting>();
  const hashes = new Map<string, string>();
  const shares = new Map<string, { rows: number; jobs: number; computeMs: number }>();
  const statistics: JobStatistics = { jobs: 0, secondResults: 0, startedAgain: 0, queuedAgain: 0 };

  function count({ worker, computeMs, starts, result }: JobResult): void {
    statistics.jobs += 1;
    statistics.startedAgain += starts - 1;
    const share = shares.get(worker) ?? { rows: 0, jobs: 0, computeMs: 0 };
    share.rows += result.counts.results;
    share.jobs += 1;
    share.computeMs += computeMs;
    shares.set(worker, share);
  }

  return {
    statistics,
    workers: () =>
      Array.from(shares, ([worker, { rows, jobs, computeMs }]) => ({
        worker,
        rows,
        jobs,
        rowsPerSecond: computeMs > 0 ? rows / (computeMs / 1000) : 0,
      })).sort((a, b) => b.rows - a.rows),
    open: (job) =>
      new Promise((resolve, reject) => {
        waiting.set(job.id, { job, resolve, reject });
      }),
    get: (id) => waiting.get(id)?.job,
    list: () => Array.from(waiting.values(), ({ job }) => job),
    take(answer) {
      const first = hashes.get(answer.job);
      if (first !== undefined) {
        statistics.secondResults += 1;
        if (first !== answer.sha256) throw resultsDiffer(answer);
        return false;
      }
      const open = waiting.get(answer.job);
      if (!open) return false;
      const misfit = misfitOf(open.job.place, answer.result);
      if (misfit !== undefined) throw resultMisfit(open.job, answer.worker, englishText(misfit));
      waiting.delete(answer.job);
      hashes.set(answer.job, answer.sha256);
      count(answer);
      open.resolve(answer.result);
      return true;
    },
    fail(id, reason, attempts) {
      const open = waiting.get(id);
      waiting.delete(id);
      open?.reject(jobFailed(open.job, reason, attempts));
    },
    failAll(error) {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

/** A failure as BullMQ keeps it: a text. */
interface FailureText {
  worker: string;
  error: SerializedError;
}

/** Writes the failure of a job for its coordinator. Shape: without the stack, which names paths of the machine of the worker. */
export function failureText(worker: string, error: unknown): string {
  return JSON.stringify({ worker, error: { ...serializeError(error), stack: '' } } satisfies FailureText);
}

const rowsOf = ({ place: { firstRow, rows } }: OpenJob) => ({ first: firstRow, last: firstRow + rows - 1 });

/** Builds the failure of a job: that of its last worker, or that no worker finished it. */
function jobFailed(job: OpenJob, reason: string, attempts: number): GeomillError {
  const read = readFailure(reason);
  if (!read) return failure('INTERNAL', 'queue.noWorkerFinished', { ...rowsOf(job), words: reason });
  const cause = deserializeError(read.error);
  const said = message('queue.failed', {
    ...rowsOf(job),
    times: attempts,
    worker: read.worker,
    cause: isGeomillError(cause) ? cause.reason : cause.message,
  });
  return isGeomillError(cause)
    ? new GeomillError(cause.code, said, { cause, details: cause.details })
    : new GeomillError('INTERNAL', said, { cause });
}

function readFailure(reason: string): FailureText | undefined {
  try {
    const read = JSON.parse(reason) as Partial<FailureText>;
    return typeof read.error?.message === 'string' ? (read as FailureText) : undefined;
  } catch {
    return undefined;
  }
}

function resultMisfit(job: OpenJob, worker: string, misfit: string): GeomillError {
  return failure('INTERNAL', 'queue.otherResult', { ...rowsOf(job), worker, misfit });
}

function resultsDiffer({ job, worker }: JobResult): GeomillError {
  const fact = message('queue.resultsDiffer', { job, worker });
  return failure('RESULTS_DOUBTFUL', 'queue.checkWorkers', { fact });
}
