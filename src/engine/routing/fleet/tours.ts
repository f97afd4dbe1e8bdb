import type { FleetModel, Kind } from './fleet-model.ts';
import type { StopTimes } from './fleet-problem.ts';
import type { WorkClock } from './work-clock.ts';

/**
 * The tour of one vehicle, with what makes the check of an insertion fast. A tour never changes: another one takes its place.
 *
 * Shape: `stops` from start to end, 0 between them where the vehicle loads again; `start` is when service begins at each if the vehicle leaves at the
 * beginning of its shift, `latest` the latest such time at which everything behind is in time. `peak`, by place and unit: most on board from the beginning of
 * the trip until the vehicle leaves; `onBoard` what it leaves with. `trip`: the trip that a place is in, or begins.
 * Units: seconds; `cost` in seconds of travel.
 */
export interface Tour {
  readonly vehicle: number;
  readonly kind: Kind;
  readonly stops: readonly number[];
  readonly start: readonly number[];
  readonly latest: readonly number[];
  readonly trip: readonly number[];
  readonly peak: readonly number[];
  readonly onBoard: readonly number[];
  readonly isFeasible: boolean;
  departure: number;
  duration: number;
  cost: number;
  /** Departure, duration and cost are those of the stops. */
  isPriced: boolean;
}

/** Sums of times from two sides differ by less. Units: seconds. */
const INSTANT = 1e-6;

/** Returns the first time from a given one at which service may begin; Infinity without one. */
export function beginFrom(
  { earliest, latest, several }: FleetModel,
  clock: WorkClock,
  stop: number,
  time: number,
): number {
  const windows = several[stop];
  if (windows === undefined) {
    const begin = clock.open(Math.max(time, earliest[stop]));
    return begin <= latest[stop] + INSTANT ? begin : Infinity;
  }
  for (const { from, until } of windows) {
    if (until + INSTANT < time) continue;
    const begin = clock.open(Math.max(time, from));
    if (begin <= until + INSTANT) return begin;
  }
  return Infinity;
}

/** Returns the last time until a given one at which service may begin; -Infinity without one. */
export function beginUntil(
  { earliest, latest, several }: FleetModel,
  clock: WorkClock,
  stop: number,
  time: number,
): number {
  const windows = several[stop];
  if (windows === undefined) {
    const begin = clock.lastOpen(Math.min(time, latest[stop]));
    return begin >= earliest[stop] - INSTANT ? Math.max(begin, earliest[stop]) : -Infinity;
  }
  for (let at = windows.length - 1; at >= 0; at -= 1) {
    const { from, until } = windows[at];
    if (from > time + INSTANT) continue;
    const begin = clock.lastOpen(Math.min(time, until));
    if (begin >= from - INSTANT) return Math.max(begin, from);
  }
  return -Infinity;
}

