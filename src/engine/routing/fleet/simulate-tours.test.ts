import { describe, expect, it } from 'vitest';
import { problemOf, vehicleOf } from '../../../../test/support/fleet-problems.ts';
import type { FleetPlan, FleetProblem } from './fleet-problem.ts';
import { planFleet } from './plan-fleet.ts';
import { checkPlan, faultsOfPlan } from './simulate-tours.ts';

const HOUR = 3600;
const BREAK = { from: 3.5 * HOUR, until: 4.5 * HOUR };

/** Four places on a line, 300 s between neighbours: the first stop closes in the break, the last one opens behind it. */
function day(more: Partial<FleetProblem> = {}): FleetProblem {
  const at = [0, 1, 2, 3, 0];
  const seconds = Float64Array.from(at.flatMap((from) => at.map((to) => 300 * Math.abs(from - to))));
  return problemOf(
    5,
    seconds,
    [vehicleOf(5, { breaks: [BREAK], until: 8 * HOUR, capacity: [10], trips: 2 })],
    {
      leavesLater: true,
      demand: Float64Array.from([0, 3, 3, 3, 0]),
      windows: [[], [{ from: 0, until: 4 * HOUR }], [], [{ from: 5 * HOUR, until: 7 * HOUR }], []],
      costs: { wait: 0.5, overtime: 0, regularSeconds: Infinity, balance: 0, late: 0 },
      ...more,
    },
  );
}

describe('the simulation of a plan', () => {
  it('passes a vehicle that leaves late, but not so late that a stop closes in its break', () => {
    const plan = planFleet(day());
    expect(faultsOfPlan(day(), plan)).toEqual([]);
    const [tour] = plan.tours;
    expect(tour?.places).toEqual([0, 1, 2, 3, 4]);
    expect(tour?.times[0]?.end).toBeGreaterThan(3 * HOUR);
    expect(tour?.times[1]?.begin).toBeLessThan(BREAK.from);
  });

  it.each<[string, Partial<FleetProblem>]>([
    ['outside of its window', { windows: [[], [{ from: 0, until: HOUR }], [], [], []] }],
    ['load', { demand: Float64Array.from([0, 5, 5, 5, 0]) }],
    ['is back', { vehicles: [vehicleOf(5, { breaks: [BREAK], until: 5 * HOUR })] }],
    ['leaves before its shift', { vehicles: [vehicleOf(5, { breaks: [BREAK], from: 4 * HOUR })] }],
    ['leaves 2 at', { service: Float64Array.from([0, 0, 60, 0, 0]) }],
    ['skills', { needs: [[], [], ['cold'], [], []] }],
    ['rank', { rank: [1, 2, 1, 1, 1] }],
    ['before its pickup', { pairs: [[3, 2]], demand: Float64Array.from([0, 0, 1, -1, 0]) }],
    ['for too long', { freshSeconds: [Infinity, Infinity, Infinity, HOUR, Infinity] }],
    ['together or apart', { apart: [null, 'a', 'a', null, null] }],
    ['another vehicle', { aboard: [null, 1, null, null, null] }],
  ])('finds a plan that breaks a limit: %s', (fault, more) => {
    const plan = planFleet(day());
    expect(faultsOfPlan(day(more), plan).join()).toContain(fault);
    expect(() => checkPlan(day(more), plan)).toThrow('fails its simulation');
  });

  it('finds a stop that is in no tour, or in two', () => {
    const plan = planFleet(day());
    const without: FleetPlan = { ...plan, tours: [] };
    const twice: FleetPlan = { ...plan, unserved: [{ stop: 2, reason: 'fleet' }] };
    for (const each of [without, twice])
      expect(faultsOfPlan(day(), each).join()).toContain('a stop is missing, or there twice');
  });
});
