import { isGeomillError, GeomillError } from '../../base/errors/geomill-error.ts';
import type { Message } from '../../base/messages/message.ts';
import type { Router } from './router.ts';
import { createStraightRouter, STRAIGHT_NOTICE } from './straight/straight-router.ts';

/**
 * Creates a router over roads that falls back to straight lines if roads are not available.
 *
 * Shape: roads are not available if the first request fails with NOT_SUPPORTED; `onFallback` receives its reason, once.
 * Guarantee: after the first response the router does not change, so that a run does not mix roads and straight lines.
 */
export function createFallbackRouter(roads: Router, onFallback: (why: Message) => void): Router {
  const straight = createStraightRouter();
  let router = roads;
  let roadsWork = false;

  async function request<Response>(call: (router: Router) => Promise<Response>): Promise<Response> {
    const used = router;
    try {
      const response = await call(used);
      roadsWork ||= used === roads;
      return response;
    } catch (error) {
      if (used !== roads || roadsWork || !isGeomillError(error, 'NOT_SUPPORTED')) throw error;
      // Several first requests may fail at the same time.
      if (router === roads) onFallback(error.reason);
      router = straight;
      return call(straight);
    }
  }

  return {
    get notice() {
      return router === roads ? undefined : STRAIGHT_NOTICE;
    },
    roadDistances: (...parameters) => request((chosen) => chosen.roadDistances(...parameters)),
    matrix: (...parameters) => request((chosen) => chosen.matrix(...parameters)),
    route: (...parameters) => request((chosen) => chosen.route(...parameters)),
    close: () => roads.close(),
  };
}

/** Creates a router that fails every request with NOT_SUPPORTED and a reason, for the fallback router to report. */
export function createUnavailableRouter(reason: Message): Router {
  const fail = () => Promise.reject(new GeomillError('NOT_SUPPORTED', reason));
  return { notice: undefined, roadDistances: fail, matrix: fail, route: fail, close: async () => {} };
}
