import { setImmediate } from 'node:timers/promises';
import type { FleetPlan, FleetProblem } from '../fleet/fleet-problem.ts';
import { planInTurns } from '../fleet/plan-fleet.ts';
import { checkPlan } from '../fleet/simulate-tours.ts';
import { orderStops } from '../ordering/order-stops.ts';
import type { Ordering, OrderingProblem } from '../ordering/ordering-problem.ts';

/**
 * The port for what an optimized route computes beside the router: the order of stops, and the tours of several vehicles.
 *
 * Errors: of both methods, ABORTED by `signal`; INTERNAL for a plan that fails its simulation.
 */
export interface TourPlanner {
  order(problem: OrderingProblem, signal?: AbortSignal): Promise<Ordering>;
  plan(problem: FleetProblem, signal?: AbortSignal): Promise<FleetPlan>;
}

/**
 * Creates a planner that computes tours in this thread, one after the other.
 *
 * Shape: between two tours, and while one is searched, the thread does what else is due, such as showing the progress of a run. Cost: half a second for 200 stops.
 */
export function createOwnPlanner(): TourPlanner {
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(compute: () => T | Promise<T>): Promise<T> {
    const turn = last.then(() => setImmediate()).then(compute);
    last = turn.catch(() => undefined);
    return turn;
  }
  return {
    order: (problem) => inTurn(() => orderStops(problem)),
    plan: (problem) =>
      inTurn(async () => {
        const turns = planInTurns(problem);
        for (;;) {
          const { done, value: plan } = turns.next();
          if (done) {
            checkPlan(problem, plan);
            return plan;
          }
          await setImmediate();
        }
      }),
  };
}
