import { ERROR_CATALOGUE, type ErrorCode } from '../errors/catalogue.ts';
import { GeomillError, isGeomillError } from '../errors/geomill-error.ts';

/** Holds a failure on its way to another thread, where an error would arrive without its class. */
export interface ThreadFailure {
  code?: ErrorCode;
  message: string;
  stack: string;
}

/** Packs whatever was thrown. */
export function packFailure(error: unknown): ThreadFailure {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return { ...(isGeomillError(error) ? { code: error.code } : {}), message, stack };
}

/** Unpacks a failure: one of the catalogue with its code, any other as a plain error. */
export function unpackFailure({ code, message, stack }: ThreadFailure): Error {
  const error =
    code !== undefined && code in ERROR_CATALOGUE ? new GeomillError(code, message) : new Error(message);
  error.stack = stack;
  return error;
}

/** Builds the failure of a thread that ended of itself, whatever ended it. */
export function threadEnded(cause: unknown): GeomillError {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  const isMemory = code === 'ERR_WORKER_OUT_OF_MEMORY';
  const reason = isMemory ? 'it ran out of memory' : String(message);
  const advice = isMemory ? 'fewer --workers' : '--workers 1, should it happen again';
  return new GeomillError(
    'INTERNAL',
    `a worker thread ended before its rows were done: ${reason}. What was in front of them is kept: give the same command to go on from there, with ${advice}`,
    { cause },
  );
}
