import { describe, expect, it } from 'vitest';
import { createProgress } from '../run/pipeline/spec.ts';
import { createProgressMeter } from './progress-meter.ts';

describe('createProgressMeter', () => {
  it('knows nothing before the first rows are committed', () => {
    const progress = createProgress();
    const meter = createProgressMeter('geocode', progress);
    expect(meter(0)).toEqual({
      job: 'geocode',
      phase: 'inspecting',
      rows: 0,
      rejected: 0,
      batch: undefined,
      batchesDone: 0,
      fraction: undefined,
      rowsPerSecond: undefined,
      secondsLeft: undefined,
      outcome: undefined,
      service: undefined,
    });
    Object.assign(progress, { phase: 'running', bytesTotal: 1000, rowsProcessed: 5 });
    expect(meter(100)).toMatchObject({ rows: 5, fraction: undefined, secondsLeft: undefined });
  });

  it('knows the share from the start, and what became of the rows that are committed', () => {
    const progress = { ...createProgress(), phase: 'running' as const, bytesTotal: 1000 };
    const meter = createProgressMeter('geocode', progress);
    expect(meter(0).fraction).toBe(0);
    progress.outcome = { ok: 3, ambiguous: 0, not_found: 1, skipped: 0, error: 0 };
    expect(meter(100).outcome).toMatchObject({ ok: 3, not_found: 1 });
    const limited = createProgressMeter('geocode', { ...createProgress(), phase: 'running' }, undefined, 10);
    expect(limited(0).fraction).toBe(0);
  });

  it('tells rates of the last ten seconds and the time left', () => {
    const progress = { ...createProgress(), phase: 'running' as const, bytesTotal: 100_000 };
    const asked = { requests: 0, cacheHits: 0 };
    const meter = createProgressMeter('geocode', progress, () => asked);
    // 10 rows a second of 10 bytes, committed every other second; from the tenth second on twice as fast.
    for (let second = 0; second <= 40; second += 1) {
      progress.rowsProcessed = second <= 20 ? second * 10 : 200 + (second - 20) * 20;
      if (second % 2 === 0) {
        progress.rowsCommitted = progress.rowsProcessed;
        progress.bytesCommitted = progress.rowsProcessed * 10;
      }
      asked.requests = progress.rowsProcessed / 2;
      meter(second * 1000);
    }
    asked.cacheHits = 7;
    const view = meter(40_000);
    expect(view).toMatchObject({ rows: 600, fraction: 0.06, rowsPerSecond: 20 });
    expect(view.service).toEqual({ requestsPerSecond: 10, cacheHits: 7 });
    // 0.06 in 40 seconds.
    expect(view.secondsLeft).toBeCloseTo((0.94 / 0.06) * 40, 6);
  });

  it('knows the time left of batches before the first ones are committed, and the oldest in work', () => {
    const progress = { ...createProgress(), phase: 'running' as const, bytesTotal: 1000 };
    const meter = createProgressMeter('route', progress);
    Object.assign(progress, { rowsRead: 100, bytesRead: 1000, batchesInWork: ['HN-01', 'HN-02'] });
    expect(meter(0)).toMatchObject({ fraction: 0, batch: 'HN-01', batchesDone: 0 });
    Object.assign(progress, { rowsProcessed: 25, batchesInWork: ['HN-02'], batchesDone: 1 });
    expect(meter(5000)).toMatchObject({ fraction: 0.25, secondsLeft: 15, batch: 'HN-02', batchesDone: 1 });
  });

  it('counts from where a resumed run goes on, and does not take the rows before for speed', () => {
    const progress = { ...createProgress(), phase: 'running' as const, bytesTotal: 10_000 };
    Object.assign(progress, { rowsCommitted: 500, bytesCommitted: 5000 });
    const meter = createProgressMeter('x', progress);
    expect(meter(0)).toMatchObject({ rows: 500, fraction: 0.5 });
    progress.rowsProcessed = 10;
    expect(meter(2000)).toMatchObject({ rows: 510, fraction: 0.51, rowsPerSecond: 5 });
  });

  it('goes by a limit of rows where there is one', () => {
    const progress = {
      ...createProgress(),
      phase: 'running' as const,
      bytesTotal: 10_000,
      rowsProcessed: 25,
    };
    expect(createProgressMeter('x', progress, undefined, 100)(0).fraction).toBe(0.25);
  });
});