/** Creates the tour of a vehicle. Shape: `inner` are its stops, and 0 where it loads again. */
export function createTour(model: FleetModel, vehicle: number, inner: readonly number[] = []): Tour {
  const { count, seconds, demand, units, kinds, kindOf, service, rank } = model;
  const kind = kinds[kindOf[vehicle]];
  const { vehicle: of, clock } = kind;
  const { isVarying } = clock;
  const stops = [of.start, ...inner, of.end];
  const size = stops.length;
  model.steps += size;
  const start = new Array<number>(size);
  const latest = new Array<number>(size);
  const trip = new Array<number>(size);
  const peak = new Array<number>(size * units);
  const onBoard = new Array<number>(size * units);
  let isFeasible = true;
  start[0] = of.from;
  trip[0] = 0;
  for (let at = 1; at < size; at += 1) {
    const [before, stop] = [stops[at - 1], stops[at]];
    const leg = seconds[before * count + stop];
    const stay = before === 0 && at > 1 ? of.reloadSeconds : service[before];
    const arrival = isVarying
      ? clock.arrive(clock.finish(start[at - 1], stay), leg)
      : start[at - 1] + stay + leg;
    if (at === size - 1) {
      start[at] = arrival;
      isFeasible &&= arrival <= of.until;
    } else if (before !== 0 && stop !== 0 && at > 1) isFeasible &&= rank[before] <= rank[stop];
    if (at < size - 1)
      start[at] = stop === 0 ? openAt(clock, arrival) : beginFrom(model, clock, stop, arrival);
    trip[at] = trip[at - 1] + (stop === 0 && at < size - 1 ? 1 : 0);
    isFeasible &&= start[at] < Infinity;
  }
  latest[size - 1] = of.until;
  for (let at = size - 2; at >= 0; at -= 1) {
    const [stop, after] = [stops[at], stops[at + 1]];
    const leg = seconds[stop * count + after];
    const stay = stop === 0 && at > 0 ? of.reloadSeconds : service[stop];
    const inTime = isVarying
      ? clock.beginBy(clock.departBy(latest[at + 1], leg), stay)
      : latest[at + 1] - stay - leg;
    latest[at] =
      at === 0 ? inTime : stop === 0 ? clock.lastOpen(inTime) : beginUntil(model, clock, stop, inTime);
  }
  for (let unit = 0; unit < units; unit += 1) {
    const capacity = of.capacity[unit] ?? Infinity;
    let load = 0;
    for (let at = size - 1; at >= 0; at -= 1) {
      onBoard[at * units + unit] = load;
      load = stops[at] === 0 ? 0 : load + demand[stops[at] * units + unit];
    }
    let most = 0;
    for (let at = 0; at < size; at += 1) {
      const now = onBoard[at * units + unit];
      most = stops[at] === 0 ? now : Math.max(most, now);
      peak[at * units + unit] = most;
      isFeasible &&= most <= capacity + ROUNDING;
    }
  }
  return {
    vehicle,
    kind,
    stops,
    start,
    latest,
    trip,
    peak,
    onBoard,
    isFeasible,
    departure: of.from,
    duration: 0,
    cost: 0,
    isPriced: false,
  };
}

/** Loads are sums of amounts that have fractions. */
export const ROUNDING = 1e-9;

const openAt = (clock: WorkClock, time: number) => (clock.isVarying ? clock.open(time) : time);

/** Returns the stops of a tour without its ends. */
export function innerStops({ stops }: Tour): number[] {
  return stops.slice(1, -1);
}

/** Computes departure, duration and cost of a tour. */
export function priceTour(model: FleetModel, tour: Tour): void {
  if (tour.isPriced) return;
  tour.isPriced = true;
  const { stops, start, kind } = tour;
  const size = stops.length;
  model.steps += size;
  // A vehicle without stops stays where it is.
  if (size < 3) return;
  const { count, costs, wishedUntil } = model;
  const { arc, vehicle } = kind;
  tour.cost = vehicle.fixedCost;
  for (let at = 1; at < size; at += 1) tour.cost += arc[stops[at - 1] * count + stops[at]];
  tour.duration = start[size - 1] - vehicle.from;
  if (model.isPlain) return;
  const times = scheduleOf(model, tour);
  tour.departure = times[0].end;
  tour.duration = start[size - 1] - tour.departure;
  const { travel, wait } = travelAndWait(tour, times);
  // Travel takes longer, or less long, than on free roads.
  if (kind.clock.isVarying) tour.cost += (travel - freeTravel(model, tour)) * vehicle.perSecond;
  tour.cost += costs.wait * wait + costs.overtime * Math.max(0, tour.duration - costs.regularSeconds);
  if (wishedUntil !== undefined)
    for (let at = 1; at < size - 1; at += 1)
      tour.cost += costs.late * Math.max(0, times[at].begin - wishedUntil[stops[at]]);
}

function freeTravel({ count, seconds }: FleetModel, { stops }: Tour): number {
  let sum = 0;
  for (let at = 1; at < stops.length; at += 1) sum += seconds[stops[at - 1] * count + stops[at]];
  return sum;
}

