import type { RunProgress } from '../run/pipeline/spec.ts';
import type { ProgressView } from './progress-line.ts';

/** Counters of a remote service. */
export interface ServiceFigures {
  requests: number;
  cacheHits: number;
}

interface Sample {
  atMs: number;
  rows: number;
  requests: number;
  fraction: number | undefined;
}

const RATE_WINDOW_MS = 10_000;
const LEFT_WINDOW_MS = 60_000;
/** Shorter samples give no usable rate. */
const LEAST_MS = 1000;

/** Computes what is shown from the counters. Shape: called repeatedly with the time of a monotonic clock. */
export type ProgressMeter = (nowMs: number) => ProgressView;

/**
 * Builds a meter for the counters of a run.
 *
 * Shape: rates are those of the last ten seconds; the time left follows the progress of the last minute, so that cached
 * rows at the beginning of a resumed run do not make it too short.
 */
export function createProgressMeter(
  job: string,
  progress: Readonly<RunProgress>,
  service?: () => ServiceFigures | undefined,
  limitRows?: number,
): ProgressMeter {
  const samples: Sample[] = [];
  let startRows: number | undefined;

  return (nowMs) => {
    const isRunning = progress.phase === 'running';
    if (isRunning) startRows ??= progress.rowsCommitted;
    const rows = Math.max(progress.rowsCommitted, (startRows ?? 0) + progress.rowsProcessed);
    const figures = service?.();
    const sample = {
      atMs: nowMs,
      rows,
      requests: figures?.requests ?? 0,
      fraction: fractionOf(progress, rows, limitRows),
    };
    if (isRunning) samples.push(sample);
    while ((samples[0]?.atMs ?? nowMs) < nowMs - LEFT_WINDOW_MS) samples.shift();
    const since = samples.find(({ atMs }) => atMs >= nowMs - RATE_WINDOW_MS);
    const rate = (of: 'rows' | 'requests') =>
      since && nowMs - since.atMs >= LEAST_MS
        ? (sample[of] - since[of]) / ((nowMs - since.atMs) / 1000)
        : undefined;
    const requestsPerSecond = rate('requests');
    return {
      job,
      phase: progress.phase,
      rows,
      rejected: progress.rowsRejected,
      batch: progress.batchesInWork[0],
      batchesDone: progress.batchesDone,
      fraction: sample.fraction,
      rowsPerSecond: rate('rows'),
      secondsLeft: secondsLeft(samples, sample),
      outcome: progress.outcome,
      service: figures && { requestsPerSecond, cacheHits: figures.cacheHits },
    };
  };
}

/**
 * Returns the share of the input that is done, by bytes; rows not committed yet count with the mean length of committed rows, or of rows that were
 * read before the first ones are committed: batches take long.
 */
function fractionOf(
  { bytesTotal, bytesCommitted, rowsCommitted, rowsRead, bytesRead }: Readonly<RunProgress>,
  rows: number,
  limitRows: number | undefined,
): number | undefined {
  // From the start, where nothing is known but the whole.
  if (rows === 0 && (bytesTotal > 0 || limitRows !== undefined)) return 0;
  const byLimit = limitRows === undefined ? undefined : Math.min(1, rows / limitRows);
  const length = rowsCommitted > 0 ? bytesCommitted / rowsCommitted : bytesRead / rowsRead;
  if (bytesTotal === 0 || !(length > 0)) return byLimit;
  const bytes = bytesCommitted + (rows - rowsCommitted) * length;
  return Math.max(Math.min(1, bytes / bytesTotal), byLimit ?? 0);
}

function secondsLeft(samples: readonly Sample[], now: Sample): number | undefined {
  const first = samples.find(({ fraction }) => fraction !== undefined);
  if (first?.fraction === undefined || now.fraction === undefined) return undefined;
  const done = now.fraction - first.fraction;
  const tookMs = now.atMs - first.atMs;
  return done > 0 && tookMs >= LEAST_MS ? ((1 - now.fraction) / done) * (tookMs / 1000) : undefined;
}
