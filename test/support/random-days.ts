import { createSeededRandom } from '../../src/base/seeded-random.ts';
import type { FleetProblem, Window } from '../../src/engine/routing/fleet/fleet-problem.ts';
import { problemOf, vehicleOf } from './fleet-problems.ts';

const DAY = 86_400;

/** Makes up a day, or two, with everything that a job can state: windows, breaks and shifts over midnight, trips, pairs, groups, vehicles that are underway. */
export function randomDay(seed: number): FleetProblem {
  const random = createSeededRandom(seed);
  const chance = (share: number) => random.next() < share;
  const between = (from: number, until: number) => from + random.below(until - from + 1);
  const count = between(3, 14);
  const units = between(1, 2);
  const isMetric = chance(0.6);
  const points = Array.from({ length: count }, () => [random.next() * 3000, random.next() * 3000] as const);
  points[count - 1] = points[0]!;
  const seconds = Float64Array.from(
    points.flatMap(([x, y], from) =>
      points.map(([u, v], to) => {
        if (from === to) return 0;
        if (!isMetric && chance(0.03)) return Infinity;
        return isMetric ? Math.hypot(x - u, y - v) : between(30, 3000);
      }),
    ),
  );
  const depart = between(0, 23) * 3600;
  const hours = between(3, 12);
  const rests = chance(0.6)
    ? Array.from({ length: between(1, 2) }, () => {
        const from = depart + between(-1, hours) * 3600 + random.below(4) * 900;
        return { from: Math.max(0, from), until: Math.max(0, from) + between(1, 6) * 900 };
      })
    : [];
  const days = chance(0.2) ? [0, 1] : [0];
  const vehicles = days.flatMap((day) =>
    Array.from({ length: between(1, 3) }, () => {
      const from = day * DAY + depart + random.below(3) * 1800;
      return vehicleOf(count, {
        from,
        until: chance(0.9) ? from + hours * 3600 : Infinity,
        breaks: chance(0.7)
          ? rests.map((rest) => ({ from: rest.from + day * DAY, until: rest.until + day * DAY }))
          : [],
        capacity: Array.from({ length: units }, () => (chance(0.8) ? between(5, 25) : Infinity)),
        skills: chance(0.5) ? ['cold'] : [],
        trips: between(1, 3),
        reloadSeconds: random.below(3) * 600,
        fixedCost: random.below(3) * 500,
        perSecond: chance(0.3) ? 1.5 : 1,
      });
    }),
  );
  const stops = Array.from({ length: Math.max(0, count - 2) }, (_, at) => at + 1);
  const aboard = stops.length > 4 && chance(0.15) ? ([] as (number | null)[]) : undefined;
  if (aboard) {
    vehicles[0] = { ...vehicles[0]!, start: stops.pop()!, isUnderway: true, trips: 3 };
    for (let at = 0; at < count; at += 1) aboard.push(stops.includes(at) && chance(0.4) ? 0 : null);
  }
  const free = stops.filter((stop) => aboard?.[stop] !== 0);
  const pairs =
    chance(0.3) && free.length > 3 ? [[free[0]!, free[1]!] as const, [free[3]!, free[2]!] as const] : [];
  const paired = new Set(pairs.flat());
  const demand = new Float64Array(count * units);
  for (const stop of stops)
    for (let unit = 0; unit < units; unit += 1) demand[stop * units + unit] = random.below(7);
  for (const [pickup, delivery] of pairs)
    for (let unit = 0; unit < units; unit += 1)
      demand[pickup * units + unit] = -demand[delivery * units + unit]!;
  const open = (): Window[] => {
    if (chance(0.3)) return [];
    const from = Math.max(0, depart + between(-2, hours) * 3600 + random.below(4) * 900);
    const first = { from, until: from + between(0, 16) * 900 };
    return chance(0.3) ? [first, { from: first.from + DAY, until: first.until + DAY }] : [first];
  };
  const perStop = <T>(of: (stop: number) => T, absent: T): T[] =>
    Array.from({ length: count }, (_, at) => (stops.includes(at) ? of(at) : absent));
  const groups = () =>
    perStop((stop) => (chance(0.3) && !paired.has(stop) ? `${random.below(2)}` : null), null);
  return problemOf(count, seconds, vehicles, {
    units,
    demand,
    pairs,
    ...(aboard && { aboard }),
    service: Float64Array.from(perStop(() => random.below(5) * 300, 0)),
    windows: perStop(open, []),
    rank: perStop((stop) => (chance(0.15) && !paired.has(stop) ? random.below(3) : 1), 1),
    ...(chance(0.3) && { priority: perStop(() => random.below(4) * 5, 0) }),
    ...(chance(0.3) && { wishedUntil: perStop(() => depart + random.below(6) * 3600, Infinity) }),
    ...(chance(0.2) && {
      freshSeconds: perStop(() => (chance(0.5) ? 1800 + random.below(7200) : Infinity), Infinity),
    }),
    ...(chance(0.3) && { needs: perStop(() => (chance(0.3) ? ['cold'] : []), [] as string[]) }),
    ...(chance(0.15) && { together: groups() }),
    ...(chance(0.15) && { apart: groups() }),
    factors: chance(0.4)
      ? [
          { from: depart, factor: 1.5 },
          { from: depart + 7200, factor: 1 },
          { from: depart + 14_400, factor: 0.7 },
        ]
      : [],
    costs: {
      wait: 0.5,
      overtime: chance(0.3) ? 2 : 0,
      regularSeconds: chance(0.3) ? 14_400 : Infinity,
      balance: chance(0.2) ? 1 : 0,
      late: 2,
    },
    leavesLater: chance(0.7),
  });
}