/**
 * Returns the times of a tour: each place as early as possible, but the depot left as late as the trip allows that ends as early as it can.
 *
 * Guarantee: no stop is served later than a vehicle allows that leaves at the beginning of its shift, or than it wishes.
 */
export function scheduleOf(model: FleetModel, tour: Tour): StopTimes[] {
  const { count, seconds, service, leavesLater, wishedUntil } = model;
  const { stops, start, kind } = tour;
  const { clock, vehicle } = kind;
  const last = stops.length - 1;
  const departures = new Map<number, number>();
  let until = start[last];
  for (let at = last - 1; at >= 0 && leavesLater; at -= 1) {
    const [stop, after] = [stops[at], stops[at + 1]];
    const left = clock.departBy(until, seconds[stop * count + after]);
    if (at === 0 || stop === 0) {
      departures.set(at, left);
      until = start[at];
      continue;
    }
    until = beginUntil(model, clock, stop, clock.beginBy(left, service[stop]));
    const wished = wishedUntil?.[stop] ?? Infinity;
    if (until > wished) until = Math.max(start[at], Math.min(until, beginUntil(model, clock, stop, wished)));
  }
  const times: StopTimes[] = [];
  for (let at = 0; at <= last; at += 1) {
    const stop = stops[at];
    const reached =
      at === 0 ? vehicle.from : clock.arrive(times[at - 1].end, seconds[stops[at - 1] * count + stop]);
    const isDepot = at === 0 || stop === 0 || at === last;
    const begin =
      at === 0 || at === last
        ? reached
        : isDepot
          ? openAt(clock, reached)
          : beginFrom(model, clock, stop, reached);
    const end =
      at === last
        ? begin
        : clock.finish(begin, isDepot ? (at === 0 ? 0 : vehicle.reloadSeconds) : service[stop]);
    const left = isDepot && at < last ? Math.max(end, departures.get(at) ?? end) : end;
    times.push(at === 0 ? { reached: left, begin: left, end: left } : { reached, begin, end: left });
  }
  return times;
}

/** Returns the travel of a tour and its waiting, without breaks; waiting at the depot between two trips is waiting. */
function travelAndWait({ stops, kind: { clock, vehicle } }: Tour, times: readonly StopTimes[]) {
  let travel = 0;
  let wait = 0;
  for (let at = 1; at < times.length; at += 1) {
    const { end } = times[at - 1];
    const { reached, begin } = times[at];
    travel += reached - end - clock.breaksWithin(end, reached);
    const isReload = stops[at] === 0 && at < times.length - 1;
    const from = isReload ? clock.finish(begin, vehicle.reloadSeconds) : reached;
    const until = isReload ? times[at].end : begin;
    wait += until - from - clock.breaksWithin(from, until);
  }
  return { travel, wait };
}

/** Reports whether everything is served soon enough after it was loaded. */
export function isFresh(model: FleetModel, tour: Tour): boolean {
  const { freshSeconds, partner, isPickup } = model;
  if (freshSeconds === undefined) return true;
  const times = scheduleOf(model, tour);
  const { stops } = tour;
  let loaded = times[0].end;
  for (let at = 1; at < stops.length - 1; at += 1) {
    const stop = stops[at];
    if (stop === 0) loaded = times[at].end;
    else if (!isPickup[stop]) {
      const since = partner[stop] < 0 ? loaded : times[stops.indexOf(partner[stop])].end;
      if (times[at].begin - since > freshSeconds[stop]) return false;
    }
  }
  return true;
}

/** Returns the cost of all tours with what their imbalance costs. Units: seconds of travel. */
export function costOfTours(model: FleetModel, tours: readonly Tour[]): number {
  const {
    costs: { balance },
    vehicles,
  } = model;
  let sum = 0;
  let longest = 0;
  let total = 0;
  for (const tour of tours) {
    priceTour(model, tour);
    sum += tour.cost;
    total += tour.duration;
    longest = Math.max(longest, tour.duration);
  }
  return balance === 0 ? sum : sum + balance * (longest * vehicles.length - total);
}
