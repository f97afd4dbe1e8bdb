import { describe, expect, it } from 'vitest';
import { ofTheDay } from '../../../../test/support/of-the-day.ts';
import { randomDay } from '../../../../test/support/random-days.ts';
import { stopsOf, type FleetProblem } from './fleet-problem.ts';
import { planFleet } from './plan-fleet.ts';
import { faultsOfPlan } from './simulate-tours.ts';
import { slotsOf } from './slots.ts';
import { modelOf } from './fleet-model.ts';
import { createTour, scheduleOf } from './tours.ts';

describe('slotsOf', () => {
  it('offers a stop only when it can be served with all others in time', { timeout: 600_000 }, () => {
    let offered = 0;
    const days = Array.from({ length: 2000 }, (_, at) => at + 1);
    for (const seed of ofTheDay(days, 60)) {
      const day = randomDay(seed);
      const paired = new Set((day.pairs ?? []).flat());
      const stop = stopsOf(day).find(
        (each) =>
          !paired.has(each) &&
          [day.aboard, day.together, day.apart].every((list) => (list?.[each] ?? null) === null),
      );
      if (stop === undefined) continue;
      // Planned without the stop, which no vehicle may serve.
      const without: FleetProblem = {
        ...day,
        windows: day.windows.map((list, at) => (at === stop ? [{ from: -2, until: -1 }] : list)),
      };
      const plan = planFleet(without, { effort: 0.05 });
      const free: FleetProblem = {
        ...day,
        windows: day.windows.map((list, at) => (at === stop ? [] : list)),
        leavesLater: false,
      };
      for (const { vehicle, from, until } of slotsOf(free, plan.tours, stop)) {
        offered += 1;
        const places = plan.tours.find((tour) => tour.vehicle === vehicle)?.places.slice(1, -1) ?? [];
        for (const time of [from, Math.max(from, Math.min(until, from + 40_000) - 1)]) {
          const then = {
            ...free,
            windows: free.windows.map((list, at) => (at === stop ? [{ from: time, until: time + 1 }] : list)),
          };
          const model = modelOf(then);
          const orders = [
            ...Array.from({ length: places.length + 1 }, (_, at) => places.toSpliced(at, 0, stop)),
            [...places, 0, stop],
          ];
          const possible = orders.some((order) => {
            const tour = createTour(model, vehicle, order);
            if (!tour.isFeasible) return false;
            const tours = plan.tours.filter((each) => each.vehicle !== vehicle);
            const whole = {
              tours: [...tours, { vehicle, places: tour.stops, times: scheduleOf(model, tour) }],
              unserved: plan.unserved.filter((each) => each.stop !== stop),
              cost: 0,
            };
            return faultsOfPlan(then, whole).length === 0;
          });
          expect(possible, `day ${seed}, vehicle ${vehicle}, ${from} to ${until}`).toBe(true);
        }
      }
    }
    expect(offered).toBeGreaterThan(20);
  });
});
