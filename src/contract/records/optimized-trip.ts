import Type, { type Static } from 'typebox';
import { beyond } from '../beyond.ts';
import { alwaysWritten } from '../schema.ts';
import { UNSERVED_REASONS } from './fleet.ts';
import { optional } from '../optional.ts';

const Sign = Type.Array(Type.Object({ text: Type.String() }));

const Maneuver = Type.Object({
  type: Type.Integer({
    minimum: 0,
    description: "Valhalla's maneuver number; newer ones are above 38",
    ...beyond(['meaning', 'upstream', "Valhalla's numbers"]),
  }),
  instruction: Type.String(),
  verbal_transition_alert_instruction: optional.string(),
  verbal_succinct_transition_instruction: optional.string(),
  verbal_pre_transition_instruction: optional.string(),
  verbal_post_transition_instruction: optional.string(),
  street_names: optional.array(Type.String()),
  time: Type.Number({ description: 'seconds' }),
  length: Type.Number({ description: 'in the requested units' }),
  cost: Type.Number(),
  begin_shape_index: Type.Integer(),
  end_shape_index: Type.Integer(),
  verbal_multi_cue: optional.boolean(),
  travel_mode: Type.String(),
  travel_type: Type.String(),
  sign: optional.object({
    exit_number_elements: Type.Optional(Sign),
    exit_branch_elements: Type.Optional(Sign),
  }),
  roundabout_exit_count: optional.integer(),
});

/** The totals of a route or of one leg. */
export const TripSummary = Type.Object({
  has_time_restrictions: alwaysWritten(Type.Boolean()),
  has_toll: alwaysWritten(Type.Boolean()),
  has_highway: alwaysWritten(Type.Boolean()),
  has_ferry: alwaysWritten(Type.Boolean()),
  min_lat: alwaysWritten(Type.Number()),
  min_lon: alwaysWritten(Type.Number()),
  max_lat: alwaysWritten(Type.Number()),
  max_lon: alwaysWritten(Type.Number()),
  time: Type.Number({ description: 'seconds' }),
  length: Type.Number({ description: 'in the requested units' }),
  cost: alwaysWritten(Type.Number()),
});

// The service may put these on the trip (as Valhalla does) or inside its summary (as its own description says).
const TAIL = beyond(['member', 'upstream', 'on the trip or in its summary; written on the trip']);
const tailMembers = {
  status_message: optional.string(TAIL),
  status: optional.integer(TAIL),
  units: optional.string(TAIL),
  language: optional.string(TAIL),
};

/**
 * Describes the way through some stops.
 *
 * Shape: `locations` in visiting order, each with its `original_index` in the request; one leg per consecutive pair.
 * Units: `time` in seconds, `length` in the requested units; `shape` is an encoded polyline of precision 6.
 * Source: interface document, section 2.5; the members after the legs from the service facts.
 */
export const Trip = Type.Object({
  locations: Type.Array(
    Type.Object({
      type: Type.String(),
      lat: Type.Number(),
      lon: Type.Number(),
      side_of_street: alwaysWritten(
        Type.String({
          description: 'left, right; empty where the stop is on the street, or the side unknown',
          ...beyond(['values', 'open', 'empty where the stop is on the street, or the side unknown']),
        }),
      ),
      original_index: Type.Integer({ minimum: 0 }),
    }),
  ),
  legs: Type.Array(
    Type.Object({
      maneuvers: Type.Array(Maneuver),
      summary: TripSummary,
      shape: Type.String(beyond(['meaning', 'upstream', 'encoded polyline of precision 6'])),
    }),
  ),
  summary: optional.object(
    { ...TripSummary.properties, ...tailMembers },
    beyond(['member', 'upstream', 'the totals of the route']),
  ),
  ...tailMembers,
});

/** The route through a list of stops. */
export type Trip = Static<typeof Trip>;

/**
 * The tours of several vehicles.
 *
 * Shape: one tour for each vehicle that is used, with times for each location of its trip: `reached_seconds` when the vehicle is there, `arrival_seconds`
 * when service begins, `departure_seconds` when it is done; `leg_seconds` are the travel times between them that the plan counted with, at any time of day. `vehicle` is its index in the `fleet` of the request; the first location between others is where it loads again.
 * `slots`: when each vehicle can begin the service of the `slot` of the request, and how much later it is back then; null for no limit.
 * `lacks_seconds`: how much longer a shift would have to be to serve the stop.
 * Units: seconds as of the request.
 */
const FleetResponse = Type.Object(
  {
    tours: Type.Array(
      Type.Object({
        vehicle: optional.integer({ minimum: 0 }),
        trip: Trip,
        arrival_seconds: Type.Array(Type.Number()),
        reached_seconds: Type.Array(Type.Number()),
        departure_seconds: Type.Array(Type.Number()),
        leg_seconds: Type.Array(Type.Number()),
      }),
    ),
    slots: optional.array(
      Type.Object({
        vehicle: Type.Integer({ minimum: 0 }),
        from_seconds: Type.Number(),
        until_seconds: Type.Union([Type.Number(), Type.Null()]),
        added_seconds: Type.Number(),
      }),
    ),
    unserved: Type.Array(
      Type.Object({
        original_index: Type.Integer({ minimum: 0 }),
        reason: Type.Enum(UNSERVED_REASONS),
        lacks_seconds: optional.number({ minimum: 0 }),
      }),
    ),
  },
  beyond(['member', 'ours', 'the tours of several vehicles, where the request has a member `geomill`']),
);

/**
 * The response of an optimized route.
 *
 * Shape: `trip` is the only one, or that of the first vehicle; `geomill` is there where the question had it.
 */
export const OptimizedTrip = Type.Object({ trip: Trip, geomill: Type.Optional(FleetResponse) });

/** The response of an optimized route. */
export type OptimizedTrip = Static<typeof OptimizedTrip>;

/** Returns the tours of several vehicles in a response; undefined from a service that plans none. */
export function fleetPlanOf({ geomill }: OptimizedTrip): Static<typeof FleetResponse> | undefined {
  return geomill;
}
