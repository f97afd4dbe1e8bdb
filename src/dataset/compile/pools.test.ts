import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createColumn } from '../../engine/gazetteer/store/column.ts';
import { groupRows, NO_GROUP } from './locate-rows.ts';
import { markRepeated, orderByKey } from './build-keys.ts';
import { createPairTable } from './pair-table.ts';
import { createTextColumn, createTextPool } from './text-pool.ts';

const SEED = { seed: 7, numRuns: 50 };
const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 400 });

describe('columns and pools', () => {
  it('keep every value', () => {
    const column = createColumn('i32');
    const values = Array.from({ length: 1000 }, (_, i) => i * i - 500);
    for (const value of values) column.push(value);
    column.set(3, 7);
    values[3] = 7;
    expect([...column.values()]).toEqual(values);
    expect([column.length, column.at(999)]).toEqual([1000, values[999]]);
  });

  it('number distinct texts in the order of their first use, as a Map would', () => {
    fc.assert(
      fc.property(texts, (list) => {
        const pool = createTextPool();
        const expected = new Map<string, number>();
        for (const text of list) {
          if (!expected.has(text)) expected.set(text, expected.size);
          expect(pool.add(text)).toBe(expected.get(text));
        }
        expect(pool.count).toBe(expected.size);
        for (const [text, number] of expected) expect(pool.text(number)).toBe(text);
      }),
      SEED,
    );
  });

  it('keep many texts apart', () => {
    const pool = createTextPool();
    const names = Array.from({ length: 20_000 }, (_, i) => `Đường số ${i}`);
    expect(names.map((name) => pool.add(name))).toEqual(names.map((_, i) => i));
    expect(names.map((name) => pool.add(name))).toEqual(names.map((_, i) => i));
    expect(pool.text(12_345)).toBe('Đường số 12345');
  });

  it('number distinct pairs likewise', () => {
    const number = fc.oneof(fc.nat(30), fc.constant(0xffffffff));
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 3000 }), (list) => {
        const table = createPairTable();
        const expected = new Map<string, number>();
        for (const [first, second] of list) {
          const key = `${first} ${second}`;
          expect(table.find(first, second)).toBe(expected.get(key) ?? -1);
          if (!expected.has(key)) expected.set(key, expected.size);
          const pair = table.add(first, second);
          expect([pair, table.first(pair), table.second(pair)]).toEqual([expected.get(key), first, second]);
        }
        expect(table.count).toBe(expected.size);
      }),
      SEED,
    );
  });

  it('write texts one after the other', () => {
    fc.assert(
      fc.property(texts, (list) => {
        const column = createTextColumn();
        for (const text of list) column.push(text);
        const { text, offset } = column.values();
        const read = list.map((_, i) => Buffer.from(text.subarray(offset[i], offset[i + 1])).toString());
        expect(read).toEqual(list.map((each) => Buffer.from(each).toString()));
        expect(offset).toHaveLength(list.length + 1);
      }),
      SEED,
    );
  });
});

describe('orders', () => {
  const word = fc.oneof(fc.nat(3), fc.nat(0xffffffff));
  const keys = fc.array(fc.tuple(word, word), { maxLength: 300 });

  it('sort rows by 64-bit keys, equal ones by row', () => {
    fc.assert(
      fc.property(keys, (list) => {
        const high = Uint32Array.from(list, ([value]) => value);
        const low = Uint32Array.from(list, ([, value]) => value);
        const expected = list.map((_, row) => row);
        expected.sort((a, b) => (high[a] ?? 0) - (high[b] ?? 0) || (low[a] ?? 0) - (low[b] ?? 0) || a - b);
        expect([...orderByKey(high, low)]).toEqual(expected);
        const seen = new Set<string>();
        const repeated = list.map((key) => {
          const is = seen.has(key.join());
          seen.add(key.join());
          return is ? 1 : 0;
        });
        expect([...markRepeated(high, low)]).toEqual(repeated);
      }),
      SEED,
    );
  });

  it('gather rows by group', () => {
    const { start, rows } = groupRows(Uint32Array.of(2, 0, NO_GROUP, 2, 0), 4);
    expect([...start]).toEqual([0, 2, 2, 4, 4]);
    expect([...rows]).toEqual([1, 4, 0, 3]);
  });
});
