import { GeomillError } from '../base/errors/geomill-error.ts';

/** Builds the failure of a worker thread that ended by itself, whatever ended it. */
export function threadEnded(cause: unknown): GeomillError {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
  const reason = isMemory ? 'it ran out of memory' : String(message);
  const advice = isMemory ? 'fewer --workers' : '--workers 1, should it happen again';
  return new GeomillError(
    'INTERNAL',
    `a worker thread ended before its rows were done: ${reason}. The rows before them are kept: run the same command again to continue, with ${advice}`,
    { cause },
  );
}
