import Type, { type Static } from 'typebox';
import { LEVELS } from '../../contract/records/osm-feature.ts';
import { adminOption, languageOption } from './shared-options.ts';
import { positionOptions } from './position-source.ts';

const column = (description: string) => Type.Optional(Type.String({ minLength: 1, description }));

/** The options of the stage `route`. */
export const routeOptions = Type.Object(
  {
    batch: Type.String({
      minLength: 1,
      description: 'key that the rows of one batch have in common, as in "{route}" or "{day} {driver}"',
      examples: ['{route}'],
    }),
    ...positionOptions,
    min_level: Type.Optional(
      Type.Enum(LEVELS, {
        default: 'poi',
        description:
          'coarsest level of a position that is served as a stop; rows whose position stands for more are listed apart, such as those at the centre of their ward',
      }),
    ),
    min_confidence: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0,
        description: 'lowest confidence of a match that is served as a stop; the other rows are listed apart',
      }),
    ),
    level: column(
      'column of the level of the position, as in "{geocode_level}"; known by itself where a stage of this job, or of an earlier run, gave the position',
    ),
    confidence: column('column of the confidence of the position, likewise'),
    detect_columns: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'true: `open_from`, `open_until`, `service_minutes`, `demand` and `start` that are left out are read from columns with usual names; false: from none',
      }),
    ),
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
      Type.Enum(['auto', 'bicycle', 'pedestrian'], { default: 'auto', description: 'means of travel' }),
    ),
    ...adminOption,
    ...languageOption('the instructions of the response, which the results do not show'),
    most_stops: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 198,
        default: 198,
        description: 'maximum number of stops in one tour; a larger batch is split into compact tours',
      }),
    ),
    vehicles: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 200,
        description:
          'local: maximum number of vehicles for a batch; rows that they cannot serve have the reason',
      }),
    ),
    capacity: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'local: capacity of one vehicle' }),
    ),
    demand: column('local: column of the capacity that a stop needs, as in "{parcels}"'),
    service_minutes: column(
      'local: column of the service time at a stop in minutes, or one number for all stops',
    ),
    open_from: column('local: column of the opening time of a stop, as in "{from}"; 08:30 or 8h30'),
    open_until: column('local: column of the closing time of a stop'),
    depart: Type.Optional(
      Type.String({
        pattern: '^([01]?\\d|2[0-3])[:h][0-5]\\d$',
        default: '08:00',
        description: 'departure time of every tour',
      }),
    ),
    max_hours: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        description: 'local: maximum duration of a tour in hours, with waiting and service',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The checked options of the stage `route`. */
export type RouteOptions = Static<typeof routeOptions>;

/** Reports whether the vehicles of a batch share its stops, so that it is planned in one request. */
export function sharesStops({ vehicles, capacity, max_hours }: RouteOptions): boolean {
  return [vehicles, capacity, max_hours].some((option) => option !== undefined);
}
