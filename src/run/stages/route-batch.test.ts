import { describe, expect, it } from 'vitest';
import { textIn } from '../../base/messages/catalogues.ts';
import { effortOf, splitIntoTours } from './route-batch.ts';

describe('splitIntoTours', () => {
  const grid = Array.from({ length: 450 }, (_, at) => ({
    lat: 21 + (at % 15) / 100,
    lon: 105 + Math.floor(at / 15) / 100,
  }));

  it('keeps a batch whole that is small enough', () => {
    expect(splitIntoTours(grid.slice(0, 3), 3)).toEqual([[0, 1, 2]]);
  });

  it('makes as few tours as possible, none too large, every stop in one', () => {
    for (const most of [1, 7, 100, 198, 449]) {
      const tours = splitIntoTours(grid, most);
      expect(tours).toHaveLength(Math.ceil(450 / most));
      expect(Math.max(...tours.map((tour) => tour.length))).toBeLessThanOrEqual(most);
      expect(tours.flat().sort((a, b) => a - b)).toEqual(grid.map((_, at) => at));
    }
  });

  it('keeps neighbours together', () => {
    const apart = [0, 1, 2, 3, 4, 5].map((at) => ({
      lat: at % 2 === 0 ? 10.77 : 21.03,
      lon: 106 + at / 1000,
    }));
    expect(splitIntoTours(apart, 3)).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
  });

  it('shares out stops that are all in one place', () => {
    const same = Array.from({ length: 10 }, () => ({ lat: 21, lon: 105 }));
    expect(
      splitIntoTours(same, 4)
        .map((tour) => tour.length)
        .sort(),
    ).toEqual([3, 3, 4]);
  });
});

it('says before a large list what its matrices cost, and nothing of a small one', () => {
  expect(effortOf(Array.from({ length: 40 }, () => 25))).toBeUndefined();
  const effort = effortOf([1000]);
  expect(effort && textIn(effort, 'en')).toBe(
    '1000 rows in 1 batch: over roads their matrices take about 94 s of one core, and 320 MB for each core that computes; stops that were planned before need none again',
  );
  expect(effort && textIn(effort, 'vi')).toContain('1000 dòng trong 1 lô');
  // Smaller tours have smaller matrices.
  expect(effortOf([1000], 25)).toBeUndefined();
});
