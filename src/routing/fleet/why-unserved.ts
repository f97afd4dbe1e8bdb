import type { FleetProblem, UnservedReason } from './fleet-problem.ts';

/** Says why a stop is left over: what forbids even a vehicle of its own, else that there are not enough of them. */
export function whyUnserved(problem: FleetProblem, stop: number): UnservedReason {
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
