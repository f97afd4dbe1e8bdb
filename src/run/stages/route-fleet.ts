import { isDeepStrictEqual } from 'node:util';
import type { Position } from '../../base/geo/position.ts';
import { readPoint } from '../../base/position/read-position.ts';
import type { FleetRequest, FleetVehicle } from '../../contract/records/fleet.ts';
import { calendarOf, shiftOf, spanOfDay, speedQuestion, speedTableOf, timeFromZero } from './route-days.ts';
import { capacityOf, NO_LIMITS, type StopLimits, unitsOf } from './route-limits.ts';
import { type RouteOptions, sharesStops, type VehicleOptions } from './route-options.ts';

const DAY_SECONDS = 86_400;
/** Cost of a minute of waiting and of overtime, in minutes of driving, if a job says nothing. */
const WAIT_COST = 0.5;
const OVERTIME_COST = 2;
const LATE_COST = 2;

/** Means of travel that the interface has not. */
const OWN_COSTINGS = { motorbike: 'motorcycle', truck: 'truck' } as const;

/**
 * Reports whether stops need the plan of a fleet: for one vehicle without limits, the order of the shortest travel time is the best, whatever waiting and
 * overtime cost.
 */
export function needsFleet(options: RouteOptions, stops: readonly StopLimits[]): boolean {
  const { costing, end_by, breaks = [] } = options;
  return (
    stops.length > 0 &&
    (sharesStops(options) ||
      isLimited(stops) ||
      ownCosting(costing) !== undefined ||
      speedTableOf(options) !== undefined ||
      end_by !== undefined ||
      breaks.length > 0)
  );
}

/** The limits that only the plan of a fleet keeps. */
const LIMITING = [
  ...(['windows', 'earliestSeconds', 'latestSeconds', 'rank', 'wishedSeconds', 'freshSeconds'] as const),
  ...(['skills', 'together', 'apart', 'shipment'] as const),
];

const isStated = (stops: readonly StopLimits[], name: keyof StopLimits) =>
  stops.some((limits) => !isDeepStrictEqual(limits[name], NO_LIMITS[name]));

/** Reports whether any stop has a limit: a window, a place among the others, a vehicle, or a partner. */
export const isLimited = (stops: readonly StopLimits[]): boolean =>
  LIMITING.some((name) => isStated(stops, name));

/** Returns the means of travel of a request that the interface has not; undefined for one that it has. */
function ownCosting(costing: RouteOptions['costing']): FleetRequest['costing'] {
  return costing === 'motorbike' || costing === 'truck' ? OWN_COSTINGS[costing] : undefined;
}

/** Returns the means of travel of a request, by the words of the interface. */
export function interfaceCosting(
  costing: RouteOptions['costing'] = 'auto',
): 'auto' | 'bicycle' | 'pedestrian' {
  return costing === 'motorbike' || costing === 'truck' ? 'auto' : costing;
}

/**
 * The vehicles of a request. Shape: `names` of each, `numbers` among those of the batch, from 0; on several days a driver has several. `ends` are the points where they
 * start and end beside the depot, which are locations after the stops.
 */
export interface FleetPlan {
  vehicles: readonly FleetVehicle[];
  names: readonly (string | undefined)[];
  days: readonly (string | undefined)[];
  numbers: readonly number[];
  drivers: readonly number[];
  ends: readonly Position[];
}

/** The vehicles that share the stops of a batch: those of one depot. Shape: `depot` as of `pointText`. */
export interface VehicleGroup {
  batch: string;
  depot: string;
}

/** Returns a point as the options of a job have it. */
export const pointText = ({ lat, lon }: Position) => `${lat.toFixed(6)},${lon.toFixed(6)}`;

/**
 * Returns the vehicles of a job, each on each of its days, for `stops` stops; undefined where all are alike and there is one day. `chosen` are those of a part of
 * the stops.
 */
