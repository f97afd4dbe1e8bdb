import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../../test/support/fake-clock.ts';
import { createCap } from '../../test/support/loopback-cap.ts';
import { createOpenLimiter } from './limiter.ts';
import type { RemoteEvent } from './options.ts';
import { createThrottle, createSuccessHistory } from './throttle.ts';

function setUp(options: { ratePerSecond?: number; maxPauseMs?: number } = {}) {
  const clock = createFakeClock();
  const events: RemoteEvent[] = [];
  const throttle = createThrottle({
    clock,
    random: () => 0,
    maxPauseMs: 300_000,
    onEvent: (event) => events.push(event),
    newLimiter: () => createOpenLimiter(),
    ...options,
  });
  /** Sends one request now; returns the time of the send. */
  const send = async () => {
    (await throttle.acquire()).sent();
    return clock.nowMs();
  };
  /** Tells how long a send has to wait. */
  const waitMs = async () => {
    const startMs = clock.nowMs();
    let atMs: number | undefined;
    void send().then((at) => (atMs = at));
    while (atMs === undefined) await clock.advance(50);
    return atMs - startMs;
  };
  const succeed = async (count: number) => {
    for (let nth = 0; nth < count; nth += 1) throttle.succeeded(await send());
  };
  return { clock, throttle, events, send, waitMs, succeed };
}

describe('createThrottle', () => {
  it('lets everything pass while nobody complains', async () => {
    const { throttle, waitMs } = setUp();
    expect(await waitMs()).toBe(0);
    expect(throttle.ratePerSecond).toBeUndefined();
  });

  it('pauses the whole run after a 429, at least a second and as long as was asked', async () => {
    const { throttle, send, waitMs } = setUp();
    throttle.refused({ status: 429, sentAtMs: await send() });
    expect(await waitMs()).toBeGreaterThanOrEqual(1000);
    throttle.refused({ status: 429, sentAtMs: await send(), retryAfterMs: 7000 });
    expect(await waitMs()).toBeGreaterThanOrEqual(7000);
    expect(throttle.pauses).toBe(2);
  });

  it('learns a rate below what got through, and keeps it for three minutes', async () => {
    const { clock, throttle, send, succeed } = setUp();
    await succeed(50);
    throttle.refused({ status: 429, sentAtMs: await send() });
    await clock.advance(2000);
    await succeed(1);
    expect(throttle.ratePerSecond).toBe(47);
    await clock.advance(170_000);
    await succeed(1);
    expect(throttle.ratePerSecond).toBe(47);
    await clock.advance(10_000);
    await succeed(1);
    expect(throttle.ratePerSecond).toBeCloseTo(51.7);
  });

  it('takes the refusals of requests under way as one', async () => {
    const { clock, throttle, send, succeed } = setUp();
    await succeed(50);
    const sentAtMs = await send();
    for (let nth = 0; nth < 20; nth += 1) throttle.refused({ status: 429, sentAtMs });
    await clock.advance(2000);
    await succeed(1);
    expect([throttle.ratePerSecond, throttle.pauses]).toEqual([47, 1]);
  });

  it('goes further down when the learned rate is refused too, by a tenth to a half', async () => {
    const { clock, throttle, send, succeed } = setUp();
    await succeed(50);
    throttle.refused({ status: 429, sentAtMs: await send() });
    await clock.advance(2000);
    await succeed(5);
    throttle.refused({ status: 429, sentAtMs: await send() });
    await clock.advance(5000);
    await succeed(1);
    expect(throttle.ratePerSecond).toBe(23);
  });

  it('never exceeds the rate that was given, and returns to it', async () => {
    const { clock, throttle, send, succeed } = setUp({ ratePerSecond: 20 });
    await succeed(50);
    throttle.refused({ status: 429, sentAtMs: await send() });
    await clock.advance(2000);
    await succeed(1);
    expect(throttle.ratePerSecond).toBe(18);
    await clock.advance(181_000);
    await succeed(1);
    await clock.advance(181_000);
    await succeed(1);
    expect(throttle.ratePerSecond).toBe(20);
  });

  it('stops the run when the asked pause is longer than allowed, saying until when', async () => {
    const { throttle } = setUp({ maxPauseMs: 60_000 });
    const error = throttle.refused({ status: 429, sentAtMs: 0, retryAfterMs: 61_000 });
    expect(error?.code).toBe('THROTTLED');
    expect(error?.message).toContain('2026-07-01T03:01:01.000Z');
  });

  it('stops the run when nothing but refusals came for as long', async () => {
    const { clock, throttle, send } = setUp({ maxPauseMs: 60_000 });
    let code: string | undefined;
    for (let nth = 0; nth < 60 && !code; nth += 1) {
      code = throttle.refused({ status: 429, sentAtMs: clock.nowMs() })?.code;
      const sending = send();
      await clock.advance(20_000);
      await sending;
    }
    expect(code).toBe('THROTTLED');
  });

  it('obeys Retry-After of a 503 without learning a rate', async () => {
    const { throttle, succeed, waitMs } = setUp();
    await succeed(50);
    throttle.refused({ status: 503, sentAtMs: 0, retryAfterMs: 4000 });
    expect(await waitMs()).toBeGreaterThanOrEqual(4000);
    expect(throttle.ratePerSecond).toBeUndefined();
  });

  it('is not moved by a jump of the clock on the wall', async () => {
    const { clock, throttle, send, waitMs } = setUp();
    throttle.refused({ status: 429, sentAtMs: await send(), retryAfterMs: 5000 });
    clock.jumpWall(-3_600_000);
    expect(await waitMs()).toBeLessThanOrEqual(5050);
    throttle.refused({ status: 429, sentAtMs: await send(), retryAfterMs: 5000 });
    clock.jumpWall(7_200_000);
    expect(await waitMs()).toBeGreaterThanOrEqual(5000);
  });

  it('wakes who waits when the run ends', async () => {
    const { throttle, send } = setUp();
    throttle.refused({ status: 429, sentAtMs: await send(), retryAfterMs: 5000 });
    const controller = new AbortController();
    const waiting = throttle.acquire(controller.signal);
    controller.abort(new Error('over'));
    await expect(waiting).rejects.toThrow('over');
    throttle.close(new Error('over'));
    await expect(throttle.acquire()).rejects.toThrow('over');
  });
});

