import { expect, it } from 'vitest';
import { isPoisoned } from './lost-jobs.ts';

it('blames the chunk that ends each of its workers, when others are finished', () => {
  expect(isPoisoned(4, { jobs: 100, startedAgain: 0 })).toBe(true);
  expect(isPoisoned(4, { jobs: 100, startedAgain: 2 })).toBe(true);
});

it('blames the machines when other jobs are lost as often', () => {
  expect(isPoisoned(4, { jobs: 100, startedAgain: 90 })).toBe(false);
  expect(isPoisoned(12, { jobs: 100, startedAgain: 90 })).toBe(false);
});

it('needs more losses while few jobs are finished, and never more than 16', () => {
  expect(isPoisoned(4, { jobs: 5, startedAgain: 0 })).toBe(false);
  expect(isPoisoned(8, { jobs: 5, startedAgain: 0 })).toBe(true);
  expect(isPoisoned(12, { jobs: 0, startedAgain: 0 })).toBe(false);
  expect(isPoisoned(16, { jobs: 0, startedAgain: 0 })).toBe(true);
});
