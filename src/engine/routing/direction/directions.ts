import { MOST_DESTINATIONS } from '../../../contract/operations/direction.ts';
import type { Directions } from '../../../contract/records/directions.ts';
import { STATUS } from '../../../contract/status.ts';
import { parseLatLng, parseLatLngList } from '../../../contract/values/point-text.ts';
import { failure, GeomillError, isGeomillError } from '../../../base/errors/geomill-error.ts';
import { textIn } from '../../../base/messages/catalogues.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import { decodePolyline } from '../../../base/geo/polyline.ts';
import type { Position } from '../../../base/geo/position.ts';
import { VEHICLE_COSTINGS, type Vehicle } from '../costing.ts';
import { OFF_ROAD_METERS, type Router, type RouteRequest, type Trip } from '../router.ts';
import { directionsRoute, type Language } from './directions-route.ts';

/** The id and address of the place at a stop; both empty if none is known. */
export interface StopDescription {
  placeId: string;
  address: string;
}

/** A function that describes the place at a stop of a route. */
export type DescribeStop = (position: Position) => StopDescription;

/** A request for directions, checked by the contract. */
export interface DirectionsRequest {
  origin: string;
  destination: string;
  alternatives: boolean;
  vehicle: Vehicle;
  language: Language;
}

const MAX_ALTERNATES = 2;

/**
 * Computes the response to /direction.
 *
 * Shape: several destinations are visited in the given order; alternative routes are returned between two places only. Places at some
 * distance from the road are listed in `warnings`.
 * Errors: INVALID_REQUEST for a place that is not a position, is far from any road or cannot be reached, with its parameter; those of the
 * router.
 * Source: interface document, sections 2.4 and 4.7.
 */
export async function computeDirections(
  { origin, destination, alternatives, vehicle, language }: DirectionsRequest,
  router: Router,
  describe: DescribeStop,
  signal?: AbortSignal,
): Promise<Directions> {
  const destinations = parseLatLngList('destination', destination);
  if (destinations.length > MOST_DESTINATIONS) {
    throw failure('INVALID_REQUEST', 'routing.tooManyDestinations', {
      count: destinations.length,
      most: MOST_DESTINATIONS,
    });
  }
  const stops = [parseLatLng('origin', origin), ...destinations];
  const request: RouteRequest = {
    stops,
    costing: VEHICLE_COSTINGS[vehicle],
    language: language === 'vi' ? 'vi-VN' : 'en-US',
    units: 'kilometers',
    alternates: alternatives && stops.length === 2 ? MAX_ALTERNATES : 0,
  };
  const trips = await requestRoutes(request, router, signal);
  const described = stops.map(describe);
  const notices = router.notice === undefined ? [] : [textIn(router.notice, language)];
  const addresses = described.map(({ address }) => address);
  return {
    geocoded_waypoints: described.map(({ placeId }) => ({
      // Every position that has a route is resolved, whether a place of the dataset is near it or not.
      geocoder_status: STATUS.ok,
      place_id: placeId,
    })),
    routes: trips.map((trip) => {
      const warnings = [...notices, ...offRoadWarnings(stops, trip, language)];
      return directionsRoute(trip, { addresses, vehicle, language, warnings });
    }),
  };
}

/** Requests routes. If that fails because of places far from any road, the error lists them: Valhalla does not report which places they are. */
async function requestRoutes(request: RouteRequest, router: Router, signal?: AbortSignal): Promise<Trip[]> {
  try {
    return await router.route(request, signal);
  } catch (error) {
    if (!isGeomillError(error, 'INVALID_REQUEST')) throw error;
    const { stops, costing } = request;
    const distances = await router.roadDistances(stops, costing, signal);
    const far = stops.flatMap((_, at) => (distances[at] === Infinity ? [at] : []));
    if (far.length === 0) throw error;
    const listed = far.map((at) =>
      message('routing.stopAt', { stop: stopOf(at), position: `${stops[at]?.lat},${stops[at]?.lon}` }),
    );
    throw new GeomillError(
      'INVALID_REQUEST',
      message('routing.stopsFarFromRoad', {
        stops: listed,
        fault: message('routing.farFromRoad', { costing }),
      }),
      { cause: error, details: { stops: far } },
    );
  }
}

function stopOf(at: number): Message {
  return at === 0 ? message('routing.origin') : message('routing.destination', { number: at });
}

function offRoadWarnings(stops: readonly Position[], { legs }: Trip, language: Language): string[] {
  const shapes = legs.map(({ shape }) => decodePolyline(shape, 6));
  return stops.flatMap((stop, at) => {
    const onRoad = at === 0 ? shapes[0]?.[0] : shapes[at - 1]?.at(-1);
    const meters = onRoad ? Math.round(distanceMeters(stop, onRoad)) : 0;
    if (meters <= OFF_ROAD_METERS) return [];
    return [textIn(message('routing.offRoad', { stop: stopOf(at), meters }), language)];
  });
}
