import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_LIMITS } from './route-limits.ts';
import { rowVisits, timelineOf, timesByTravel, type Tour } from './route-timeline.ts';

/** A stop as a planner sees it. Units: exact seconds and kilometres. */
const STOP = fc.record({
  legSeconds: fc.double({ min: 0, max: 4000, noNaN: true }),
  legKm: fc.double({ min: 0, max: 50, noNaN: true }),
  serviceSeconds: fc.double({ min: 0, max: 900, noNaN: true }),
  earliestSeconds: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
});
type Stop = typeof STOP extends fc.Arbitrary<infer T> ? T : never;

/** Plans a tour through stops as the local service does; `isFleet`: by the times of a fleet. */
function tourThrough(stops: readonly Stop[], isFleet: boolean): Tour & { begins: number[] } {
  let clock = 0;
  const exact = stops.map(({ legSeconds, earliestSeconds, serviceSeconds }) => {
    const reached = clock + legSeconds;
    const begin = Math.max(reached, earliestSeconds);
    clock = begin + serviceSeconds;
    return { reached: Math.round(reached), begin: Math.round(begin), left: Math.round(clock) };
  });
  const begins = exact.map(({ begin }) => begin);
  const legs = stops.map(({ legSeconds, legKm }) => ({ summary: { time: legSeconds, length: legKm } }));
  const depot = { position: { lat: 0, lon: 0 }, rows: [], limits: NO_LIMITS, rowLimits: [] };
  const places = stops.map(({ serviceSeconds, earliestSeconds }, at) => {
    const limits = { ...NO_LIMITS, serviceSeconds, earliestSeconds };
    return { ...depot, rows: [at], limits, rowLimits: [limits] };
  });
  const trip = { legs } as unknown as Tour['trip'];
  const all = { trip, places: [depot, ...places] };
  const times = isFleet ? [{ reached: 0, begin: 0, left: 0 }, ...exact] : timesByTravel(all);
  return { ...all, times, begins: [0, ...begins] };
}

describe('the times of a tour', () => {
  it.each([true, false])('add up to the second and the metre; of a fleet: %s', (isFleet) => {
    fc.assert(
      fc.property(fc.array(STOP, { minLength: 1, maxLength: 40 }), (given) => {
        const stops = isFleet
          ? given
          : given.map((stop) => ({ ...stop, serviceSeconds: 0, earliestSeconds: 0 }));
        const tour = tourThrough(stops, isFleet);
        const visits = timelineOf(tour);
        const sum = (measure: keyof (typeof visits)[number]) =>
          visits.reduce((total, visit) => total + visit[measure], 0);
        const last = visits.at(-1)!;
        expect(sum('legSeconds') + sum('waitSeconds') + sum('serviceSeconds')).toBe(last.departureSeconds);
        expect(sum('legMeters')).toBe(last.totalMeters);
        visits.forEach((visit, at) => {
          for (const value of Object.values(visit)) expect(Number.isInteger(value) && value >= 0).toBe(true);
          const begin = tour.begins[at] as number;
          expect(Math.abs(visit.arrivalSeconds + visit.waitSeconds - begin)).toBeLessThanOrEqual(1);
          const leg = stops[at - 1]?.legSeconds ?? 0;
          expect(Math.abs(visit.legSeconds - leg)).toBeLessThanOrEqual(2);
        });
      }),
      { seed: 20_261_122, numRuns: 300 },
    );
  });

  it('are shared by the rows of a stop, and still add up', () => {
    const visit = {
      legMeters: 900,
      legSeconds: 120,
      arrivalSeconds: 120,
      waitSeconds: 30,
      serviceSeconds: 500,
      departureSeconds: 650,
      totalMeters: 900,
    };
    const own = (serviceSeconds: number) => ({ ...NO_LIMITS, serviceSeconds });
    const rows = rowVisits(visit, { limits: own(500), rowLimits: [own(166.4), own(166.4), own(167.2)] });
    expect(rows.map(({ serviceSeconds }) => serviceSeconds)).toEqual([166, 167, 167]);
    expect(
      rows.map(({ legSeconds, legMeters, waitSeconds }) => [legSeconds, legMeters, waitSeconds]),
    ).toEqual([
      [120, 900, 30],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(rows.map(({ arrivalSeconds }) => arrivalSeconds)).toEqual([120, 150, 150]);
    expect(rows.map(({ departureSeconds }) => departureSeconds)).toEqual([650, 650, 650]);
  });
});
