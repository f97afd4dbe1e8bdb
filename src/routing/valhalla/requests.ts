import type { Position } from '../../geo/position.ts';
import { isPosition } from '../../geo/position.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import { COSTINGS, type Costing } from '../costing.ts';
import { FARTHEST_FROM_ROAD_METERS, type RouteRequest } from '../router.ts';

/** Names what Valhalla is asked to do. */
export type ValhallaAction = 'route' | 'locate' | 'matrix';

const MOST_PLACES = 200;

/**
 * Writes requests for Valhalla, of checked numbers and known words only.
 *
 * Errors: INVALID_REQUEST for anything else: Valhalla blocks for seconds over the text "NaN" as a latitude, and crashes over members that are not asked for here.
 */
export const valhallaRequests = {
  route({ stops, costing, language, units, alternates }: RouteRequest): string {
    return JSON.stringify({
      locations: placesOf(stops),
      costing: checked(costing),
      units: units === 'miles' ? 'miles' : 'kilometers',
      language: language === 'vi-VN' ? 'vi-VN' : 'en-US',
      alternates: stops.length === 2 ? Math.max(0, Math.min(2, Math.trunc(alternates))) : 0,
    });
  },
  locate(places: readonly Position[], costing: Costing): string {
    return JSON.stringify({ locations: placesOf(places), costing: checked(costing), verbose: true });
  },
  matrix(sources: readonly Position[], targets: readonly Position[], costing: Costing): string {
    return JSON.stringify({
      sources: placesOf(sources),
      targets: placesOf(targets),
      costing: checked(costing),
      verbose: false,
    });
  },
};

function placesOf(places: readonly Position[]) {
  if (places.length <= MOST_PLACES) return places.map(placeOf);
  throw new GeomillError(
    'INVALID_REQUEST',
    `${places.length} places are too many: at most ${MOST_PLACES} are routed at once`,
  );
}

function placeOf({ lat, lon }: Position) {
  if (!isPosition({ lat, lon })) {
    throw new GeomillError('INVALID_REQUEST', `${lat},${lon} is no latitude and longitude`);
  }
  return { lat, lon, search_cutoff: FARTHEST_FROM_ROAD_METERS };
}

function checked(costing: Costing): Costing {
  if (COSTINGS.includes(costing)) return costing;
  throw new GeomillError(
    'INVALID_REQUEST',
    `there is no costing ${String(costing)}: use ${COSTINGS.join(', ')}`,
  );
}
