import Type, { type TSchema } from 'typebox';
import { checkerOf } from '../../../contract/parameters.ts';
import { TripSummary } from '../../../contract/records/optimized-trip.ts';
import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import type { Trip } from '../router.ts';

// The members of responses that are used; others are allowed and ignored.

const MatrixValues = Type.Array(Type.Array(Type.Union([Type.Number(), Type.Null()])));
const Maneuver = Type.Object({
  type: Type.Integer({ minimum: 0 }),
  instruction: Type.String(),
  time: Type.Number(),
  length: Type.Number(),
  cost: Type.Number(),
  begin_shape_index: Type.Integer({ minimum: 0 }),
  end_shape_index: Type.Integer({ minimum: 0 }),
  travel_mode: Type.String(),
  travel_type: Type.String(),
});
const ValhallaTrip = Type.Object({
  locations: Type.Array(Type.Object({ type: Type.String(), lat: Type.Number(), lon: Type.Number() })),
  legs: Type.Array(
    Type.Object({
      maneuvers: Type.Array(Maneuver, { minItems: 1 }),
      summary: TripSummary,
      shape: Type.String({ minLength: 1 }),
    }),
  ),
  summary: TripSummary,
  language: Type.String(),
  units: Type.String(),
});

const LocateResponse = Type.Array(
  Type.Object({
    edges: Type.Union([Type.Array(Type.Object({ distance: Type.Number({ minimum: 0 }) })), Type.Null()]),
  }),
);
const MatrixResponse = Type.Object({
  sources_to_targets: Type.Object({ durations: MatrixValues, distances: MatrixValues }),
  units: Type.String(),
});
const RouteResponse = Type.Object({
  trip: ValhallaTrip,
  alternates: Type.Optional(Type.Array(Type.Object({ trip: ValhallaTrip }))),
});

/** The members of responses that are used, by action. */
interface Responses {
  locate: { edges: { distance: number }[] | null }[];
  matrix: {
    sources_to_targets: { durations: (number | null)[][]; distances: (number | null)[][] };
    units: string;
  };
  route: { trip: Trip; alternates?: { trip: Trip }[] };
}

const SCHEMAS: Readonly<Record<keyof Responses, TSchema>> = {
  locate: LocateResponse,
  matrix: MatrixResponse,
  route: RouteResponse,
};

/**
 * Parses and checks a response of Valhalla.
 *
 * Errors: RESPONSE_INVALID for a text that is not JSON, or has not the shape of the action: a server may run another program or version.
 */
export function parseResponse<A extends keyof Responses>(action: A, text: string): Responses[A] {
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch (cause) {
    throw new GeomillError('RESPONSE_INVALID', message('routing.responseNotJson'), { cause });
  }
  const { check, reasonsOf } = checkerOf(SCHEMAS[action]);
  if (check(response)) return response as Responses[A];
  const fault = reasonsOf(response, '/')[0] ?? '';
  throw failure('RESPONSE_INVALID', 'routing.otherResponse', { action, fault });
}

/** Error texts of Valhalla that the request caused, and their meaning. Source: the exceptions of Valhalla 3.6.1; each has a test. */
const REQUEST_ERRORS: readonly (readonly [text: string, meaning: Message])[] = [
  ['No suitable edges near location', message('routing.placeFarFromRoad')],
  ['No path could be found', message('routing.noRoute')],
  ['Locations are in unconnected regions', message('routing.roadsNotConnected')],
  ['Path distance exceeds the max distance limit', message('routing.placesTooFarApart')],
  ['Exceeded max locations', message('routing.tooManyPlaces')],
  ['Insufficient number of locations', message('routing.tooFewPlaces')],
  ['No costing method found', message('routing.unknownVehicle')],
];

/** Converts an error text of Valhalla. Shape: INVALID_REQUEST for an error that the request caused, else SERVICE_ERROR. */
export function valhallaError(text: string): GeomillError {
  const details = { valhalla: text };
  const known = REQUEST_ERRORS.find(([part]) => text.includes(part));
  if (known) return new GeomillError('INVALID_REQUEST', known[1], { details });
  return new GeomillError('SERVICE_ERROR', message('routing.failed', { words: text }), { details });
}
