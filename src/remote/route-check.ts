import { message, type Message } from '../base/messages/message.ts';
import type { Directions } from '../contract/records/directions.ts';
import type { OptimizedTrip, Trip } from '../contract/records/optimized-trip.ts';
import { STATUS } from '../contract/status.ts';
import { plainExcerpt } from './secrets.ts';
import type { ServiceRequest } from './service-request.ts';

/** The members of the parameter `json` that a trip is compared with. */
interface TripRequest {
  locations: readonly unknown[];
  geomill?: unknown;
}

/** Returns which point of a request for directions the service did not resolve; undefined if it resolved all. Source: interface document, section 7. */
export function unresolvedPoint({ operation }: ServiceRequest, answer: unknown): Message | undefined {
  if (operation.name !== 'direction') return undefined;
  const statuses = (answer as Directions).geocoded_waypoints.map(({ geocoder_status }) => geocoder_status);
  const at = statuses.findIndex((status) => status !== STATUS.ok);
  if (at < 0) return undefined;
  const status = plainExcerpt(JSON.stringify(statuses[at]));
  return at === 0
    ? message('service.originUnresolved', { status })
    : message('service.destinationUnresolved', { number: at, status });
}

/**
 * Returns what a route has that does not fit its request: stops out of place, legs that are not between them. Undefined if all fits.
 *
 * Source: interface document, sections 2.4, 2.5, 4.7, 4.8 and 7.
 */
export function faultOfRoute({ operation, query }: ServiceRequest, answer: unknown): Message | undefined {
  const parameter = (name: string) => new URLSearchParams(query).get(name) ?? '';
  switch (operation.name) {
    case 'direction':
      return faultOfDirections(answer as Directions, parameter('destination'));
    case 'optimizedRoute':
      return faultOfTrips(answer as OptimizedTrip, JSON.parse(parameter('json')) as TripRequest);
    default:
      return undefined;
  }
}

function faultOfDirections({ routes }: Directions, destination: string): Message | undefined {
  const isOne = !destination.includes(';');
  for (const { legs } of routes) {
    if (legs.length === 0) return message('response.noLegs');
    if (isOne && legs.length > 1) return message('response.severalLegs', { count: legs.length });
  }
  return undefined;
}

function faultOfTrips(
  { trip, geomill }: OptimizedTrip,
  { locations, geomill: fleet }: TripRequest,
): Message | undefined {
  if (fleet === undefined) return faultOfTrip(trip) ?? faultOfOrder(trip, locations.length);
  for (const tour of geomill?.tours ?? []) {
    const fault = faultOfTrip(tour.trip);
    if (fault) return fault;
  }
  return undefined;
}

function faultOfTrip({ locations, legs }: Trip): Message | undefined {
  return legs.length === locations.length - 1
    ? undefined
    : message('response.otherLegs', { legs: legs.length, stops: locations.length });
}

/** Compares the stops with those of the request: each once, first and last in their places. */
function faultOfOrder({ locations }: Trip, count: number): Message | undefined {
  const order = locations.map(({ original_index }) => original_index);
  if (order.length !== count) return message('response.otherStops', { found: order.length, sent: count });
  if (order[0] !== 0) return message('response.otherFirstStop', { stop: order[0] ?? '' });
  if (order.at(-1) !== count - 1) return message('response.otherLastStop', { stop: order.at(-1) ?? '' });
  const seen = new Set(order);
  const missing = Array.from({ length: count }, (_, at) => at).find((at) => !seen.has(at));
  return missing === undefined ? undefined : message('response.stopMissing', { stop: missing });
}
