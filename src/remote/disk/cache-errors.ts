import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';

/** Returns the failure IO for a system call on a file of the cache folder, with the file, the errno and what to do. */
export function cacheError(file: string, cause: unknown): GeomillError {
  if (isGeomillError(cause)) return cause;
  const errno = errnoOf(cause);
  const reason = message('service.cacheUnusable', {
    file,
    cause: errno ?? message('service.unknownFailure'),
    errno: errno ?? '',
    again: message('service.runAgain'),
  });
  return new GeomillError('IO', reason, {
    cause,
    details: { file, errno: errno ?? 'unknown failure', hint: false },
  });
}

/** Returns the failure OUTPUT_REFUSED for a file or folder that is not safe to write to. */
export function cacheRefused(file: string, fault: Message): GeomillError {
  return new GeomillError('OUTPUT_REFUSED', message('service.cacheRefused', { file, fault }), {
    details: { file, hint: false },
  });
}

/** Returns the failure IO for a file of the cache folder that was removed while it is in use. */
export function cacheRemoved(file: string): GeomillError {
  return new GeomillError('IO', message('service.cacheRemoved', { file }), {
    details: { file, errno: 'ENOENT', hint: false },
  });
}

/** Returns the result of a system call on a file of the cache folder. Errors: IO for its failure. */
export function cacheCall<T>(file: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw cacheError(file, error);
  }
}
