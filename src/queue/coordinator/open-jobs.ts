import { GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { deserializeError } from '../../base/errors/serialize-error.ts';
import { misfitOf, type ChunkPlace } from '../../run/pipeline/check-result.ts';
import type { ChunkResult } from '../../run/pipeline/process-chunk.ts';
import type { JobAnswer } from '../job-result.ts';

/** A job whose results have not come. */
export interface OpenJob {
  id: string;
  payload: Buffer;
  firstRow: number;
  lastRow: number;
  /** Of its chunks. */
  places: readonly ChunkPlace[];
  /** When it was last put on the queue; ms of the clock of the process. */
  queuedAtMs: number;
  /** How often its worker was known to be lost. */
  losses: number;
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

/** The jobs of a run, and their results. */
export interface OpenJobs {
  readonly statistics: JobStatistics;
  /** Opens a job; returns its results when they come. */
  open(job: OpenJob): Promise<readonly ChunkResult[]>;
  get(id: string): OpenJob | undefined;
  list(): OpenJob[];
  /**
   * Takes what a worker sent.
   *
   * Shape: whether it ended an open job. The first results of a job win.
   * Errors: RESULTS_DOUBTFUL if second results differ from the first; INTERNAL if the first are not those of the job.
   */
  take(answer: JobAnswer): boolean;
  /** Fails an open job. */
  fail(id: string, error: Error): void;
  /** Fails all open jobs. */
  failAll(error: Error): void;
}

interface Waiting {
  job: OpenJob;
  resolve: (results: readonly ChunkResult[]) => void;
  reject: (error: Error) => void;
}

/** Creates the jobs of a run. */
export function createOpenJobs(): OpenJobs {
  const waiting = new Map<string, Waiting>();
  const hashes = new Map<string, string>();
  const statistics: JobStatistics = { jobs: 0, secondResults: 0, startedAgain: 0, queuedAgain: 0 };

  function end(id: string): Waiting | undefined {
    const ended = waiting.get(id);
    waiting.delete(id);
    return ended;
  }

  return {
    statistics,
    open: (job) =>
      new Promise((resolve, reject) => {
        waiting.set(job.id, { job, resolve, reject });
      }),
    get: (id) => waiting.get(id)?.job,
    list: () => Array.from(waiting.values(), ({ job }) => job),
    take(answer) {
      if ('failure' in answer) {
        const failed = end(answer.job);
        failed?.reject(jobFailed(failed.job, answer));
        return failed !== undefined;
      }
      const first = hashes.get(answer.job);
      if (first !== undefined) {
        statistics.secondResults += 1;
        if (first !== answer.sha256) throw resultsDiffer(answer);
        return false;
      }
      const open = waiting.get(answer.job);
      if (!open) return false;
      const misfit = misfitOfJob(open.job, answer.results);
      if (misfit !== undefined) throw resultsMisfit(open.job, answer, misfit);
      waiting.delete(answer.job);
      hashes.set(answer.job, answer.sha256);
      statistics.jobs += 1;
      statistics.startedAgain += answer.starts - 1;
      open.resolve(answer.results);
      return true;
    },
    fail(id, error) {
      end(id)?.reject(error);
    },
    failAll(error) {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}

const KEPT = 'The rows before them are kept: the same command continues';

/** Builds the failure of a job that a worker reported, with the rows of the job. */
function jobFailed(
  { firstRow, lastRow }: OpenJob,
  { failure, attempts, worker }: Extract<JobAnswer, { failure: unknown }>,
): GeomillError {
  const cause = deserializeError(failure);
  const times = attempts === 1 ? '' : ` ${attempts} times, the last time`;
  const message = `rows ${firstRow} to ${lastRow} failed${times} on the worker ${worker}: ${failure.message}. ${KEPT}`;
  return isGeomillError(cause)
    ? new GeomillError(cause.code, message, { cause, details: cause.details })
    : new GeomillError('INTERNAL', message, { cause });
}

/** Builds the failure of a job that no worker finished. */
export function jobPoisoned(
  { firstRow, lastRow }: Pick<OpenJob, 'firstRow' | 'lastRow'>,
  reason: string,
): GeomillError {
  return new GeomillError(
    'INTERNAL',
    `rows ${firstRow} to ${lastRow} were not finished by any worker: ${reason}. Each worker that had them ended or was silent; its log may say why. ${KEPT}`,
  );
}

/** Returns why results are not those of a job; undefined if they may be. */
function misfitOfJob({ places }: OpenJob, results: readonly ChunkResult[]): string | undefined {
  if (results.length !== places.length)
    return `it has results of ${results.length} chunks, and the job has ${places.length}`;
  for (const [at, place] of places.entries()) {
    const misfit = misfitOf(place, results[at] as ChunkResult);
    if (misfit !== undefined) return misfit;
  }
  return undefined;
}

function resultsMisfit(
  { firstRow, lastRow }: OpenJob,
  { worker }: JobEffortOf,
  misfit: string,
): GeomillError {
  return new GeomillError(
    'INTERNAL',
    `the worker ${worker} sent a result that is not that of the rows ${firstRow} to ${lastRow}: ${misfit}. Nothing of it was used: check the worker. ${KEPT}`,
  );
}

function resultsDiffer({ job, worker }: JobEffortOf): GeomillError {
  return new GeomillError(
    'RESULTS_DOUBTFUL',
    `two workers computed different results for the job ${job}, the second of them ${worker}: their builds or datasets differ although they have the same version. Which of them is right is not known: check the workers, and use --restart to begin anew`,
  );
}

type JobEffortOf = Pick<JobAnswer, 'job' | 'worker'>;