export function fleetOf(
  options: RouteOptions,
  stops: number,
  group?: VehicleGroup,
  chosen?: 'all' | readonly number[],
): FleetPlan | undefined {
  const { vehicles = 1, breaks = [], trips, reload_minutes: reload = RELOAD_MINUTES, again } = options;
  if (typeof vehicles === 'number' && !options.days && !again && !chosen) return undefined;
  const calendar = calendarOf(options);
  const known = (again?.vehicles ?? []).filter(
    ({ batch, depot }) => batch === group?.batch && depot === group.depot,
  );
  const now = again ? (timeFromZero(again.now, calendar) ?? 0) : 0;
  const units = unitsOf(options);
  const ends: Position[] = [];
  const placeOf = (text: string | undefined) => {
    const point = text === undefined ? undefined : readPoint(text);
    return point === undefined || 'fault' in point
      ? undefined
      : stops + ends.push({ lat: point.lat, lon: point.lon });
  };
  const kinds: readonly VehicleOptions[] =
    typeof vehicles === 'number'
      ? [{ count: Math.max(vehicles, ...known.map(({ vehicle }) => vehicle)) }]
      : vehicles;
  const byNow = (vehicle: FleetVehicle, state: (typeof known)[number] | undefined): FleetVehicle => {
    const start = placeOf(state?.at);
    const { from_seconds: from = 0, until_seconds: until = Infinity } = vehicle;
    return {
      ...vehicle,
      from_seconds: Math.min(until, Math.max(from, now)),
      trips: Math.max(1, (vehicle.trips ?? 1) - (state?.loaded ?? 0)),
      ...(start !== undefined && { start, is_underway: true, fixed_cost: 0 }),
    };
  };
  const list: {
    vehicle: FleetVehicle;
    name: string | undefined;
    day: string | undefined;
    number: number;
    driver: number;
  }[] = [];
  let number = 0;
  let drivers = 0;
  for (const kind of kinds) {
    let places: readonly (number | undefined)[] | undefined;
    const capacity = capacityOf(kind.capacity ?? options.capacity, units);
    const shift = shiftOf(options, kind.shift);
    for (const { from, date, midnight } of calendar.days) {
      const rests = breaksFrom(kind.breaks ?? breaks, calendar.zero);
      const vehicle: FleetVehicle = {
        from_seconds: midnight + shift.from,
        ...(shift.until < Infinity && { until_seconds: midnight + shift.until }),
        ...(capacity.some((amount) => amount < Infinity) && {
          capacity: capacity.map((amount) => Math.min(amount, Number.MAX_SAFE_INTEGER)),
        }),
        breaks: rests.map((rest) => ({
          from_seconds: rest.from_seconds + from,
          until_seconds: rest.until_seconds + from,
        })),
        ...(kind.skills && { skills: kind.skills }),
        // What is new since the departure is loaded at the depot.
        trips:
          kind.trips ?? trips ?? (again || capacity.some((amount) => amount < Infinity) ? MOST_TRIPS : 1),
        reload_seconds: (kind.reload_minutes ?? reload) * 60,
        fixed_cost: (kind.cost ?? costOfVehicle(options)) * 60,
        ...(kind.cost_hour !== undefined && { second_cost: kind.cost_hour / 60 }),
        ...(kind.cost_km !== undefined && { meter_cost: (kind.cost_km * 60) / 1000 }),
      };
      const count = kind.count ?? 1;
      for (let nth = 1; nth <= count; nth += 1, number += 1) {
        if (Array.isArray(chosen) && !chosen.includes(number)) continue;
        const [start, end] = (places ??= [placeOf(kind.start), placeOf(kind.end)]);
        const placed = {
          ...(start !== undefined && { start }),
          ...(end !== undefined && { end }),
          ...vehicle,
        };
        const state = known.find((each) => each.vehicle === number + 1);
        list.push({
          vehicle: again ? byNow(placed, state) : placed,
          name: count > 1 && kind.name ? `${kind.name} ${nth}` : kind.name,
          day: date,
          number,
          driver: drivers + nth,
        });
      }
    }
    drivers += kind.count ?? 1;
  }
  return {
    vehicles: list.map(({ vehicle }) => vehicle),
    names: list.map(({ name }) => name),
    days: list.map(({ day }) => day),
    numbers: list.map((each) => each.number),
    drivers: list.map(({ driver }) => driver),
    ends,
  };
}

/** What another vehicle costs if a job says nothing: one driver with two trips is better than two drivers, unless work is to be shared. Units: minutes of driving. */
const costOfVehicle = ({ balance = 0 }: RouteOptions) => (balance > 0 ? 0 : 10);

/** How often a vehicle with a capacity may load, and how long that takes, if a job says nothing. */
const MOST_TRIPS = 10;
const RELOAD_MINUTES = 15;

