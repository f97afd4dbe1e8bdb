import { NO_COSTS, type FleetCosts, type FleetProblem, type Vehicle, type Window } from './fleet-problem.ts';
import { createWorkClock, type WorkClock } from './work-clock.ts';

/** Vehicles that are alike. Shape: `fits` is 1 for each place that they may serve; `arc` what travel costs, row by row. */
export interface Kind {
  vehicle: Vehicle;
  clock: WorkClock;
  arc: Float64Array;
  fits: Uint8Array;
}

/** A problem as the search reads it. Shape: `isPlain` where the cost of a tour is its travel; `isExact` where an insertion is judged by the whole tour. */
export interface FleetModel extends FleetProblem {
  kinds: Kind[];
  /** Index of the kind of each vehicle. */
  kindOf: Int32Array;
  costs: FleetCosts;
  rank: Uint8Array;
  earliest: Float64Array;
  latest: Float64Array;
  /** Windows of places with several. */
  several: (readonly Window[] | undefined)[];
  /** The other stop of a pair, -1 without one; `isPickup` 1 for the first of a pair. */
  partner: Int32Array;
  isPickup: Uint8Array;
  /** Importance of a stop; 1 where nothing is stated. */
  weight: Float64Array;
  leavesLater: boolean;
  isPlain: boolean;
  isExact: boolean;
  /** Stops of tours that were compared or timed so far; those of the clocks are apart. */
  steps: number;
}

/** What a step of the clock costs, of a step with a stop. Measured: 4 and 20 ns. */
const CLOCK_STEP = 0.25;

/** Returns what the search of a model has cost so far, in steps: the same on any machine. */
export function workOf({ steps, kinds }: FleetModel): number {
  return kinds.reduce((sum, { clock }) => sum + CLOCK_STEP * clock.steps, steps);
}

/** Builds the model of a problem. */
export function modelOf(problem: FleetProblem): FleetModel {
  const { count, windows, vehicles, costs = NO_COSTS, leavesLater = false, pairs = [] } = problem;
  const rank = Uint8Array.from({ length: count }, (_, at) => problem.rank?.[at] ?? 1);
  const partner = new Int32Array(count).fill(-1);
  const isPickup = new Uint8Array(count);
  for (const [pickup, delivery] of pairs) {
    partner[pickup] = delivery;
    partner[delivery] = pickup;
    isPickup[pickup] = 1;
  }
  const kinds: Kind[] = [];
  const known = new Map<string, number>();
  const kindOf = Int32Array.from(vehicles, (vehicle, at) => {
    const holds = problem.aboard?.includes(at) ?? false;
    const key = JSON.stringify([vehicle, holds && at]);
    const found = known.get(key) ?? kinds.push(kindFor(problem, vehicle, at)) - 1;
    known.set(key, found);
    return found;
  });
  const { wishedUntil, freshSeconds } = problem;
  const isExact = wishedUntil !== undefined || freshSeconds !== undefined;
  const isPlain =
    !leavesLater &&
    !isExact &&
    costs.wait === 0 &&
    costs.overtime === 0 &&
    costs.balance === 0 &&
    kinds.every(({ clock }) => !clock.isVarying);
  return {
    ...problem,
    kinds,
    kindOf,
    costs,
    rank,
    partner,
    isPickup,
    leavesLater,
    isPlain,
    isExact,
    steps: 0,
    earliest: Float64Array.from(windows, ([first]) => first?.from ?? -Infinity),
    latest: Float64Array.from(windows, (list) => list.at(-1)?.until ?? Infinity),
    several: windows.map((list) => (list.length > 1 ? list : undefined)),
    weight: Float64Array.from({ length: count }, (_, at) => 1 + (problem.priority?.[at] ?? 0)),
  };
}

function kindFor(problem: FleetProblem, vehicle: Vehicle, number: number): Kind {
  const { count, seconds, meters, demand, units, needs, aboard, factors } = problem;
  const { perSecond, perMeter, capacity, skills } = vehicle;
  const fits = Uint8Array.from({ length: count }, (_, place) => {
    const holder = aboard?.[place] ?? null;
    if (holder !== null && holder !== number) return 0;
    if (needs?.[place]?.some((skill) => !skills.includes(skill))) return 0;
    for (let unit = 0; unit < units; unit += 1)
      if (Math.abs(demand[place * units + unit]) > (capacity[unit] ?? Infinity)) return 0;
    return 1;
  });
  const isOwn = perSecond !== 1 || (perMeter !== 0 && meters !== undefined);
  const arc = isOwn
    ? seconds.map((time, at) =>
        time === Infinity ? Infinity : time * perSecond + (meters?.[at] ?? 0) * perMeter,
      )
    : seconds;
  return { vehicle, clock: createWorkClock(factors, vehicle.breaks), arc, fits };
}
