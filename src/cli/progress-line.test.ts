import { describe, expect, it } from 'vitest';
import { printable } from './printable.ts';
import { progressLine, progressSentence, type ProgressView } from './progress-line.ts';

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
