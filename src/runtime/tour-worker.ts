import type { FleetProblem } from '../engine/routing/fleet/fleet-problem.ts';
import { createOwnPlanner } from '../engine/routing/optimized/tour-planner.ts';
import type { OrderingProblem } from '../engine/routing/ordering/ordering-problem.ts';
import { serveTasks } from './task-worker.ts';

/** A problem for a thread, which replies with its tours. */
export type TourTask = { order: OrderingProblem } | { plan: FleetProblem };

void serveTasks<TourTask>(async () => {
  const planner = createOwnPlanner();
  return (task) => ('order' in task ? planner.order(task.order) : planner.plan(task.plan));
});
