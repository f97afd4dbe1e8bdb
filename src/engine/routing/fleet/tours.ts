import type { FleetProblem } from './fleet-problem.ts';

/**
 * The stops of one vehicle, with the times that make the check of an insertion fast.
 *
 * Shape: `stops` includes the first and the last place; `start` is when service begins at each stop, `latest` the latest start at which this
 * stop and all later ones are in time.
 */
export interface Tour {
  stops: number[];
  load: number;
  start: number[];
  latest: number[];
}

/** Creates a tour through some stops. */
export function createTour(problem: FleetProblem, stops: readonly number[] = []): Tour {
  const tour: Tour = { stops: [0, ...stops, problem.count - 1], load: 0, start: [], latest: [] };
  updateTour(problem, tour);
  return tour;
}

/** Returns an independent copy of a tour. */
export function copyTour({ stops, load, start, latest }: Tour): Tour {
  return { stops: [...stops], load, start: [...start], latest: [...latest] };
}

/** Recomputes load and times of a tour after its stops changed. */
export function updateTour(
  { count, seconds, service, earliest, latest, demand }: FleetProblem,
  tour: Tour,
): void {
  const { stops } = tour;
  const size = stops.length;
  tour.start.length = size;
  tour.latest.length = size;
  tour.load = 0;
  tour.start[0] = 0;
  for (let at = 1; at < size; at += 1) {
    const [before, stop] = [stops[at - 1], stops[at]];
    const arrival = tour.start[at - 1] + service[before] + seconds[before * count + stop];
    tour.start[at] = Math.max(arrival, earliest[stop]);
    tour.load += demand[stop];
  }
  tour.latest[size - 1] = latest[count - 1];
  for (let at = size - 2; at >= 0; at -= 1) {
    const [stop, after] = [stops[at], stops[at + 1]];
    const inTime = tour.latest[at + 1] - service[stop] - seconds[stop * count + after];
    tour.latest[at] = Math.min(inTime, latest[stop]);
  }
}

/** Returns the additional travel if a stop is inserted after a position of a tour; Infinity if a time limit or a missing route forbids it. Units: seconds. */
export function insertionCost(problem: FleetProblem, tour: Tour, stop: number, after: number): number {
  const { count, seconds, service, earliest, latest } = problem;
  const [before, next] = [tour.stops[after], tour.stops[after + 1]];
  const there = seconds[before * count + stop];
  const onward = seconds[stop * count + next];
  const added = there + onward - seconds[before * count + next];
  const arrival = tour.start[after] + service[before] + there;
  const begin = Math.max(arrival, earliest[stop]);
  if (!(begin <= latest[stop])) return Infinity;
  return begin + service[stop] + onward <= tour.latest[after + 1] ? added : Infinity;
}

/** Returns the travel time of all tours; unused vehicles do not travel. Units: seconds. */
export function travelSeconds({ count, seconds }: FleetProblem, tours: readonly Tour[]): number {
  let sum = 0;
  for (const { stops } of tours) {
    if (stops.length < 3) continue;
    for (let at = 1; at < stops.length; at += 1) sum += seconds[stops[at - 1] * count + stops[at]];
  }
  return sum;
}
