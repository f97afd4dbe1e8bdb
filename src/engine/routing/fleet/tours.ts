import type { FleetModel } from './fleet-model.ts';

/**
 * The stops of one vehicle, with the times that make the check of an insertion fast.
 *
 * Shape: `stops` includes the first and the last place; `start` is when service begins at each stop for the earliest departure, `latest` the latest
 * start at which this stop and all later ones are in time.
 * Units: seconds; `cost` in seconds of travel.
 */
export interface Tour {
  stops: number[];
  load: number;
  start: number[];
  latest: number[];
  departure: number;
  duration: number;
  cost: number;
  /** Departure, duration and cost are those of the stops. */
  isPriced: boolean;
}

/** Creates a tour through some stops. */
export function createTour(model: FleetModel, stops: readonly number[] = []): Tour {
  const tour: Tour = {
    stops: [0, ...stops, model.count - 1],
    load: 0,
    start: [],
    latest: [],
    departure: 0,
    duration: 0,
    cost: 0,
    isPriced: false,
  };
  updateTour(model, tour);
  return tour;
}

/** Returns an independent copy of a tour. */
export function copyTour(tour: Tour): Tour {
  return { ...tour, stops: [...tour.stops], start: [...tour.start], latest: [...tour.latest] };
}

/** Recomputes load and times of a tour after its stops changed. */
export function updateTour(model: FleetModel, tour: Tour): void {
  const { count, seconds, service, earliest, latest, demand, clock } = model;
  const { stops } = tour;
  const size = stops.length;
  const { isVarying } = clock;
  model.steps += size;
  tour.start.length = size;
  tour.latest.length = size;
  tour.load = 0;
  tour.start[0] = 0;
  for (let at = 1; at < size; at += 1) {
    const [before, stop] = [stops[at - 1], stops[at]];
    const leg = seconds[before * count + stop];
    const arrival = isVarying
      ? clock.arrive(clock.finish(tour.start[at - 1], service[before]), leg)
      : tour.start[at - 1] + service[before] + leg;
    const begin = Math.max(arrival, earliest[stop]);
    tour.start[at] = isVarying ? clock.open(begin) : begin;
    tour.load += demand[stop];
  }
  tour.latest[size - 1] = latest[count - 1];
  for (let at = size - 2; at >= 0; at -= 1) {
    const [stop, after] = [stops[at], stops[at + 1]];
    const leg = seconds[stop * count + after];
    const inTime = isVarying
      ? clock.beginBy(clock.departBy(tour.latest[at + 1], leg), service[stop])
      : tour.latest[at + 1] - service[stop] - leg;
    tour.latest[at] = Math.min(inTime, latest[stop]);
  }
  tour.isPriced = false;
}

/** Computes departure, duration and cost of a tour whose stops changed. */
export function priceTour(model: FleetModel, tour: Tour): void {
  if (tour.isPriced) return;
  const { count, seconds, service, clock, costs, isPlain } = model;
  const { stops, start } = tour;
  const size = stops.length;
  model.steps += size;
  tour.isPriced = true;
  tour.departure = 0;
  tour.duration = 0;
  tour.cost = 0;
  // A vehicle without stops stays where it is.
  if (size < 3) return;
  let travel = 0;
  let served = 0;
  for (let at = 1; at < size; at += 1) {
    travel += seconds[stops[at - 1] * count + stops[at]];
    served += service[stops[at]];
  }
  tour.duration = start[size - 1];
  tour.cost = travel;
  if (isPlain) return;
  tour.departure = model.leavesLater ? latestDeparture(model, tour) : 0;
  tour.duration -= tour.departure;
  if (clock.isVarying) tour.cost = travelAndWait(model, stops, tour.departure);
  else tour.cost += costs.wait * (tour.duration - travel - served);
  tour.cost += costs.overtime * Math.max(0, tour.duration - costs.regularSeconds);
}

