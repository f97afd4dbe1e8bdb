import Type, { type TSchema } from 'typebox';
import { checkerOf } from '../../contract/parameters.ts';
import { TripSummary } from '../../contract/records/optimized-trip.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import type { Trip } from '../router.ts';

const Figures = Type.Array(Type.Array(Type.Union([Type.Number(), Type.Null()])));
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

/** Describes what `locate` answers, of which only the distances are read. */
const LocateAnswer = Type.Array(
  Type.Object({
    edges: Type.Union([Type.Array(Type.Object({ distance: Type.Number({ minimum: 0 }) })), Type.Null()]),
  }),
);
const MatrixAnswer = Type.Object({
  sources_to_targets: Type.Object({ durations: Figures, distances: Figures }),
  units: Type.String(),
});
const RouteAnswer = Type.Object({
  trip: ValhallaTrip,
  alternates: Type.Optional(Type.Array(Type.Object({ trip: ValhallaTrip }))),
});

/** Names what answers hold that are read. */
interface Answers {
  locate: { edges: { distance: number }[] | null }[];
  matrix: {
    sources_to_targets: { durations: (number | null)[][]; distances: (number | null)[][] };
    units: string;
  };
  route: { trip: Trip; alternates?: { trip: Trip }[] };
}

const SCHEMAS: Readonly<Record<keyof Answers, TSchema>> = {
  locate: LocateAnswer,
  matrix: MatrixAnswer,
  route: RouteAnswer,
};

/**
 * Reads an answer of Valhalla.
 *
 * Errors: RESPONSE_INVALID for what is no JSON, or no such answer: a server may be another program, or another version.
 */
export function readAnswer<A extends keyof Answers>(action: A, text: string): Answers[A] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new GeomillError('RESPONSE_INVALID', 'the router answers what is no JSON', { cause });
  }
  const { check, faults } = checkerOf(SCHEMAS[action]);
  if (check(answer)) return answer as Answers[A];
  throw new GeomillError('RESPONSE_INVALID', `the router answers no ${action}: ${faults(answer)[0] ?? ''}`);
}
