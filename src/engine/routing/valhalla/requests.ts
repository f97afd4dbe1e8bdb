import { failure } from '../../../base/errors/geomill-error.ts';
import { isPosition, type Position } from '../../../base/geo/position.ts';
import { COSTINGS, type Costing } from '../costing.ts';
import { FARTHEST_FROM_ROAD_METERS, type RouteRequest } from '../router.ts';

/** An action of Valhalla. */
export type ValhallaAction = 'route' | 'locate' | 'matrix';

const MAX_PLACES = 200;

/**
 * Builds requests for Valhalla from checked numbers and known words only.
 *
 * Errors: INVALID_REQUEST for anything else: Valhalla blocks for seconds on the text "NaN" as a latitude, and crashes on members that it does
 * not expect.
 */
export const valhallaRequests = {
  route({ stops, costing, language, units, alternates }: RouteRequest): string {
    return JSON.stringify({
      locations: locationsOf(stops),
      costing: checked(costing),
      units: units === 'miles' ? 'miles' : 'kilometers',
      language: language === 'vi-VN' ? 'vi-VN' : 'en-US',
      alternates: stops.length === 2 ? Math.max(0, Math.min(2, Math.trunc(alternates))) : 0,
    });
  },
  locate(places: readonly Position[], costing: Costing): string {
    return JSON.stringify({ locations: locationsOf(places), costing: checked(costing), verbose: true });
  },
  matrix(sources: readonly Position[], targets: readonly Position[], costing: Costing): string {
    return JSON.stringify({
      sources: locationsOf(sources),
      targets: locationsOf(targets),
      costing: checked(costing),
      verbose: false,
    });
  },
};

function locationsOf(places: readonly Position[]) {
  if (places.length <= MAX_PLACES) return places.map(locationOf);
  throw failure('INVALID_REQUEST', 'routing.requestTooLarge', { count: places.length, most: MAX_PLACES });
}

function locationOf({ lat, lon }: Position) {
  if (!isPosition({ lat, lon }))
    throw failure('INVALID_REQUEST', 'routing.noPosition', { position: `${lat},${lon}` });
  return { lat, lon, search_cutoff: FARTHEST_FROM_ROAD_METERS };
}

function checked(costing: Costing): Costing {
  if (COSTINGS.includes(costing)) return costing;
  throw failure('INVALID_REQUEST', 'routing.unknownCosting', { costing: String(costing), known: COSTINGS });
}

/**
 * A connection to Valhalla, in child processes or on a server.
 *
 * Shape: request and response are JSON texts.
 * Errors: INVALID_REQUEST and SERVICE_ERROR as of valhallaError; TIMEOUT, SERVICE_DOWN, ABORTED.
 */
export interface ValhallaClient {
  send(action: ValhallaAction, request: string, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
}
