import { describe, expect, it } from 'vitest';
import { createCountedTime, timeBudgets } from './time-budgets.ts';

describe('the time that counts', () => {
  function clocks() {
    const now = { wall: 0, cpu: 0 };
    const counted = createCountedTime({ nowMs: () => now.wall, cpuMs: () => now.cpu }, 100);
    return (wallMs: number, cpuMs: number) => {
      now.wall += wallMs;
      now.cpu += cpuMs;
      return counted();
    };
  }

  it('is that of the wall, as far as the process got CPU time', () => {
    const after = clocks();
    expect(after(100, 100)).toBe(100);
    // Two threads on two cores.
    expect(after(100, 200)).toBe(100);
    // A machine with other work.
    expect(after(100, 20)).toBe(20);
    expect(after(100, 0)).toBe(0);
  });

  it('leaves out a suspended machine, and this thread being busy itself', () => {
    expect(clocks()(3_600_000, 90)).toBe(90);
    expect(clocks()(5000, 5000)).toBe(200);
  });
});

it('budgets follow GEOMILL_PATIENCE', () => {
  expect(timeBudgets({ GEOMILL_PATIENCE: '0.5' }).rowMs).toBe(timeBudgets({}).rowMs / 2);
});
