import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { problemOf, travelTimes, vehicleOf } from '../../../../test/support/fleet-problems.ts';
import { createOwnPlanner } from './tour-planner.ts';

const planner = createOwnPlanner();
const problem = (count: number) => ({ count, costs: new Float64Array(count * count).fill(1) });

describe('tours that are computed in the own thread', () => {
  it('let timers fire between two of them, in the order in which they were requested', async () => {
    const events: string[] = [];
    const timer = setTimeout(0).then(() => events.push('timer'));
    const tours = Array.from({ length: 40 }, async (_, at) => {
      await planner.order(problem(30));
      events.push(`tour ${at}`);
    });
    await Promise.all([timer, ...tours]);
    expect(events.indexOf('timer')).toBeLessThan(events.indexOf('tour 39'));
    expect(events.filter((event) => event !== 'timer')).toEqual(tours.map((_, at) => `tour ${at}`));
  });

  it('let timers fire while the tours of one fleet are searched', async () => {
    const events: string[] = [];
    const fleet = problemOf(40, travelTimes(40, 1), [vehicleOf(40), vehicleOf(40)]);
    const done = planner.plan(fleet).then(() => events.push('plan'));
    setTimeout(1).then(
      () => events.push('timer'),
      () => undefined,
    );
    await done;
    expect(events).toEqual(['timer', 'plan']);
  });

  it('go on after one that fails', async () => {
    const broken = {
      count: 20,
      get costs(): Float64Array {
        throw new Error('no costs');
      },
    };
    await expect(planner.order(broken)).rejects.toThrow('no costs');
    expect((await planner.order(problem(5))).cost).toBe(4);
  });
});
