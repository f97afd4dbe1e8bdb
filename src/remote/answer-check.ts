import { message, type Message } from '../base/messages/message.ts';
import { decodePolyline, type PolylinePrecision } from '../base/geo/polyline.ts';
import { isPosition } from '../base/geo/position.ts';
import { STATUS } from '../contract/status.ts';
import { plainExcerpt } from './secrets.ts';
import type { Directions } from '../contract/records/directions.ts';
import type { OptimizedTrip, Trip } from '../contract/records/optimized-trip.ts';
import type { ServiceRequest } from './service-request.ts';

const MAX_SHOWN = 60;

/** The members of a response that hold lines, with the precision of each. Source: interface document, sections 2.4 and 2.5. */
const LINES: Readonly<Record<string, PolylinePrecision>> = { points: 5, shape: 6 };

/** Data of the camera, which stages do not use and which is often wrong. */
const UNCHECKED = new Set(['exif']);

const KNOWN_STATUS = new Set<unknown>([
  STATUS.ok,
  STATUS.zeroResults,
  STATUS.notFound,
  STATUS.invalidForcodes,
]);
const PAYLOAD = ['results', 'result', 'predictions', 'routes', 'features', 'trip'];

/**
 * Returns what a schema does not show to be wrong in a response: positions off the earth, as of swapped coordinates, lines that cannot
 * be decoded, an unknown status without any result. Undefined if nothing is.
 *
 * Cost: one pass over the values.
 */
export function faultOfAnswer(answer: unknown): Message | undefined {
  return faultOfStatus(answer) ?? faultOfMember(answer);
}

function faultOfStatus(answer: unknown): Message | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const members = answer as Record<string, unknown>;
  const { status } = members;
  if (typeof status !== 'string' || KNOWN_STATUS.has(status)) return undefined;
  const hasPayload = PAYLOAD.some((name) => {
    const value = members[name];
    return Array.isArray(value) ? value.length > 0 : typeof value === 'object' && value !== null;
  });
  return hasPayload ? undefined : message('response.unknownStatus', { status: shown(status) });
}

function faultOfMember(value: unknown): Message | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (const each of value) {
      const fault = typeof each === 'object' ? faultOfMember(each) : undefined;
      if (fault) return fault;
    }
    return undefined;
  }
  const members = value as Record<string, unknown>;
  const own = faultOfPosition(members) ?? faultOfGeometry(members);
  if (own) return own;
  for (const name in members) {
    const member = members[name];
    const precision = typeof member === 'string' ? LINES[name] : undefined;
    const fault = precision
      ? faultOfLine(name, member as string, precision)
      : typeof member === 'object' && !UNCHECKED.has(name)
        ? faultOfMember(member)
        : undefined;
    if (fault) return fault;
  }
  return undefined;
}

function faultOfPosition({ lat, lng, lon }: Record<string, unknown>): Message | undefined {
  const east = typeof lng === 'number' ? lng : lon;
  if (typeof lat !== 'number' || typeof east !== 'number') return undefined;
  return offEarth(lat, east);
}

function faultOfGeometry({ type, coordinates }: Record<string, unknown>): Message | undefined {
  return typeof type === 'string' && Array.isArray(coordinates) ? faultOfCoordinates(coordinates) : undefined;
}

function faultOfCoordinates(coordinates: readonly unknown[]): Message | undefined {
  const [lon, lat] = coordinates;
  if (typeof lon === 'number' && typeof lat === 'number') return offEarth(lat, lon);
  for (const each of coordinates) {
    const fault = Array.isArray(each) ? faultOfCoordinates(each) : undefined;
    if (fault) return fault;
  }
  return undefined;
}

function faultOfLine(name: string, line: string, precision: PolylinePrecision): Message | undefined {
  try {
    decodePolyline(line, precision);
    return undefined;
  } catch (error) {
    return message('response.lineUnreadable', { name, cause: plainExcerpt((error as Error).message) });
  }
}

function offEarth(lat: number, lon: number): Message | undefined {
  return isPosition({ lat, lon })
    ? undefined
    : message('response.offEarth', { latitude: lat, longitude: lon });
}

const shown = (text: string) => JSON.stringify(text.slice(0, MAX_SHOWN));

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
