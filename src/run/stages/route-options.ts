import Type, { type Static } from 'typebox';
import { LEVELS } from '../../contract/records/osm-feature.ts';
import { adminOption, languageOption } from './id-source.ts';
import { positionOptions } from './position-source.ts';
import { optional } from '../../contract/optional.ts';

const column = (description: string) => optional.string({ minLength: 1, description });

const TIME = '^([0-3]?\\d|4[0-7])[:h][0-5]\\d(\\+1)?$';
const SPAN = '^([01]?\\d|2[0-3])[:h][0-5]\\d *- *([0-3]?\\d|4[0-7])[:h][0-5]\\d(\\+1)?$';
const speedFactor = (description: string) => Type.Number({ exclusiveMinimum: 0, maximum: 10, description });

/** The speeds of a job. */
const SpeedTable = Type.Object(
  {
    factor: optional.union(
      [
        speedFactor('of every leg over roads'),
        Type.Array(
          Type.Object(
            { kmh: Type.Number({ minimum: 0 }), factor: speedFactor('of legs of that speed') },
            { additionalProperties: false },
          ),
          { minItems: 1, maxItems: 24 },
        ),
      ],
      {
        description:
          'factor of the speed of legs over roads: one, or by the mean speed of a leg on free roads, which stands for the class of its roads; between two, in proportion',
      },
    ),
    hours: optional.array(
      Type.Object(
        {
          from: Type.String({ pattern: TIME }),
          until: Type.String({ pattern: TIME }),
          factor: speedFactor('of all legs at that time of day'),
        },
        { additionalProperties: false },
      ),
      { maxItems: 24, description: 'factor of the speed by time of day; 1 at all others' },
    ),
  },
  { additionalProperties: false },
);

/** The speeds of a job. */
export type SpeedTable = Static<typeof SpeedTable>;

const Amounts = Type.Record(Type.String({ pattern: '^.{1,40}$' }), Type.Number({ minimum: 0 }), {
  maxProperties: 4,
});
const Capacity = Type.Union([Type.Number({ exclusiveMinimum: 0 }), Amounts]);
const price = (description: string) => optional.number({ minimum: 0, description });

/** Vehicles that are alike. */
const VehicleOptions = Type.Object(
  {
    name: optional.string({ minLength: 1, maxLength: 60, description: 'name in the results' }),
    count: optional.integer({ minimum: 1, maximum: 200, default: 1, description: 'how many there are' }),
    capacity: Type.Optional(Capacity),
    shift: optional.string({
      pattern: SPAN,
      examples: ['22:00-06:00'],
      description: 'when it works, on each day; over midnight too',
    }),
    breaks: optional.array(Type.String({ pattern: SPAN }), { maxItems: 4 }),
    start: optional.string({
      description: 'where it starts: a point "<lat>,<lng>"; it loads at `start` of the job',
    }),
    end: optional.string({ description: 'where it ends: a point' }),
    skills: optional.array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 16 }),
    trips: optional.integer({ minimum: 1, maximum: 50, description: 'how often it may load in one shift' }),
    reload_minutes: optional.number({ minimum: 0, description: 'minutes at the depot between two trips' }),
    cost: price('cost of using it, in minutes of driving; 10 if left out'),
    cost_hour: price('cost of an hour of its driving, in minutes of driving; 60 if left out'),
    cost_km: price('cost of a kilometre, in minutes of driving'),
  },
  { additionalProperties: false },
);

/** Vehicles that are alike. */
export type VehicleOptions = Static<typeof VehicleOptions>;

/** The columns that a plan made again adds to its input. */
export const AGAIN_COLUMNS = {
  served: 'again_served',
  vehicle: 'again_vehicle',
  start: 'again_start',
  end: 'again_end',
} as const;