/** Builds the fleet part of a request, for stops between a start and an end, followed by the ends of vehicles. */
export function fleetQuestion(
  options: RouteOptions,
  stops: readonly StopLimits[],
  fleet = fleetOf(options, stops.length),
): FleetRequest {
  const all = [NO_LIMITS, ...stops, ...(fleet?.ends ?? []).map(() => NO_LIMITS), NO_LIMITS];
  const { zero, days } = calendarOf(options);
  const costing = ownCosting(options.costing);
  const table = speedTableOf(options);
  const longest = days[0]?.until ?? Infinity;
  const { capacity, regular_hours: regularHours } = options;
  const isSeveral = stops.some(({ windows }) => windows.length > 1);
  /** Returns a limit of all locations, where any stop states it. */
  const listOf = (member: keyof FleetRequest, name: keyof StopLimits): Partial<FleetRequest> =>
    isStated(stops, name) ? { [member]: all.map((limits) => limits[name]) } : {};
  const simple = {
    vehicles: typeof options.vehicles === 'number' ? options.vehicles : 1,
    ...(typeof options.vehicles === 'number' && { fixed_cost: costOfVehicle(options) * 60 }),
    ...(typeof capacity === 'number' && { capacity }),
    ...(capacity !== undefined && {
      trips: options.trips ?? MOST_TRIPS,
      reload_seconds: (options.reload_minutes ?? RELOAD_MINUTES) * 60,
    }),
    ...(longest < Infinity && { max_seconds: longest }),
    ...(options.breaks !== undefined && { breaks: breaksFrom(options.breaks, zero) }),
  };
  return {
    ...(fleet ? { fleet: [...fleet.vehicles] } : simple),
    ...(unitsOf(options).length > 1 || typeof capacity === 'object'
      ? { amounts: all.map(({ amounts }) => [...amounts]) }
      : { demands: all.map(({ demand }) => demand) }),
    service_seconds: all.map(({ serviceSeconds }) => serviceSeconds),
    ...(isSeveral
      ? {
          windows: all.map(({ windows }) =>
            windows.map(({ from, until }) => ({
              from_seconds: from,
              until_seconds: Math.min(until, FOREVER),
            })),
          ),
        }
      : {
          earliest_seconds: all.map(({ earliestSeconds }) => earliestSeconds),
          latest_seconds: all.map(({ latestSeconds }) => latestSeconds),
        }),
    ...listOf('ranks', 'rank'),
    ...listOf('priorities', 'priority'),
    ...listOf('wished_until_seconds', 'wishedSeconds'),
    ...(isStated(stops, 'wishedSeconds') && { late_cost: options.late_cost ?? LATE_COST }),
    ...listOf('fresh_seconds', 'freshSeconds'),
    ...listOf('skills', 'skills'),
    ...listOf('together', 'together'),
    ...listOf('apart', 'apart'),
    ...(isStated(stops, 'aboard') && {
      aboard: all.map(({ aboard }) => (aboard === null ? null : indexIn(fleet, aboard - 1))),
    }),
    ...(isStated(stops, 'shipment') && { pickups: pairsOf(stops) }),
    ...(costing !== undefined && { costing }),
    ...(table !== undefined && { speed: speedQuestion(table, zero, days.length) }),
    wait_cost: options.wait_cost ?? WAIT_COST,
    ...(regularHours !== undefined && {
      overtime_cost: options.overtime_cost ?? OVERTIME_COST,
      regular_seconds: regularHours * 3600,
    }),
    ...(options.balance !== undefined && { balance: options.balance }),
    leaves_later: options.later_departure ?? true,
  };
}

/** Returns the index of a vehicle in a fleet, which may be a part of all; an index of none where it is in another part. */
function indexIn(fleet: FleetPlan | undefined, number: number): number {
  const at = fleet?.numbers.indexOf(number) ?? number;
  return at < 0 ? (fleet?.numbers.length ?? number) : at;
}

/** A time that no plan reaches. */
const FOREVER = 1e9;

/** Returns the pickups and deliveries among stops, by their locations. Shape: a shipment without both is left out, and served as a stop. */
function pairsOf(stops: readonly StopLimits[]): { pickup: number; delivery: number }[] {
  return stops.flatMap(({ shipment, isPickup }, at) => {
    if (shipment === null || isPickup) return [];
    const pickup = stops.findIndex((other) => other.shipment === shipment && other.isPickup);
    const isFirst = stops.findIndex((other) => other.shipment === shipment && !other.isPickup) === at;
    return pickup < 0 || !isFirst ? [] : [{ pickup: pickup + 1, delivery: at + 1 }];
  });
}

/** Returns the breaks of two days from the departure on. Units: seconds from the departure. */
export function breaksFrom(
  breaks: readonly string[],
  depart: number,
): { from_seconds: number; until_seconds: number }[] {
  return breaks.flatMap((text) => {
    const { from, until } = spanOfDay(text);
    const length = until - from;
    return [0, DAY_SECONDS].flatMap((day) => {
      const begin = from + day - depart;
      if (begin + length <= 0) return [];
      return [{ from_seconds: Math.max(0, begin), until_seconds: begin + length }];
    });
  });
}
