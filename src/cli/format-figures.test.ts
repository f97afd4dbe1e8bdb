import { describe, expect, it } from 'vitest';
import { formatDuration } from '../base/text/duration.ts';
import { formatCount, formatCounted, formatRate, formatShare } from './format-figures.ts';

describe('figures', () => {
  it('are written as a person reads them', () => {
    expect(formatCount(1234567)).toBe('1,234,567');
    expect([0, 1, 2000].map((count) => formatCounted(count, 'row'))).toEqual([
      '0 rows',
      '1 row',
      '2,000 rows',
    ]);
    expect([0, 0.25, 9.94, 9.96, 1234.6].map(formatRate)).toEqual(['0.0', '0.3', '9.9', '10', '1,235']);
    expect([0, 0.29, 0.5, 0.9999, 1].map(formatShare)).toEqual(['0 %', '29 %', '50 %', '99.9 %', '100 %']);
  });

  it.each([
    [0, '0.0 s'],
    [0.44, '0.4 s'],
    [9.96, '10 s'],
    [59.6, '1 min'],
    [200, '3 min 20 s'],
    [3600, '1 h'],
    [7505, '2 h 5 min'],
    [187_200, '2 d 4 h'],
  ])('%d seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});
