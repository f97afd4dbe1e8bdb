import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createAdaptiveLimit, type Place } from './adaptive-limit.ts';

function limitOf(highest: number) {
  const clock = createFakeClock();
  const limit = createAdaptiveLimit(highest, clock);
  const entered: Place[] = [];
  const enter = (count: number, signal?: AbortSignal) =>
    Promise.all(
      Array.from({ length: count }, () => limit.enter(signal).then((place) => entered.push(place))),
    );
  /** Ends all requests in flight as the service was too busy for them. */
  const refuseAll = (sentAtMs: number, pauseMs?: number) => {
    for (const place of entered.splice(0)) {
      place.leave();
      limit.overloaded({ sentAtMs, pauseMs });
    }
  };
  return { clock, limit, entered, enter, refuseAll };
}

describe('an adaptive limit', () => {
  it('is halved once for requests that were in flight together', async () => {
    const { clock, entered, enter, refuseAll } = limitOf(8);
    void enter(20);
    await clock.advance(1);
    expect(entered).toHaveLength(8);
    refuseAll(0);
    await clock.advance(1);
    expect(entered).toHaveLength(4);
  });

  it('counts from those in flight where these are fewer', () => {
    const { limit } = limitOf(64);
    expect(limit.overloaded({ sentAtMs: 0 })).toBe(1);
  });

  it('lets nothing pass in a pause that the service asks for', async () => {
    const { clock, limit, entered, enter, refuseAll } = limitOf(4);
    void enter(10);
    await clock.advance(1);
    refuseAll(0, 5000);
    await clock.advance(4998);
    expect(entered).toHaveLength(0);
    expect(limit.starvedMs).toBeGreaterThan(4000);
    await clock.advance(10);
    expect(entered).toHaveLength(2);
    limit.succeeded();
    expect(limit.starvedMs).toBe(0);
  });

  it('ends at one request, which is alone, and grows again', async () => {
    const { clock, limit, entered, enter, refuseAll } = limitOf(8);
    void enter(30);
    for (let round = 0; round < 5; round += 1) {
      await clock.advance(1);
      refuseAll(clock.nowMs());
    }
    await clock.advance(1);
    expect(entered.map(({ isAlone }) => isAlone)).toEqual([true]);
    for (let success = 0; success < 60; success += 1) limit.succeeded();
    entered.splice(0).forEach((place) => place.leave());
    void enter(30);
    await clock.advance(1);
    expect(entered).toHaveLength(8);
    expect(entered.at(-1)?.isAlone).toBe(false);
  });

  it('keeps no place for a request that leaves while it waits', async () => {
    const { clock, entered, enter } = limitOf(1);
    const gone = new AbortController();
    void enter(1);
    const left = enter(1, gone.signal);
    void enter(1);
    await clock.advance(1);
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    entered.splice(0).forEach((place) => place.leave());
    await clock.advance(1);
    expect(entered).toHaveLength(1);
  });
});
