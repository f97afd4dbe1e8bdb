import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgress } from '../run/pipeline/spec.ts';
import { createActivityMeter } from './run-reporter.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A run whose clock is that of the test. */
function start(rowsAtStart = 0) {
  let nowMs = 0;
  const progress = {
    ...createProgress(),
    phase: 'running' as const,
    rowsAtStart,
    rowsCommitted: rowsAtStart,
  };
  const service = { requests: 0, cacheHits: 0, shared: 0, retries: 0, throttledPauses: 0 };
  const startedAt = new Date('2026-01-02T03:04:05Z');
  const meter = createActivityMeter({ progress, service: () => service, startedAt, nowMs: () => nowMs });
  const pass = (seconds: number, rows: number, requests = 0) => {
    for (let second = 0; second < seconds; second += 1) {
      progress.rowsCommitted += rows;
      service.requests += requests;
      nowMs += 1000;
      vi.advanceTimersByTime(1000);
    }
  };
  return { meter, pass };
}

describe('the activity of a run', () => {
  it('counts rows and requests by the second, without those of earlier processes', () => {
    const { meter, pass } = start(500);
    pass(2, 10, 4);
    pass(1, 0);
    const { rows, requests, seconds, intervalSeconds, startedAt, service } = meter.finish();
    expect({ rows, requests, seconds, intervalSeconds }).toEqual({
      rows: [10, 10, 0, 0],
      requests: [4, 4, 0, 0],
      seconds: 3,
      intervalSeconds: 1,
    });
    expect(startedAt).toBe('2026-01-02T03:04:05.000Z');
    expect(service?.requests).toBe(8);
  });

  it('keeps the requests that took longest, the longest first', () => {
    const { meter } = start();
    for (const ms of [5, 90, 1, 30.126, 7, 8, 2, 9, 10, 11, 12, 13])
      meter.onRequest({ operation: 'geocodeForward', query: `text=ph%E1%BB%91+${ms}`, ms, outcome: '200' });
    const { requests = [], chunks } = meter.finish().slowest ?? {};
    expect(requests.map(({ ms }) => ms)).toEqual([90, 30.13, 13, 12, 11, 10, 9, 8, 7, 5]);
    expect(requests[0]?.query).toBe('text=phố 90');
    expect(chunks).toBeUndefined();
  });

  it('has longer intervals for a long run, and loses no row', () => {
    const { meter, pass } = start();
    pass(3000, 2);
    const { rows, intervalSeconds } = meter.finish();
    expect(intervalSeconds).toBe(16);
    expect(rows.length).toBeLessThanOrEqual(240);
    expect(rows.reduce((sum, one) => sum + one, 0)).toBe(6000);
  });
});
