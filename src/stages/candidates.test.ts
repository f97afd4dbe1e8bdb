import { describe, expect, it } from 'vitest';
import { candidateColumns, candidateValues } from './candidates.ts';
import type { StageColumn } from './stage.ts';

const ONE: readonly StageColumn[] = [
  { name: 'name', type: 'string', description: 'name' },
  { name: 'lat', type: 'number', description: 'latitude' },
];
const ANSWERS = [
  ['a', 1],
  ['b', 2],
];

describe('candidates', () => {
  it('are written as columns of their own, the missing ones left empty', () => {
    const three = { size: 3, as: 'columns' } as const;
    const names = candidateColumns(ONE, three).map(({ name }) => name);
    expect(names).toEqual(['name', 'lat', '2_name', '2_lat', '3_name', '3_lat']);
    expect(candidateValues(ANSWERS, ONE, three)).toEqual(['a', 1, 'b', 2]);
  });

  it('are written as one list, the best also in the plain columns', () => {
    const list = { size: 3, as: 'array' } as const;
    const names = candidateColumns(ONE, list).map(({ name }) => name);
    expect(names).toEqual(['name', 'lat', 'candidates']);
    expect(candidateValues(ANSWERS, ONE, list)).toEqual([
      'a',
      1,
      [
        { name: 'a', lat: 1 },
        { name: 'b', lat: 2 },
      ],
    ]);
    expect(candidateValues([], ONE, list)).toEqual([null, null, []]);
  });

  it('never exceed the size, and cost nothing where there is one', () => {
    expect(candidateValues([...ANSWERS, ['c', 3]], ONE, { size: 2, as: 'columns' })).toHaveLength(4);
    expect(candidateColumns(ONE, { size: 1, as: 'array' })).toEqual(ONE);
    expect(candidateValues(ANSWERS, ONE, { size: 1, as: 'array' })).toEqual(['a', 1]);
  });
});
