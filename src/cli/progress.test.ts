import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printable } from '../base/text/printable.ts';
import {
  createProgressMeter,
  progressLine,
  progressSentence,
  type ProgressView,
  showBuildProgress,
  showProgress,
} from './progress.ts';
import { createProgress } from '../run/pipeline/spec.ts';

const view: ProgressView = {
  job: 'geocode',
  phase: 'running',
  rows: 45_678,
  rejected: 12,
  fraction: 0.457,
  rowsPerSecond: 210.4,
  secondsLeft: 258,
  service: { requestsPerSecond: 19.96, cacheHits: 9001 },
};

describe('progressLine', () => {
  it('shows everything where there is room', () => {
    expect(progressLine(view, 140)).toBe(
      'geocode [#########-----------] 45%  45,678 rows  4 min 18 s left  210 rows/s  12 rejected  20 requests/s  9,001 from cache',
    );
  });

  it('leaves out the least important first', () => {
    expect(progressLine(view, 79)).toBe(
      'geocode [####------] 45%  45,678 rows  4 min 18 s left  210 rows/s  12 rejected',
    );
    expect(progressLine(view, 50)).toBe('geocode 45%  45,678 rows  4 min 18 s left');
    expect(progressLine(view, 26)).toBe('geocode 45%  45,678 rows');
  });

  it('says what became of the rows, rather than to draw a bar', () => {
    const outcome = { ok: 9690, ambiguous: 0, not_found: 312, skipped: 0, error: 0 };
    expect(progressLine({ ...view, outcome }, 79)).toBe(
      'geocode 45%  45,678 rows  4 min 18 s left  ok 96.8 %, not found 312',
    );
    expect(progressSentence({ ...view, outcome: { ...outcome, error: 3 } })).toContain(
      ', ok 96.8 %, not found 312, errors 3, 210 rows/s',
    );
  });

  it('counts stops of tours, and names the one in work', () => {
    const tours = { ...view, job: 'route', batch: 'HN-13', batchesDone: 12, rejected: 0, service: undefined };
    expect(progressLine(tours, 140)).toBe(
      'route [#########-----------] 45%  45,678 stops planned  4 min 18 s left  tour HN-13, 12 done  210 rows/s',
    );
    expect(progressLine(tours, 55)).toBe('route 45%  45,678 stops planned  4 min 18 s left');
    const long = { ...tours, batch: `a\nb${'c'.repeat(40)}` };
    expect(progressSentence(long)).toContain(`tour ${printable(`a\nb${'c'.repeat(20)}…`)}, 12 done`);
    expect(progressSentence({ ...tours, batch: undefined })).toContain('45,678 stops planned, 4 min');
  });

  it('never is longer than the line', () => {
    for (let width = 1; width <= 200; width += 1) {
      expect(progressLine(view, width).length).toBeLessThanOrEqual(width);
      expect(progressLine({ ...view, phase: 'spooling' }, width).length).toBeLessThanOrEqual(width);
    }
  });

  it('shows no bar while the whole is unknown, and no requests where none are sent', () => {
    const local = { ...view, fraction: undefined, secondsLeft: undefined, service: undefined, rejected: 0 };
    expect(progressLine(local, 79)).toBe('geocode  45,678 rows  210 rows/s');
  });

  it.each([
    [0, '[----------] 0%'],
    [0.999, '[#########-] 99%'],
    [1, '[##########] 100%'],
  ])('fills the bar for %d', (fraction, bar) =>
    expect(progressLine({ ...view, fraction }, 82)).toContain(bar),
  );
});

describe('progressSentence', () => {
  it('is a line of a log', () => {
    expect(progressSentence(view)).toBe(
      'geocode: 45%, 45,678 rows, 4 min 18 s left, 210 rows/s, 12 rejected, 20 requests/s, 9,001 from cache',
    );
    expect(progressSentence({ ...view, phase: 'finishing' })).toBe('geocode: moving the files into place');
  });
});

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

const shown: ProgressView = {
  job: 'geocode',
  phase: 'running',
  rows: 100,
  rejected: 0,
  fraction: 0.5,
  rowsPerSecond: 10,
  secondsLeft: 10,
  service: undefined,
};

describe('showProgress', () => {
  let written: string;
  let nowMs: number;
  beforeEach(() => {
    vi.useFakeTimers();
    written = '';
    nowMs = 0;
  });
  afterEach(() => vi.useRealTimers());

  function show(
    stream: { isTTY?: boolean; columns?: number },
    quiet = false,
    env: Record<string, string> = {},
  ) {
    const stderr = { ...stream, write: (text: string) => (written += text) };
    return showProgress({ stderr, nowMs: () => nowMs, env }, () => shown, quiet);
  }
  function pass(ms: number) {
    for (let at = 0; at < ms; at += 100) {
      nowMs += 100;
      vi.advanceTimersByTime(100);
    }
  }

  it('draws one line anew on a terminal, and takes it away at the end', () => {
    const display = show({ isTTY: true, columns: 40 });
    pass(400);
    const drawn = '\r\u001b[Kgeocode 50%  100 rows  10 s left';
    expect(written).toBe(drawn.repeat(2));
    display.note('found');
    expect(written).toBe(`${drawn.repeat(2)}\r\u001b[K\u001b[2mfound\u001b[22m\n`);
    pass(200);
    display.stop();
    expect(written.endsWith(`${drawn}\r\u001b[K`)).toBe(true);
    const before = written;
    pass(1000);
    expect(written).toBe(before);
  });

  it('writes a line every 10 s elsewhere, without any control character', () => {
    const display = show({});
    display.note('read as "\u001b[31m{address}"');
    expect(written).toBe('read as "{address}"\n');
    written = '';
    pass(9_000);
    expect(written).toBe('');
    pass(12_000);
    expect(written).toBe('geocode: 50%, 100 rows, 10 s left, 10 rows/s\n'.repeat(2));
    display.stop();
  });

  it('honours NO_COLOR and a dumb terminal', () => {
    const plain = show({ isTTY: true }, false, { NO_COLOR: '1' });
    plain.note('x');
    plain.stop();
    expect(written).toBe('x\n');
    written = '';
    show({ isTTY: true }, false, { TERM: 'dumb' });
    pass(2000);
    expect(written).toBe('');
  });

  it('is silent when asked to be', () => {
    const display = show({ isTTY: true }, true);
    display.note('x');
    pass(60_000);
    display.stop();
    expect(written).toBe('');
  });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('writes a line per step where there is no terminal, and one every 10 s while a step goes on', () => {
  let written = '';
  let nowMs = 0;
  const stderr = { write: (text: string) => (written += text) };
  const progress = showBuildProgress({ stderr, nowMs: () => nowMs, env: {} }, false);
  const pass = (ms: number) => {
    for (let at = 0; at < ms; at += 1000) {
      nowMs += 1000;
      vi.advanceTimersByTime(1000);
    }
  };
  progress.show('reading');
  progress.show('reading', 0.25);
  expect(written).toBe('reading\n');
  pass(9000);
  expect(written).toBe('reading\n');
  pass(11_000);
  expect(written).toBe('reading\nreading  25%\nreading  25%\n');
  progress.show('writing');
  progress.stop();
  pass(60_000);
  expect(written).toBe('reading\nreading  25%\nreading  25%\nwriting\n');
});
