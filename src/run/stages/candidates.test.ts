import { describe, expect, it } from 'vitest';
import { message } from '../../base/messages/message.ts';
import { candidateColumns, type Candidates } from './column.ts';
import type { StageColumn } from './stage.ts';

interface Match {
  name: string;
  lat: number;
}

const ONE: readonly StageColumn<Match>[] = [
  { name: 'name', type: 'string', description: message('column.placeName'), of: ({ name }) => name },
  { name: 'lat', type: 'number', description: message('column.placeLat'), of: ({ lat }) => lat },
];
const MATCHES: readonly Match[] = [
  { name: 'a', lat: 1 },
  { name: 'b', lat: 2 },
];
const values = (matches: readonly Match[], candidates: Candidates) =>
  candidateColumns(ONE, candidates).map((column) => column.of(matches));

describe('candidates', () => {
  it('are written as columns of their own, the missing ones left empty', () => {
    const three = { size: 3, as: 'columns' } as const;
    const names = candidateColumns(ONE, three).map(({ name }) => name);
    expect(names).toEqual(['name', 'lat', '2_name', '2_lat', '3_name', '3_lat']);
    expect(values(MATCHES, three)).toEqual(['a', 1, 'b', 2, null, null]);
  });

  it('are written as one list, the best also in the plain columns', () => {
    const list = { size: 3, as: 'array' } as const;
    const names = candidateColumns(ONE, list).map(({ name }) => name);
    expect(names).toEqual(['name', 'lat', 'candidates']);
    expect(values(MATCHES, list)).toEqual([
      'a',
      1,
      [
        { name: 'a', lat: 1 },
        { name: 'b', lat: 2 },
      ],
    ]);
    expect(values([], list)).toEqual([null, null, []]);
  });

  it('never exceed the size, and cost nothing where there is one', () => {
    const more = [...MATCHES, { name: 'c', lat: 3 }];
    expect(values(more, { size: 2, as: 'columns' })).toEqual(['a', 1, 'b', 2]);
    expect(values(more, { size: 2, as: 'array' }).at(-1)).toHaveLength(2);
    expect(candidateColumns(ONE, { size: 1, as: 'array' }).map(({ name }) => name)).toEqual(['name', 'lat']);
    expect(values(MATCHES, { size: 1, as: 'array' })).toEqual(['a', 1]);
  });
});
