import { isGeomillError } from '../errors/geomill-error.ts';
import type { Router } from './router.ts';
import { createStraightRouter, STRAIGHT_NOTICE } from './straight/straight-router.ts';

/**
 * Builds a router that goes over roads where Valhalla can be loaded, and straight where it cannot.
 *
 * Shape: which of the two it is shows at the first question, and stays so, for a run must not mix them; answers of straight lines say that
 * they are.
 */
export function createFallbackRouter(roads: Router, onFallback: (why: string) => void): Router {
  let router = roads;
  let isOnRoads = false;
  const straight = createStraightRouter();

  async function either<Answer>(ask: (router: Router) => Promise<Answer>): Promise<Answer> {
    const asked = router;
    try {
      const answer = await ask(asked);
      isOnRoads ||= asked === roads;
      return answer;
    } catch (error) {
      if (asked !== roads || isOnRoads || !isGeomillError(error, 'NOT_SUPPORTED')) throw error;
      // Of several questions that were on their way, the first one tells.
      if (router === roads) onFallback(error.message);
      router = straight;
      return ask(straight);
    }
  }

  return {
    get notice() {
      return router === roads ? undefined : STRAIGHT_NOTICE;
    },
    roadDistances: (...question) => either((chosen) => chosen.roadDistances(...question)),
    matrix: (...question) => either((chosen) => chosen.matrix(...question)),
    route: (...question) => either((chosen) => chosen.route(...question)),
    close: () => roads.close(),
  };
}
