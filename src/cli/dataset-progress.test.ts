import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showBuildProgress } from './dataset-progress.ts';

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
