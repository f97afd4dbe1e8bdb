import type { Directions } from '../../contract/records/directions.ts';
import { STATUS } from '../../contract/status.ts';
import { GeomillError, isGeomillError } from '../../errors/geomill-error.ts';
import { distanceMeters } from '../../geo/distance.ts';
import { decodePolyline } from '../../geo/polyline.ts';
import { isPosition, type Position } from '../../geo/position.ts';
import { VEHICLE_COSTINGS, type Vehicle } from '../costing.ts';
import { OFF_ROAD_METERS, type Router, type RouteRequest, type Trip } from '../router.ts';
import { directionsRoute } from './directions-route.ts';
import type { Language } from './measure-text.ts';

/** The id and address of the place at a stop; both empty if none is known. */
export interface StopDescription {
  placeId: string;
  address: string;
}

/** Describes the place at a stop of a route. */
export type DescribeStop = (position: Position) => StopDescription;

/** Holds a question for directions, as the contract has checked it. */
export interface DirectionsRequest {
  origin: string;
  destination: string;
  alternatives: boolean;
  vehicle: Vehicle;
  language: Language;
}

const MOST_DESTINATIONS = 50;
const MOST_ALTERNATES = 2;
const MOST_SHOWN = 60;

/**
 * Answers /direction.
 *
 * Shape: several destinations are visited in the order they are given; other routes are offered between two places only. Places that
 * are some way off the road are named in `warnings`.
 * Errors: INVALID_REQUEST for places that are none, are far from any road (by name) or cannot be reached, and those of the router.
 * Source: interface document, sections 2.4 and 4.7.
 */
export async function computeDirections(
  { origin, destination, alternatives, vehicle, language }: DirectionsRequest,
  router: Router,
  describe: DescribeStop,
  signal?: AbortSignal,
): Promise<Directions> {
  const destinations = destination.split(';').map((text) => text.trim());
  if (destinations.length > MOST_DESTINATIONS) {
    throw new GeomillError(
      'INVALID_REQUEST',
      `destination: ${destinations.length} are too many; at most ${MOST_DESTINATIONS}`,
    );
  }
  const stops = [readPlace('origin', origin), ...destinations.map((text) => readPlace('destination', text))];
  const request: RouteRequest = {
    stops,
    costing: VEHICLE_COSTINGS[vehicle],
    language: language === 'vi' ? 'vi-VN' : 'en-US',
    units: 'kilometers',
    alternates: alternatives && stops.length === 2 ? MOST_ALTERNATES : 0,
  };
  const trips = await routeOrName(request, router, signal);
  const described = stops.map(describe);
  const notices = router.notice === undefined ? [] : [router.notice[language]];
  const addresses = described.map(({ address }) => address);
  return {
    geocoded_waypoints: described.map(({ placeId }) => ({
      geocoder_status: placeId === '' ? STATUS.zeroResults : STATUS.ok,
      place_id: placeId,
    })),
    routes: trips.map((trip) => {
      const warnings = [...notices, ...offRoadWarnings(stops, trip, language)];
      return directionsRoute(trip, { addresses, vehicle, language, warnings });
    }),
  };
}

/** Asks for routes, and where there are none because of places far from any road, names those. */
async function routeOrName(request: RouteRequest, router: Router, signal?: AbortSignal): Promise<Trip[]> {
  try {
    return await router.route(request, signal);
  } catch (error) {
    if (!isGeomillError(error, 'INVALID_REQUEST')) throw error;
    const { stops, costing } = request;
    const distances = await router.roadDistances(stops, costing, signal);
    const far = stops.flatMap((_, at) => (distances[at] === Infinity ? [at] : []));
    if (far.length === 0) throw error;
    const named = far.map((at) => `${stopName(at)} (${stops[at]?.lat},${stops[at]?.lon})`);
    throw new GeomillError(
      'INVALID_REQUEST',
      `${named.join(', ')}: farther than 1 km from any road for ${costing}`,
      { cause: error, details: { stops: far } },
    );
  }
}

function stopName(at: number): string {
  return at === 0 ? 'origin' : `destination ${at}`;
}

function offRoadWarnings(stops: readonly Position[], { legs }: Trip, language: Language): string[] {
  const shapes = legs.map(({ shape }) => decodePolyline(shape, 6));
  return stops.flatMap((stop, at) => {
    const onRoad = at === 0 ? shapes[0]?.[0] : shapes[at - 1]?.at(-1);
    const meters = onRoad ? Math.round(distanceMeters(stop, onRoad)) : 0;
    if (meters <= OFF_ROAD_METERS) return [];
    const name = language === 'vi' ? (at === 0 ? 'Điểm đi' : `Điểm đến ${at}`) : stopName(at);
    return language === 'vi'
      ? [`${name} cách con đường gần nhất ${meters} m`]
      : [`${name} is ${meters} m from the nearest road`];
  });
}

const PLACE = /^\s*([-+]?\d+(?:\.\d+)?)\s*,\s*([-+]?\d+(?:\.\d+)?)\s*$/;

function readPlace(parameter: string, text: string): Position {
  const match = PLACE.exec(text);
  const position = { lat: Number(match?.[1]), lon: Number(match?.[2]) };
  if (match && isPosition(position)) return position;
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  throw new GeomillError('INVALID_REQUEST', `${parameter}: "${shown}" is no <lat>,<lng>`);
}
