import type { FleetProblem, UnservedReason } from './fleet-problem.ts';

/** Returns why a stop is not served: the limit that even an empty vehicle exceeds, else `fleet` for too few vehicles. */
export function unservedReason(problem: FleetProblem, stop: number): UnservedReason {
  const { count, seconds, demand, capacity, service, earliest, latest } = problem;
  const there = seconds[stop];
  const back = seconds[stop * count + count - 1];
  if (!Number.isFinite(there) || !Number.isFinite(back)) return 'unreachable';
  if (demand[stop] > capacity) return 'demand';
  const begin = Math.max(there, earliest[stop]);
  if (begin > latest[stop]) return 'window';
  if (begin + service[stop] + back > latest[count - 1]) return 'duration';
  return 'fleet';
}
