import { describe, expect, it } from 'vitest';
import { slotsOf } from './slots.ts';

const PHONE = { width: 390, height: 800 };
const DESK = { width: 1440, height: 800 };
const compass = { left: 10, top: 10, width: 120, height: 120 };
const mode = { left: 340, top: 10, width: 40, height: 40 };
const plan = { left: 10, top: 550, width: 180, height: 200, isPlan: true };

describe('what lies over the picture', () => {
  it('has the corners that the page chose, without shifts where they differ', () => {
    expect(slotsOf(PHONE, [compass, mode, plan])).toMatchObject({
      shifts: [0, 0, 0],
      topLeft: 130,
      topRight: 50,
      bottomRight: 0,
    });
  });

  it('is stacked where several parts chose one corner, away from its edge', () => {
    const high = { ...mode, left: 10 };
    expect(slotsOf(PHONE, [compass, high]).shifts).toEqual([0, 130]);
    const low = { left: 340, top: 700, width: 40, height: 40 };
    const planRight = { ...plan, left: 200 };
    expect(slotsOf(PHONE, [low, planRight])).toMatchObject({ shifts: [0, -50], bottomRight: 260 });
  });

  it('never has the arrows under the plan', () => {
    const { arrowsUp } = slotsOf(PHONE, [plan]);
    const bottomOfArrows = (PHONE.height * 5) / 6 - arrowsUp + 70;
    expect(bottomOfArrows).toBeLessThanOrEqual(plan.top + 0.001);
    expect(slotsOf(DESK, [plan])).toMatchObject({ arrowsUp: 0, arrowsUpSteep: 0 });
    expect(slotsOf(PHONE, [plan]).arrowsUpSteep).toBeGreaterThan(arrowsUp);
    expect(slotsOf(PHONE, [{ ...plan, top: 10 }]).arrowsUp).toBe(0);
    expect(slotsOf(PHONE, [compass]).arrowsUp).toBe(0);
    expect(slotsOf(PHONE, [], [{ left: 200, top: 640, width: 180, height: 60 }]).arrowsUp).toBeGreaterThan(
      90,
    );
    expect(slotsOf(PHONE, [{ ...plan, width: 34, height: 34, top: 716 }]).arrowsUp).toBe(0);
  });
});
