import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesOfDays, secondsOf } from './heavy-files.ts';

it('runs each heavy file, which is there, on one day of six of nearly equal time', () => {
  const days = filesOfDays(6);
  const files = days.flat();
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
  const seconds = days.map((day) => day.reduce((sum, file) => sum + secondsOf(file), 0));
  expect(Math.max(...seconds)).toBeLessThan(Math.min(...seconds) * 1.1);
});
