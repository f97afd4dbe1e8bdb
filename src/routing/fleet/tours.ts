import type { FleetProblem } from './fleet-problem.ts';

/**
 * Holds one vehicle's stops with what tells in a few steps whether another one fits in.
 *
 * Shape: `stops` begins with the first place and ends with the last; `start` is when each is begun to be served, `latest` until when it may be so that all
 * that follow stay in time.
 */
export interface Tour {
  stops: number[];
  load: number;
  start: number[];
  latest: number[];
}

/** Creates a tour that serves nothing. */
export function emptyTour(problem: FleetProblem): Tour {
  const tour: Tour = { stops: [0, problem.count - 1], load: 0, start: [], latest: [] };
  settleTour(problem, tour);
  return tour;
}

/** Computes load and times of a tour anew, after its stops changed. */
export function settleTour(
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
    const [before, stop] = [stops[at - 1] as number, stops[at] as number];
    const arrival =
      (tour.start[at - 1] as number) +
      (service[before] as number) +
      (seconds[before * count + stop] as number);
    tour.start[at] = Math.max(arrival, earliest[stop] as number);
    tour.load += demand[stop] as number;
  }
  tour.latest[size - 1] = latest[count - 1] as number;
  for (let at = size - 2; at >= 0; at -= 1) {
    const [stop, after] = [stops[at] as number, stops[at + 1] as number];
    const inTime =
      (tour.latest[at + 1] as number) - (service[stop] as number) - (seconds[stop * count + after] as number);
    tour.latest[at] = Math.min(inTime, latest[stop] as number);
  }
}

/** Tells what it costs to serve a stop behind a place of a tour, or Infinity when capacity, windows or the way forbid it. */
export function costOfInsertion(problem: FleetProblem, tour: Tour, stop: number, behind: number): number {
  const { count, seconds, service, earliest, latest } = problem;
  const [before, after] = [tour.stops[behind] as number, tour.stops[behind + 1] as number];
  const there = seconds[before * count + stop] as number;
  const onward = seconds[stop * count + after] as number;
  const added = there + onward - (seconds[before * count + after] as number);
  const arrival = (tour.start[behind] as number) + (service[before] as number) + there;
  const begin = Math.max(arrival, earliest[stop] as number);
  if (!(begin <= (latest[stop] as number))) return Infinity;
  return begin + (service[stop] as number) + onward <= (tour.latest[behind + 1] as number) ? added : Infinity;
}

/** Returns the travel of all tours. Units: seconds. */
export function travelOf({ count, seconds }: FleetProblem, tours: readonly Tour[]): number {
  let sum = 0;
  for (const { stops } of tours) {
    if (stops.length < 3) continue;
    for (let at = 1; at < stops.length; at += 1)
      sum += seconds[(stops[at - 1] as number) * count + (stops[at] as number)] as number;
  }
  return sum;
}
