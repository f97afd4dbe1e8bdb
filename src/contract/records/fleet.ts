import Type, { type Static } from 'typebox';

const perLocation = (description: string) =>
  Type.Optional(Type.Array(Type.Number({ minimum: 0 }), { description }));

const Seconds = Type.Number({ minimum: 0 });
const SpeedFactor = Type.Number({ exclusiveMinimum: 0, maximum: 10 });
const cost = (what: string) =>
  Type.Optional(
    Type.Number({ minimum: 0, default: 0, description: `cost of ${what}, in seconds of travel` }),
  );

/**
 * The vehicles and stops of a fleet; an extension of the local service, in one member that the interface does not have.
 *
 * Shape: each list has one value per item of `locations`; every vehicle starts at the first location and ends at the last.
 * Units: seconds count from the departure; demand and capacity in any one unit.
 */
export const FleetRequest = Type.Object({
  vehicles: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 1 })),
  capacity: Type.Optional(Type.Number({ minimum: 0, description: 'capacity of one vehicle' })),
  demands: perLocation('demand of each stop, in the unit of the capacity'),
  service_seconds: perLocation('service time of each stop'),
  earliest_seconds: perLocation('opening time of each stop; a vehicle that is early waits'),
  latest_seconds: Type.Optional(
    Type.Array(Type.Union([Type.Number({ minimum: 0 }), Type.Null()]), {
      description: 'closing time of each stop, before which service must begin; null for none',
    }),
  ),
  max_seconds: Type.Optional(
    Type.Number({ minimum: 0, description: 'latest end of a tour, waiting included' }),
  ),
  ranks: Type.Optional(
    Type.Array(Type.Integer({ minimum: 0, maximum: 2 }), {
      description: '0 for the first stops of a tour, 2 for its last ones, 1 for all others',
    }),
  ),
  costing: Type.Optional(
    Type.Enum(['motorcycle', 'truck'], {
      description: 'a means of travel that the interface has not, in place of its `costing`',
    }),
  ),
  speed: Type.Optional(
    Type.Object({
      bands: Type.Optional(
        Type.Array(Type.Object({ kmh: Type.Number({ minimum: 0 }), factor: SpeedFactor }), {
          description:
            'factor of the speed of legs over roads, by their mean speed on free roads; between two, in proportion',
        }),
      ),
      hours: Type.Optional(
        Type.Array(Type.Object({ from_seconds: Seconds, factor: SpeedFactor }), {
          description: 'factor of all speeds from a time on, ascending; 1 before the first',
        }),
      ),
    }),
  ),
  breaks: Type.Optional(
    Type.Array(Type.Object({ from_seconds: Seconds, until_seconds: Seconds }), {
      description: 'times in which no vehicle travels and nobody is served',
    }),
  ),
  wait_cost: cost('a second of waiting'),
  overtime_cost: cost('a second of a tour beyond `regular_seconds`'),
  regular_seconds: Type.Optional(Seconds),
  balance: cost('a second that a vehicle works less than the one that works longest'),
  leaves_later: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'a vehicle leaves as late as it can without returning later',
    }),
  ),
});

/** The vehicles and stops of a fleet. */
export type FleetRequest = Static<typeof FleetRequest>;

/** The reasons why a stop is not served. */
export const UNSERVED_REASONS = ['outside', 'unreachable', 'demand', 'window', 'duration', 'fleet'] as const;