/** What is known of the vehicles when a plan is made again. */
const AgainOption = Type.Object(
  {
    now: Type.String({ minLength: 1, description: 'before this time no vehicle leaves' }),
    vehicles: Type.Array(
      Type.Object(
        {
          batch: Type.String(),
          depot: Type.String({ description: 'start of its tours, as a point' }),
          vehicle: Type.Integer({ minimum: 1, description: 'its number among those of the batch' }),
          at: optional.string({ description: 'where it is; left out at its start' }),
          loaded: Type.Integer({ minimum: 0, description: 'trips that it has ended' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  {
    additionalProperties: false,
    description: 'local: what `geomill route again` writes: where the vehicles of a plan are by now',
  },
);

/** The options of the stage `route`. */
export const routeOptions = Type.Object(
  {
    batch: Type.String({
      minLength: 1,
      description: 'key that the rows of one batch have in common, as in "{route}" or "{day} {driver}"',
      examples: ['{route}'],
    }),
    ...positionOptions,
    min_level: optional.enum(LEVELS, {
      default: 'poi',
      description:
        'coarsest level of a position that is served as a stop; rows whose position stands for more are listed apart, such as those at the centre of their ward',
    }),
    min_confidence: optional.number({
      minimum: 0,
      maximum: 1,
      default: 0,
      description: 'lowest confidence of a match that is served as a stop; the other rows are listed apart',
    }),
    level: column(
      'column of the level of the position, as in "{geocode_level}"; known by itself where a stage of this job, or of an earlier run, gave the position',
    ),
    confidence: column('column of the confidence of the position, likewise'),
    detect_columns: optional.boolean({
      default: true,
      description:
        'true: `open_from`, `open_until`, `service_minutes`, `demand` and `start` that are left out are read from columns with usual names; false: from none',
    }),
    start: optional.string({
      default: 'first',
      description:
        'where every tour begins: `first` (the batch’s first row), a point "<lat>,<lng>", or columns as in "{depot_lat},{depot_lon}"',
    }),
    end: optional.string({
      default: 'last',
      description: 'where it ends: `last` (the batch’s last row), `start`, a point, or columns',
    }),
    costing: optional.enum(['auto', 'motorbike', 'truck', 'bicycle', 'pedestrian'], {
      default: 'auto',
      description: 'means of travel; local: motorbike and truck',
    }),
    speed: optional.union([Type.Enum(['city', 'free']), SpeedTable], {
      default: 'free',
      description:
        'local: speeds of a city (`city`, see docs/ROUTING.md), of free roads (`free`), or a table of your own',
    }),
    ...adminOption,
    ...languageOption('the instructions of the response, which the results do not show'),
    most_stops: optional.integer({
      minimum: 1,
      maximum: 198,
      default: 198,
      description:
        'maximum number of stops in one tour; a larger batch is split into compact parts, and its vehicles in proportion',
    }),
    vehicles: optional.union(
      [Type.Integer({ minimum: 1, maximum: 200 }), Type.Array(VehicleOptions, { minItems: 1, maxItems: 40 })],
      {
        description:
          'local: the vehicles of a batch: how many, or a list of kinds; rows that they cannot serve have the reason',
      },
    ),
    capacity: optional.union([Type.Number({ exclusiveMinimum: 0 }), Amounts], {
      description:
        'local: capacity of one vehicle: a number, or one for each unit, as in { kg: 500, parcels: 60 }',
    }),
    trips: optional.integer({
      minimum: 1,
      maximum: 50,
      default: 10,
      description: 'local: how often a vehicle with a capacity may load in one shift; 1: never again',
    }),
    reload_minutes: optional.number({
      minimum: 0,
      default: 15,
      description: 'local: minutes at the depot between two trips',
    }),
    demand: optional.union(
      [
        Type.String({ minLength: 1 }),
        Type.Record(Type.String(), Type.String({ minLength: 1 }), { maxProperties: 4 }),
      ],
      {
        description:
          'local: column of the capacity that a stop needs, as in "{parcels}", or one for each unit, as in { kg: "{kg}" }',
      },
    ),
    days: optional.array(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }), {
      minItems: 1,
      maxItems: 14,
      description:
        'local: dates on which every vehicle works its shift, as in 2026-11-30; each tour is of one day',
    }),
    day: column('local: column of the date of a stop; empty for any of the `days`'),
    zone: optional.string({
      default: 'Asia/Ho_Chi_Minh',
      description: 'zone of all times without one: a name of the IANA database, or as in +07:00',
    }),
    priority: column(
      'local: column of how important a stop is, 0 to 100; less important ones are left out first',
    ),
    wished_until: column(
      'local: column of the time after which a stop is late: it is served, and lateness has a price',
    ),
    late_cost: optional.number({
      minimum: 0,
      maximum: 100,
      default: 2,
      description: 'local: cost of a minute of lateness, in minutes of driving',
    }),
    shipment: column(
      'local: column that a pickup and its delivery have in common; they are in one trip, in this order',
    ),
    pickup: column('local: column that marks the pickup of a shipment: any text but no, false, không or 0'),
    fresh_minutes: column(
      'local: column, or one number, of the longest time between loading and the stop, in minutes',
    ),
    skills: column('local: column of the skills that a stop needs of its vehicle, with commas between'),
    together: column('local: column that stops have in common which share a vehicle'),
    apart: column('local: column that stops have in common which never share a vehicle'),
    require: optional.enum(['all'], { description: '`all`: a row in no tour makes the run exit with 3' }),
    again: Type.Optional(AgainOption),
    max_leg_km: optional.number({
      exclusiveMinimum: 0,
      description:
        'longest leg that is not remarked upon; if left out, the batch itself says which legs are far beyond the others',
    }),
    service_minutes: column(
      'local: column of the service time at a stop in minutes, or one number for all stops',
    ),
    open_from: column('local: column of the opening time of a stop, as in "{from}"; 08:30 or 8h30'),
    open_until: column(
      'local: column of the closing time of a stop; one before the opening is of the next day, if the stop is open for less than 12 hours',
    ),
    first_stop: column(
      'local: column that marks the stops that a tour begins with: any text but no, false, không or 0',
    ),
    last_stop: column('local: column that marks the stops that a tour ends with'),
    depart: optional.string({
      pattern: TIME,
      default: '08:00',
      description: 'earliest departure time of every tour',
    }),
    later_departure: optional.boolean({
      default: true,
      description:
        'local: true: a vehicle that would only wait leaves later, if it is not back later; false: every tour leaves at `depart`',
    }),
    end_by: optional.string({
      pattern: TIME,
      description: 'local: time of day by which every tour has ended',
    }),
    breaks: optional.array(Type.String({ pattern: SPAN, examples: ['11:30-12:30'] }), {
      maxItems: 4,
      description: 'local: times of day in which nobody drives or serves, as in "11:30-12:30"',
    }),
    wait_cost: optional.number({
      minimum: 0,
      maximum: 10,
      default: 0.5,
      description: 'local: cost of a minute of waiting, in minutes of driving',
    }),
    regular_hours: optional.number({
      exclusiveMinimum: 0,
      description: 'local: hours of a tour from which on it is overtime',
    }),
    overtime_cost: optional.number({
      minimum: 0,
      maximum: 100,
      default: 2,
      description: 'local: cost of a minute beyond `regular_hours`, in minutes of driving',
    }),
    balance: optional.number({
      minimum: 0,
      maximum: 10,
      default: 0,
      description:
        'local: cost of a minute that a vehicle works less than the one that works longest, in minutes of driving; all `vehicles` share the work then',
    }),
    max_hours: optional.number({
      exclusiveMinimum: 0,
      description:
        'local: hours from `depart` until a tour must have ended, with waiting and service; also of a vehicle that leaves later',
    }),
  },
  { additionalProperties: false },
);

/** The checked options of the stage `route`. */
export type RouteOptions = Static<typeof routeOptions>;

/** Reports whether the vehicles of a batch share its stops, so that it is planned in one request. */
export function sharesStops({ vehicles, capacity, max_hours, days, again }: RouteOptions): boolean {
  return [vehicles, capacity, max_hours, days, again].some((option) => option !== undefined);
}
