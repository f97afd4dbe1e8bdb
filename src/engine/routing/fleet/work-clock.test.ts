import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWorkClock } from './work-clock.ts';

const FACTORS = fc
  .array(
    fc.record({
      from: fc.integer({ min: 0, max: 900 }),
      factor: fc.double({ min: 0.5, max: 4, noNaN: true }),
    }),
    {
      maxLength: 5,
    },
  )
  .map((list) => list.sort((a, b) => a.from - b.from));
const BREAKS = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 90 })).map(([from, length]) => ({
    from,
    until: from + length,
  })),
  { maxLength: 3 },
);
const TIME = fc.double({ min: 0, max: 1200, noNaN: true });

describe('the times of work', () => {
  it('take longer by the factor of the hour, and stand still in breaks', () => {
    const clock = createWorkClock([{ from: 100, factor: 2 }], [{ from: 200, until: 260 }]);
    expect([0, 90, 150, 190, 210].map((from) => clock.arrive(from, 20))).toEqual([20, 120, 190, 290, 300]);
    expect([190, 210].map((from) => clock.finish(from, 20))).toEqual([270, 280]);
    expect([199, 200, 259, 260].map((time) => clock.open(time))).toEqual([199, 260, 260, 260]);
    expect(clock.breaksWithin(190, 230)).toBe(30);
    expect([20, 120, 190, 290].map((until) => clock.departBy(until, 20))).toEqual([0, 90, 150, 190]);
    // What ends at the end of a break can as well end at its beginning.
    expect(clock.departBy(260, 0)).toBe(260);
    expect(clock.beginBy(260, 20)).toBe(180);
    expect(createWorkClock().isVarying).toBe(false);
  });

  it('never let who leaves later arrive earlier, and know the latest departure', () => {
    fc.assert(
      fc.property(FACTORS, BREAKS, TIME, TIME, TIME, (factors, breaks, one, other, seconds) => {
        const clock = createWorkClock(factors, breaks);
        const [early, late] = [Math.min(one, other), Math.max(one, other)];
        expect(clock.arrive(late, seconds)).toBeGreaterThanOrEqual(clock.arrive(early, seconds) - 1e-6);
        expect(clock.arrive(early, seconds)).toBeGreaterThanOrEqual(early);
        const arrival = clock.arrive(early, seconds);
        const latest = clock.departBy(arrival, seconds);
        expect(latest).toBeGreaterThanOrEqual(early - 1e-6);
        expect(clock.arrive(latest, seconds)).toBeLessThanOrEqual(arrival + 1e-6);
        if (seconds > 1) expect(clock.arrive(latest + 0.1, seconds)).toBeGreaterThan(arrival);
      }),
      { seed: 20_261_126, numRuns: 500 },
    );
  });
});