/** Returns the latest departure of a tour that ends as early as it can: until then it would only wait. */
function latestDeparture(
  { count, seconds, service, latest, clock }: FleetModel,
  { stops, start }: Tour,
): number {
  let until = start[stops.length - 1];
  for (let at = stops.length - 2; at >= 0; at -= 1) {
    const [stop, after] = [stops[at], stops[at + 1]];
    const leg = seconds[stop * count + after];
    const inTime = clock.isVarying
      ? clock.beginBy(clock.departBy(until, leg), service[stop])
      : until - leg - service[stop];
    until = at === 0 ? inTime : Math.min(inTime, latest[stop]);
  }
  return Math.max(0, until);
}

/** The times at one stop of a tour: reached, begin and end of its service. Units: seconds from the earliest departure. */
export interface StopTimes {
  reached: number;
  begin: number;
  end: number;
}

/** Returns the times of a tour that leaves at a departure. Shape: `stops` with the first and the last place. */
export function scheduleOf(
  { count, seconds, service, earliest, clock }: FleetModel,
  stops: readonly number[],
  departure: number,
): StopTimes[] {
  let end = departure;
  return stops.map((stop, at) => {
    if (at === 0) return { reached: departure, begin: departure, end: departure };
    const reached = clock.arrive(end, seconds[stops[at - 1] * count + stop]);
    const begin = clock.open(Math.max(reached, earliest[stop]));
    end = clock.finish(begin, service[stop]);
    return { reached, begin, end };
  });
}

/** Returns what travel and waiting of a tour cost where travel depends on the time of day. */
function travelAndWait(model: FleetModel, stops: readonly number[], departure: number): number {
  const { clock, costs } = model;
  const times = scheduleOf(model, stops, departure);
  let travel = 0;
  let wait = 0;
  for (let at = 1; at < times.length; at += 1) {
    const { end } = times[at - 1];
    const { reached, begin } = times[at];
    travel += reached - end - clock.breaksWithin(end, reached);
    wait += begin - reached - clock.breaksWithin(reached, begin);
  }
  return travel + costs.wait * wait;
}

/**
 * Returns about what a tour costs more if a stop is inserted after a position; Infinity if a limit, its rank or a missing route forbids it. Units: seconds
 * of travel.
 *
 * Shape: Infinity, too, where it is not below `bound`. Exact for the travel on free roads. Waiting counts behind the first stop only: before it, the vehicle leaves later.
 */
export function insertionCost(
  model: FleetModel,
  tour: Tour,
  stop: number,
  after: number,
  bound = Infinity,
): number {
  const { count, seconds, service, earliest, latest, rank, clock, costs } = model;
  const [before, next] = [tour.stops[after], tour.stops[after + 1]];
  if (rank[before] > rank[stop] || rank[stop] > rank[next]) return Infinity;
  const there = seconds[before * count + stop];
  const onward = seconds[stop * count + next];
  const added = there + onward - seconds[before * count + next];
  // Limits take longer to check than to find that it is too dear.
  if (!(added < bound)) return Infinity;
  if (!clock.isVarying) {
    const arrival = tour.start[after] + service[before] + there;
    const begin = Math.max(arrival, earliest[stop]);
    if (!(begin <= latest[stop])) return Infinity;
    if (!(begin + service[stop] + onward <= tour.latest[after + 1])) return Infinity;
    return costs.wait === 0 || after === 0 ? added : added + costs.wait * (begin - arrival);
  }
  const arrival = clock.arrive(clock.finish(tour.start[after], service[before]), there);
  const begin = clock.open(Math.max(arrival, earliest[stop]));
  if (!(begin <= latest[stop])) return Infinity;
  if (!(clock.arrive(clock.finish(begin, service[stop]), onward) <= tour.latest[after + 1])) return Infinity;
  return after === 0 ? added : added + costs.wait * (begin - arrival - clock.breaksWithin(arrival, begin));
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
    const { cost, duration } = tour;
    sum += cost;
    total += duration;
    longest = Math.max(longest, duration);
  }
  return balance === 0 ? sum : sum + balance * (longest * vehicles - total);
}
