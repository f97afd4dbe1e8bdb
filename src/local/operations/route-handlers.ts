import type { GeoServiceHandlers } from '../../contract/service.ts';
import type { Position } from '../../geo/position.ts';
import type { Engine } from '../../geocoder/engine.ts';
import type { AdminUnits } from '../../geocoder/places/local-place.ts';
import { REVERSE_RADIUS_METERS, unitsOf } from './question-options.ts';
import { answerDirections } from '../../routing/direction/directions.ts';
import { answerOptimizedRoute } from '../../routing/optimized/optimized-route.ts';
import type { Router } from '../../routing/router.ts';

/** Answers the operations that find ways; the engine names what is at their stops. */
export function createRouteHandlers(
  engine: Engine,
  router: Router,
): Required<Pick<GeoServiceHandlers, 'direction' | 'optimizedRoute'>> {
  return {
    direction: {
      only: async ({ admin_v2, ...question }, context) => {
        const describe = (position: Position) => describeStop(engine, position, unitsOf(admin_v2));
        const { alternatives = true, vehicle = 'car', language = 'en' } = question;
        const asked = { ...question, alternatives, vehicle, language };
        return answerDirections(asked, router, describe, context?.signal);
      },
    },
    optimizedRoute: {
      only: async ({ json: { directions_options, geomill, ...json } }, context) => {
        const question = {
          ...json,
          units: directions_options?.units ?? 'km',
          ...(geomill && { fleet: geomill }),
        };
        return answerOptimizedRoute(question, router, context?.signal);
      },
    },
  };
}

/** Names what is at a stop of a route: the nearest place, else the ward. */
function describeStop(engine: Engine, position: Position, units: AdminUnits) {
  const [place] = engine.reverse(position, REVERSE_RADIUS_METERS, { size: 1, units });
  return { placeId: place?.id ?? '', address: place?.label ?? '' };
}
