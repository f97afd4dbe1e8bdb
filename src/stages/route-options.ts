import Type, { type Static } from 'typebox';
import { positionOptions } from './position-source.ts';

const column = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

/** Declares the options of the stage `route`. */
export const routeOptions = Type.Object(
  {
    batch: Type.String({
      minLength: 1,
      description: 'what the rows of one batch have in common, as in "{route}" or "{day} {driver}"',
      examples: ['{route}'],
    }),
    ...positionOptions,
    start: Type.Optional(
      Type.String({
        default: 'first',
        description:
          'where every tour begins: `first` (the batch’s first row), a point "<lat>,<lng>", or columns as in "{depot_lat},{depot_lon}"',
      }),
    ),
    end: Type.Optional(
      Type.String({
        default: 'last',
        description: 'where it ends: `last` (the batch’s last row), `start`, a point, or columns',
      }),
    ),
    costing: Type.Optional(
      Type.Enum(['auto', 'bicycle', 'pedestrian'], { default: 'auto', description: 'how one travels' }),
    ),
    most_stops: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 198,
        default: 198,
        description: 'stops of one tour at most; a larger batch is shared out among compact tours',
      }),
    ),
    vehicles: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description: 'local: vehicles of a batch at most; what they cannot serve is named',
      }),
    ),
    capacity: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'local: what one vehicle can hold' }),
    ),
    demand: column('local: column of what a stop takes of the capacity, as in "{parcels}"'),
    service_minutes: column('local: column of the minutes that a stop takes, or a number for all'),
    open_from: column(
      'local: column of the time from which a stop may be served, as in "{from}"; 08:30 or 8h30',
    ),
    open_until: column('local: column of the time until which it may be'),
    depart: Type.Optional(
      Type.String({
        pattern: '^([01]?\\d|2[0-3])[:h][0-5]\\d$',
        default: '08:00',
        description: 'when every tour begins; times of the day count from here',
      }),
    ),
    max_hours: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'local: longest tour, waiting and service included' }),
    ),
  },
  { additionalProperties: false },
);

/** Holds the options of the stage `route`. */
export type RouteOptions = Static<typeof routeOptions>;

/** Tells whether what is asked goes beyond the interface: then only our own engine can answer it. */
export function asksForFleet(options: RouteOptions): boolean {
  const { vehicles, capacity, demand, service_minutes, open_from, open_until, max_hours } = options;
  return [vehicles, capacity, demand, service_minutes, open_from, open_until, max_hours].some(
    (option) => option !== undefined,
  );
}
