import Type, { type Static } from 'typebox';

const perLocation = (description: string) =>
  Type.Optional(Type.Array(Type.Number({ minimum: 0 }), { description }));

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
    Type.Number({ minimum: 0, description: 'longest duration of a tour, waiting included' }),
  ),
});

/** The vehicles and stops of a fleet. */
export type FleetRequest = Static<typeof FleetRequest>;

/** The reasons why a stop is not served. */
export const UNSERVED_REASONS = ['outside', 'unreachable', 'demand', 'window', 'duration', 'fleet'] as const;
