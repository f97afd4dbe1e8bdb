import { describe, expect, it } from 'vitest';
import { createFirstRequestGate } from './first-request-gate.ts';

describe('createFirstRequestGate', () => {
  it('sends one ahead and lets the others pass when it spoke', async () => {
    const gate = createFirstRequestGate();
    expect(await gate.enter()).toBe('probe');
    const others = [gate.enter(), gate.enter()];
    expect(await gate.conclude('spoke')).toBe(true);
    expect(await Promise.all(others)).toEqual(['pass', 'pass']);
    expect(await gate.enter()).toBe('pass');
  });

  it('stops everybody when nobody replied', async () => {
    const gate = createFirstRequestGate();
    await gate.enter();
    expect(await gate.conclude('silent')).toBe(false);
  });

  it('asks a second question when the first met something strange, and believes the second', async () => {
    const gate = createFirstRequestGate();
    await gate.enter();
    const second = gate.enter();
    const first = gate.conclude('strange');
    expect(await second).toBe('probe');
    expect(await gate.conclude('spoke')).toBe(true);
    expect(await first).toBe(true);
  });

  it('gives up after three strange ones, or when no other question waits', async () => {
    const gate = createFirstRequestGate();
    await gate.enter();
    const waiting = [gate.enter(), gate.enter(), gate.enter()];
    const verdicts = [gate.conclude('strange')];
    expect(await waiting[0]).toBe('probe');
    verdicts.push(gate.conclude('strange'));
    expect(await waiting[1]).toBe('probe');
    verdicts.push(gate.conclude('strange'));
    expect(await Promise.all(verdicts)).toEqual([false, false, false]);
    const lonely = createFirstRequestGate();
    await lonely.enter();
    expect(await lonely.conclude('strange')).toBe(false);
  });

  it('lets a refused request that is alone cost its row only, and takes the next one for the probe', async () => {
    const gate = createFirstRequestGate();
    for (const works of [true, true, false]) {
      expect(await gate.enter()).toBe('probe');
      expect(await gate.conclude('refused')).toBe(works);
    }
    const two = createFirstRequestGate();
    await two.enter();
    const second = two.enter();
    const first = two.conclude('refused');
    expect(await second).toBe('probe');
    expect(await two.conclude('refused')).toBe(true);
    expect(await first).toBe(true);
    expect(await two.enter()).toBe('probe');
  });

  it('hands over when the probe is never sent, and lets a waiter go', async () => {
    const gate = createFirstRequestGate();
    await gate.enter();
    const controller = new AbortController();
    const gone = gate.enter(controller.signal);
    const next = gate.enter();
    controller.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    gate.abandon();
    expect(await next).toBe('probe');
    gate.abandon();
    expect(await gate.enter()).toBe('probe');
  });
});
