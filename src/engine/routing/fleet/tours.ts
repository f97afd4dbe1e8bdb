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
  };
  updateTour(model, tour);
  return tour;
}

/** Returns an independent copy of a tour. */
export function copyTour(tour: Tour): Tour {
  return { ...tour, stops: [...tour.stops], start: [...tour.start], latest: [...tour.latest] };
}

/** Recomputes load, times and cost of a tour after its stops changed. */
export function updateTour(model: FleetModel, tour: Tour): void {
  const { count, seconds, service, earliest, latest, demand, clock, isPlain } = model;
  const { stops } = tour;
  const size = stops.length;
  const { isVarying } = clock;
  tour.start.length = size;
  tour.latest.length = size;
  tour.load = 0;
  tour.start[0] = 0;
  let travel = 0;
  for (let at = 1; at < size; at += 1) {
    const [before, stop] = [stops[at - 1], stops[at]];
    const leg = seconds[before * count + stop];
    travel += leg;
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
  // A vehicle without stops stays where it is.
  if (size < 3) travel = 0;
  tour.departure = 0;
  tour.duration = size < 3 ? 0 : tour.start[size - 1];
  tour.cost = travel;
  if (isPlain || size < 3) return;
  const departure = model.leavesLater ? latestDeparture(model, tour) : 0;
  const times = scheduleOf(model, stops, departure);
  tour.departure = departure;
  tour.duration = times[size - 1].begin - departure;
  tour.cost = costOfTimes(model, times, tour.duration);
}

/** Returns the latest departure of a tour that ends as early as it can: until then it would only wait. */
function latestDeparture(
  { count, seconds, service, latest, clock }: FleetModel,
  { stops, start }: Tour,
): number {
  let until = start[stops.length - 1];
  for (let at = stops.length - 2; at >= 0; at -= 1) {
    const [stop, after] = [stops[at], stops[at + 1]];
    const inTime = clock.beginBy(clock.departBy(until, seconds[stop * count + after]), service[stop]);
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

function costOfTimes({ clock, costs }: FleetModel, times: readonly StopTimes[], duration: number): number {
  let travel = 0;
  let wait = 0;
  for (let at = 1; at < times.length; at += 1) {
    const { end } = times[at - 1];
    const { reached, begin } = times[at];
    travel += reached - end - clock.breaksWithin(end, reached);
    wait += begin - reached - clock.breaksWithin(reached, begin);
  }
  return travel + costs.wait * wait + costs.overtime * Math.max(0, duration - costs.regularSeconds);
}

/**
 * Returns about what a tour costs more if a stop is inserted after a position; Infinity if a limit, its rank or a missing route forbids it. Units: seconds
 * of travel.
 *
 * Shape: exact for the travel on free roads. Waiting counts behind the first stop only: before it, the vehicle leaves later.
 */
export function insertionCost(model: FleetModel, tour: Tour, stop: number, after: number): number {
  const { count, seconds, service, earliest, latest, rank, clock, costs } = model;
  const [before, next] = [tour.stops[after], tour.stops[after + 1]];
  if (rank[before] > rank[stop] || rank[stop] > rank[next]) return Infinity;
  const there = seconds[before * count + stop];
  const onward = seconds[stop * count + next];
  const added = there + onward - seconds[before * count + next];
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
export function costOfTours({ costs: { balance }, vehicles }: FleetModel, tours: readonly Tour[]): number {
  let sum = 0;
  let longest = 0;
  let total = 0;
  for (const { cost, duration } of tours) {
    sum += cost;
    total += duration;
    longest = Math.max(longest, duration);
  }
  return balance === 0 ? sum : sum + balance * (longest * vehicles - total);
}
