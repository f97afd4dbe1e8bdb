import { describe, expect, it } from 'vitest';
import { USES } from '../../contract/uses.ts';
import { CHANGES } from '../data/compared-rows.ts';
import { emptyRows, positionKey } from '../data/packed-rows.ts';
import { compareRows } from './compare-rows.ts';
import type { RunRows } from './run-rows.ts';

/** A row: id, address, match, use, ward, latitude. */
type Row = [id: string, address: string, match: string, use: string, ward: string, lat: number];

function runOf(list: readonly Row[]): RunRows {
  const rows = emptyRows(list.length);
  list.forEach(([, , , use, ward], row) => {
    rows.use[row] = USES.findIndex((one) => one === use) + 1;
    rows.area[row] = ward === '' ? 0 : row + 1;
    rows.position[row] = row + 1;
  });
  return {
    ...{ rows, count: list.length, levels: [], columns: ['customer_id', 'address'] },
    keys: list.map(([, , , , , lat]) => positionKey({ lat, lon: 106 })),
    wards: list.map(([, , , , ward]) => ward),
    texts: [0, 1, 2].map((at) => list.map((row) => String(row[at]))),
  };
}

const A: Row = ['a', '1 Lê Lợi', 'x', 'ward', '00001', 10];
const compare = (now: Row[], before: Row[], rules = {}) =>
  compareRows(
    runOf(now),
    runOf(before),
    { isSameInput: false, key: undefined, words: ['address'], ...rules },
    ({ ward }) => (ward === '00001' ? { decree: '1/NQ', item: '2', isOther: false } : undefined),
  );

describe('compareRows', () => {
  it('tells what became of each row, by its id, and what could not be matched', () => {
    const row = (id: string, ...changed: Partial<Record<number, unknown>>[]): Row =>
      Object.assign([...A], { 0: id }, ...changed) as Row;
    const { facts, rows } = compare(
      [
        row('f', { 2: 'y' }),
        row('e', { 5: 10.01 }),
        row('d', { 4: '00002' }),
        row('c'),
        row('b', { 3: 'not_found' }),
        row('a'),
        row('n'),
        row('near', { 5: 10.00005 }),
      ],
      [
        row('a'),
        row('b'),
        row('c', { 3: 'to_decide' }),
        ...['d', 'e', 'f', 'near', 'gone'].map((id) => row(id)),
      ],
    );
    expect(facts).toEqual({
      by: { column: 'customer_id' },
      counts: { lost: 1, gained: 1, ward: 1, moved: 1, answer: 1, new: 1 },
      same: 2,
      gone: 1,
      goneTexts: ['gone · 1 Lê Lợi'],
      causes: [{ decree: '1/NQ', item: '2', rows: 2 }],
    });
    expect(rows.at).toEqual([0, 1, 1, 1, 1, 2]);
    expect(rows.change.map((change) => CHANGES[change - 1])).toEqual([
      ...['answer', 'moved', 'ward', 'gained', 'lost', 'new'],
    ]);
    expect(rows.meters).toEqual([0, 1112, 0, 0, 0, 0]);
    expect(rows.cause).toEqual([1, 0, 1, 0, 0, 0]);
  });

  it('matches by place, by the key, by a column of ids, or by the texts that were asked', () => {
    const B: Row = ['b', '2 Lê Lợi', 'y', 'ward', '00001', 10];
    expect(compare([A, B], [A, B], { isSameInput: true }).facts.by).toBe('place');
    expect(compare([B, A], [A, B]).facts).toMatchObject({ by: { column: 'customer_id' }, same: 2 });
    expect(compare([B, A], [A, B], { key: 'address' }).facts).toMatchObject({
      by: { column: 'address' },
      same: 2,
    });
    // Ids that are there twice, or that only number the rows, identify none.
    const twice = [A, B].map((row) => Object.assign([...row], { 0: 'x' }) as Row);
    expect(compare(twice.toReversed(), twice).facts).toMatchObject({ by: 'text', same: 2 });
    const numbered = (rows: Row[]) =>
      rows.map((row, at) => Object.assign([...row], { 0: String(at + 1) }) as Row);
    expect(compare(numbered([B]), numbered([A, B])).facts).toMatchObject({ by: 'text', same: 1, gone: 1 });
    // Of equal texts the first belongs to the first.
    expect(compare([...twice, twice[0]!], [twice[0]!, ...twice]).facts).toMatchObject({ same: 3, gone: 0 });
  });
});
