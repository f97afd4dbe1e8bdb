import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { Router } from './router.ts';

/** Creates a router that fails every request with NOT_SUPPORTED and a reason, for the fallback router to report. */
export function createUnavailableRouter(reason: string): Router {
  const fail = () => Promise.reject(new GeomillError('NOT_SUPPORTED', reason));
  return { notice: undefined, roadDistances: fail, matrix: fail, route: fail, close: async () => {} };
}
