import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showProgress } from './progress.ts';
import type { ProgressView } from './progress-line.ts';

const view: ProgressView = {
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
    return showProgress({ stderr, nowMs: () => nowMs, env }, () => view, quiet);
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
