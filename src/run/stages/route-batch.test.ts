import { expect, it } from 'vitest';
import { textIn } from '../../base/messages/catalogues.ts';
import { effortOf } from './route-batch.ts';

it('says before a large list what its matrices cost, and nothing of a small one', () => {
  expect(effortOf(Array.from({ length: 40 }, () => 25))).toBeUndefined();
  const effort = effortOf([1000]);
  expect(effort && textIn(effort, 'en')).toBe(
    '1,000 rows in 1 batch: over roads their matrices take about 94 s of one core, and 320 MB for each core that computes; stops that were planned before need none again',
  );
  expect(effort && textIn(effort, 'vi')).toContain('1.000 dòng trong 1 lô');
  // Smaller tours have smaller matrices.
  expect(effortOf([1000], 25)).toBeUndefined();
});