/** Sends at a steady rate until the cap refuses; returns what is judged safe then. */
function learn(kind: 'window' | 'sliding' | 'bucket', sendsPerSecond: number, startMs: number): number {
  const allows = createCap({ perSecond: 50, kind });
  const history = createSuccessHistory(0);
  for (let nth = 0; ; nth += 1) {
    const atMs = startMs + (nth * 1000) / sendsPerSecond;
    if (allows(atMs)) return history.safeRate(atMs);
    history.record(atMs);
  }
}

describe('createSuccessHistory', () => {
  const starts = Array.from({ length: 50 }, (_, index) => 1_000_000 + index * 20);
  for (const kind of ['window', 'sliding', 'bucket'] as const) {
    for (const sendsPerSecond of [55, 90, 400, 10_000]) {
      it(`stays at or below a ${kind} cap met at ${sendsPerSecond} a second, whenever it is met`, () => {
        const learned = starts.map((startMs) => learn(kind, sendsPerSecond, startMs));
        expect(Math.max(...learned)).toBeLessThanOrEqual(50.001);
        expect(Math.min(...learned)).toBeGreaterThanOrEqual(19);
      });
    }
  }

  it('knows nothing without a success, and forgets when told', () => {
    const history = createSuccessHistory(0);
    expect(history.safeRate(5000)).toBe(0);
    history.record(4000);
    expect(history.safeRate(5000)).toBeGreaterThan(0);
    history.clear();
    expect(history.safeRate(5000)).toBe(0);
  });

  it('takes answers that arrive out of order', () => {
    const inOrder = createSuccessHistory(0);
    const mixed = createSuccessHistory(0);
    const times = [100, 900, 1100, 1900, 2100, 2500];
    for (const at of times) inOrder.record(at);
    for (const at of [2100, 100, 1900, 2500, 900, 1100]) mixed.record(at);
    expect(mixed.safeRate(2600)).toBe(inOrder.safeRate(2600));
  });
});
