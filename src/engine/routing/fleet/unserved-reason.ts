import type { FleetProblem, UnservedReason } from './fleet-problem.ts';

/** Returns why a stop is not served: the limit that even an empty vehicle exceeds, else `fleet` for too few vehicles. */
export function unservedReason(problem: FleetProblem, stop: number): UnservedReason {
  const { count, seconds, demand, capacity, service, earliest, latest } = problem;
  const there = seconds[stop] as number;
  const back = seconds[stop * count + count - 1] as number;
  if (!Number.isFinite(there) || !Number.isFinite(back)) return 'unreachable';
  if ((demand[stop] as number) > capacity) return 'demand';
  const begin = Math.max(there, earliest[stop] as number);
  if (begin > (latest[stop] as number)) return 'window';
  if (begin + (service[stop] as number) + back > (latest[count - 1] as number)) return 'duration';
  return 'fleet';
}
