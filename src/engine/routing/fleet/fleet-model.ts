import type { FleetCosts, FleetProblem } from './fleet-problem.ts';
import { createWorkClock, type WorkClock } from './work-clock.ts';

/** A problem with everything that it leaves out. Shape: `isPlain` where the cost of a tour is its travel, and travel takes its seconds. */
export interface FleetModel extends FleetProblem {
  clock: WorkClock;
  costs: FleetCosts;
  rank: Uint8Array;
  leavesLater: boolean;
  isPlain: boolean;
  /** Stops of tours that were compared, copied or timed so far; those of the clock are apart. */
  steps: number;
}

/** What a step of the clock costs, of a step with a stop. Measured: 4 and 20 ns. */
const CLOCK_STEP = 0.25;

const NO_COSTS: FleetCosts = { wait: 0, overtime: 0, regularSeconds: Infinity, balance: 0 };

/** Returns what the search of a model has cost so far, in steps: the same on any machine. */
export function workOf({ steps, clock }: FleetModel): number {
  return steps + CLOCK_STEP * clock.steps;
}

/** Builds the model of a problem. */
export function modelOf(problem: FleetProblem): FleetModel {
  const { count, factors, breaks, costs = NO_COSTS, leavesLater = false } = problem;
  const clock = createWorkClock(factors, breaks);
  const rank = Uint8Array.from(problem.rank ?? new Uint8Array(count).fill(1));
  // A tour begins with the first ranks and ends with the last ones.
  rank[0] = 0;
  rank[count - 1] = 2;
  const isPlain =
    !clock.isVarying && !leavesLater && costs.wait === 0 && costs.overtime === 0 && costs.balance === 0;
  return { ...problem, clock, costs, rank, leavesLater, isPlain, steps: 0 };
}
