import type { FleetPlan, FleetProblem } from '../engine/routing/fleet/fleet-problem.ts';
import { createOwnPlanner } from '../engine/routing/optimized/tour-planner.ts';
import type { Ordering, OrderingProblem } from '../engine/routing/ordering/ordering-problem.ts';

/** A problem for a thread. */
export type TourTask = { order: OrderingProblem } | { plan: FleetProblem };

const planner = createOwnPlanner();

/** Computes the tours of a problem; the program of a thread. */
export default function planTours(task: TourTask): Promise<Ordering | FleetPlan> {
  return 'order' in task ? planner.order(task.order) : planner.plan(task.plan);
}
