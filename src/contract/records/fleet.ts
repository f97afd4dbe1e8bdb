import Type, { type Static } from 'typebox';

const perLocation = (description: string) =>
  Type.Optional(Type.Array(Type.Number({ minimum: 0 }), { description }));

/**
 * Describes what several vehicles are to do; asked of our local engine only, in one member that the interface does not know.
 *
 * Shape: lists go along with `locations`, of which the first is where every vehicle starts and the last where it ends.
 * Units: seconds count from the departure; demand and capacity in one unit of the asker's.
 */
export const FleetQuestion = Type.Object({
  vehicles: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 1 })),
  capacity: Type.Optional(Type.Number({ minimum: 0, description: 'what one vehicle can hold' })),
  demands: perLocation('what each stop takes of the capacity'),
  service_seconds: perLocation('how long each stop takes'),
  earliest_seconds: perLocation('when each stop opens; a vehicle that is early waits'),
  latest_seconds: Type.Optional(
    Type.Array(Type.Union([Type.Number({ minimum: 0 }), Type.Null()]), {
      description: 'when each stop closes: service begins before; null for never',
    }),
  ),
  max_seconds: Type.Optional(Type.Number({ minimum: 0, description: 'longest tour, waiting included' })),
});

/** Describes what several vehicles are to do. */
export type FleetQuestion = Static<typeof FleetQuestion>;

/** Lists why a stop is not served. */
export const UNSERVED_REASONS = ['unreachable', 'demand', 'window', 'duration', 'fleet'] as const;
