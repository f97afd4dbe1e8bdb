import Type, { type Static } from 'typebox';
import { beyond } from '../beyond.ts';
import { optional } from '../optional.ts';

const perLocation = (description: string) => optional.array(Type.Number({ minimum: 0 }), { description });

const Seconds = Type.Number({ minimum: 0 });
const SpeedFactor = Type.Number({ exclusiveMinimum: 0, maximum: 10 });
const cost = (what: string) =>
  optional.number({ minimum: 0, default: 0, description: `cost of ${what}, in seconds of travel` });

const Span = Type.Object({ from_seconds: Seconds, until_seconds: Seconds });
const Index = Type.Integer({ minimum: 0, description: 'index of a location' });
const Names = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 16 });
const Group = Type.Union([Type.String({ maxLength: 100 }), Type.Null()]);
const Place = (description: string) => optional.integer({ minimum: 0, description });

/** One vehicle in one shift, for requests whose vehicles differ. */
export const FleetVehicle = Type.Object({
  start: Place('location where it starts; the first one if left out'),
  end: Place('location where it ends; the last one if left out'),
  from_seconds: Type.Optional(Seconds),
  until_seconds: Type.Optional(Seconds),
  capacity: optional.array(Type.Number({ minimum: 0 }), { maxItems: 4 }),
  breaks: optional.array(Span, { maxItems: 64 }),
  skills: Type.Optional(Names),
  trips: optional.integer({ minimum: 1, maximum: 50, default: 1 }),
  reload_seconds: Type.Optional(Seconds),
  fixed_cost: cost('using it'),
  second_cost: optional.number({ minimum: 0, default: 1 }),
  meter_cost: optional.number({ minimum: 0, default: 0 }),
  is_underway: optional.boolean({
    description: 'it has left with what is `aboard`, and loads everything else at the first location',
  }),
});

/** One vehicle in one shift. */
export type FleetVehicle = Static<typeof FleetVehicle>;

/**
 * The vehicles and stops of a fleet; an extension of the local service, in one member that the interface does not have.
 *
 * Shape: each list has one value per item of `locations`. Without `fleet`, every vehicle starts at the first location and ends at the last; the first one is
 * where vehicles load. A location where a vehicle starts or ends is no stop.
 * Units: seconds count from one point in time, such as the departure or the first day's midnight; demand and capacity in any one unit each.
 */
export const FleetRequest = Type.Object(
  {
    vehicles: optional.integer({ minimum: 1, maximum: 200, default: 1 }),
    fleet: optional.array(FleetVehicle, {
      minItems: 1,
      maxItems: 200,
      description: 'each vehicle by itself; in place of `vehicles`, `capacity`, `max_seconds` and `breaks`',
    }),
    capacity: optional.number({ minimum: 0, description: 'capacity of one vehicle' }),
    trips: optional.integer({
      minimum: 1,
      maximum: 50,
      default: 1,
      description: 'how often a vehicle may load',
    }),
    reload_seconds: Type.Optional(Seconds),
    fixed_cost: cost('using a vehicle'),
    amounts: optional.array(Type.Array(Type.Number({ minimum: 0 }), { maxItems: 4 }), {
      description: 'demand of each stop, in each unit of the capacity of the vehicles; in place of `demands`',
    }),
    windows: optional.array(Type.Array(Span, { maxItems: 64 }), {
      description:
        'times in which service of each stop may begin, ascending, none for any time; in place of `earliest_seconds` and `latest_seconds`',
    }),
    wished_until_seconds: optional.array(Type.Union([Seconds, Type.Null()]), {
      description: 'time after which each stop costs `late_cost`',
    }),
    late_cost: cost('a second after the wished time of a stop'),
    priorities: perLocation('how much more each stop matters than one of priority 0'),
    pickups: optional.array(Type.Object({ pickup: Index, delivery: Index }), {
      description: 'pairs of stops that one vehicle serves in this order; the demand is that of the delivery',
    }),
    fresh_seconds: optional.array(Type.Union([Seconds, Type.Null()]), {
      description: 'longest time between loading and each stop',
    }),
    skills: optional.array(Names, { description: 'skills that each stop needs of its vehicle' }),
    together: optional.array(Group, { description: 'stops with the same text share a vehicle' }),
    apart: optional.array(Group, { description: 'stops with the same text never share a vehicle' }),
    aboard: optional.array(Type.Union([Index, Type.Null()]), {
      description: 'index in `fleet` of the vehicle that has the goods of each stop on board',
    }),
    demands: perLocation('demand of each stop, in the unit of the capacity'),
    service_seconds: perLocation('service time of each stop'),
    earliest_seconds: perLocation('opening time of each stop; a vehicle that is early waits'),
    latest_seconds: optional.array(Type.Union([Type.Number({ minimum: 0 }), Type.Null()]), {
      description: 'closing time of each stop, before which service must begin; null for none',
    }),
    max_seconds: optional.number({ minimum: 0, description: 'latest end of a tour, waiting included' }),
    ranks: optional.array(Type.Integer({ minimum: 0, maximum: 2 }), {
      description: '0 for the first stops of a tour, 2 for its last ones, 1 for all others',
    }),
    costing: optional.enum(['motorcycle', 'truck'], {
      description: 'a means of travel that the interface has not, in place of its `costing`',
    }),
    speed: optional.object({
      bands: optional.array(Type.Object({ kmh: Type.Number({ minimum: 0 }), factor: SpeedFactor }), {
        description:
          'factor of the speed of legs over roads, by their mean speed on free roads; between two, in proportion',
      }),
      hours: optional.array(Type.Object({ from_seconds: Seconds, factor: SpeedFactor }), {
        description: 'factor of all speeds from a time on, ascending; 1 before the first',
      }),
    }),
    breaks: optional.array(Type.Object({ from_seconds: Seconds, until_seconds: Seconds }), {
      description: 'times in which no vehicle travels and nobody is served',
    }),
    wait_cost: cost('a second of waiting'),
    overtime_cost: cost('a second of a tour beyond `regular_seconds`'),
    regular_seconds: Type.Optional(Seconds),
    balance: cost('a second that a vehicle works less than the one that works longest'),
    slot: optional.object(
      {
        stop: Index,
        tours: Type.Array(
          Type.Object({ vehicle: Index, order: Type.Array(Index), leg_seconds: Type.Array(Seconds) }),
        ),
      },
      { description: 'tours that stay as they are, and the stop for which the response has `slots`' },
    ),
    leaves_later: optional.boolean({
      default: false,
      description: 'a vehicle leaves as late as it can without returning later',
    }),
  },
  beyond([
    'member',
    'ours',
    'several vehicles with capacities, times and skills; a request without it is as the interface has it',
  ]),
);

/** The vehicles and stops of a fleet. */
export type FleetRequest = Static<typeof FleetRequest>;

/** The reasons why a stop is not served. */
export const UNSERVED_REASONS = [
  'outside',
  'unreachable',
  'demand',
  'skills',
  'window',
  'duration',
  'fresh',
  'fleet',
] as const;
