import type { FastifyReply } from 'fastify';
import { GeomillError, isGeomillError } from '../errors/geomill-error.ts';
import { LIMITS } from './limits.ts';

/**
 * Runs a call that ends when the client goes away or the time of a request is over.
 *
 * Errors: TIMEOUT when the time is over, and what the call throws.
 */
export async function withDeadline<T>(
  reply: FastifyReply,
  call: (signal: AbortSignal) => Promise<T>,
  timeMs: number = LIMITS.requestMs,
): Promise<T> {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeMs);
  const leave = () => controller.abort();
  reply.raw.once('close', leave);
  const over = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(timeoutOrAbort(isOver, timeMs)), { once: true });
  });
  try {
    // Not every call listens to the signal at once.
    return await Promise.race([call(controller.signal), over]);
  } catch (error) {
    throw isOver && isGeomillError(error, 'ABORTED') ? timeoutOrAbort(true, timeMs) : error;
  } finally {
    clearTimeout(timer);
    reply.raw.off('close', leave);
  }
}

function timeoutOrAbort(isOver: boolean, timeMs: number): GeomillError {
  return isOver
    ? new GeomillError('TIMEOUT', `The response was not ready within ${timeMs / 1000} s.`)
    : new GeomillError('ABORTED', 'The client closed the connection.');
}
