import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDistinctCells, NO_VALUE, type DistinctCells } from './distinct-cells.ts';

function addAll(cells: DistinctCells, texts: readonly string[]): void {
  for (const text of texts) {
    const bytes = Buffer.from(`,${text},`);
    cells.add(bytes, 1, bytes.length - 1);
  }
}

const valuesOf = ({ bytes, ends, count }: DistinctCells) =>
  Array.from({ length: count }, (_, at) => bytes.toString('utf8', at === 0 ? 0 : ends[at - 1], ends[at]));

const rowsOf = (cells: DistinctCells) => {
  const values = valuesOf(cells);
  return Array.from(cells.rows.subarray(0, cells.size), (value) =>
    value === NO_VALUE ? 'null' : values[value],
  );
};

const texts = fc.array(fc.oneof(fc.constantFrom('null', '"a"', '"ab"', '1', '"ế"'), fc.json()), {
  maxLength: 60,
});

describe('the different cells of a column', () => {
  it('have one number for each text, in the order of the rows, also after others', () => {
    const cells = createDistinctCells(60);
    fc.assert(
      fc.property(texts, (list) => {
        cells.clear();
        addAll(cells, list);
        expect(rowsOf(cells)).toEqual(list);
        expect(valuesOf(cells)).toEqual([...new Set(list)].filter((text) => text !== 'null'));
      }),
      { seed: 7, numRuns: 300 },
    );
  });

  it('are as many as there are rows where no two are alike', () => {
    const list = Array.from({ length: 20_000 }, (_, at) => `"${(at * 7919) % 20_000} Lê Lợi"`);
    const cells = createDistinctCells(list.length);
    addAll(cells, list);
    expect([cells.size, cells.count]).toEqual([20_000, 20_000]);
    expect(rowsOf(cells)).toEqual(list);
  });

  it('are stored again where too many fall on one place of the table', () => {
    const list = Array.from({ length: 100 }, (_, at) => sameHash(at + 1));
    const cells = createDistinctCells(200);
    for (const bytes of [...list, ...list]) cells.add(bytes, 0, bytes.length);
    const stored = (row: number) => {
      const value = cells.rows[row] as number;
      return cells.bytes.subarray(value === 0 ? 0 : cells.ends[value - 1], cells.ends[value]);
    };
    expect([...list, ...list].every((bytes, row) => bytes.equals(stored(row)))).toBe(true);
    expect(cells.count).toBeGreaterThan(list.length);
    expect(cells.count).toBeLessThan(2 * list.length);
  });
});

/** Returns eight bytes whose hash is that of all others of this kind. */
function sameHash(word: number): Buffer {
  const turned = (hash: number) => (hash << 13) | (hash >>> 19);
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(word, 0);
  bytes.writeInt32LE(turned(Math.imul(turned(8) ^ word, 0x9e3779b1)) ^ 12_345, 4);
  return bytes;
}
