import { describe, expect, it } from 'vitest';
import { createMemoryDisk, seededRandom } from '../../../../test/support/memory-disk.ts';
import type { FoundLayout } from '../../../formats/inspect.ts';
import { findPlaces, findShare } from './find-share.ts';

const CSV: FoundLayout = {
  format: 'csv',
  compression: 'none',
  encoding: 'utf-8',
  delimiter: ',',
  columns: ['a', 'b'],
  dataOffset: 4,
  firstLine: 2,
  findings: [],
};

function dataOf(text: string, more: Partial<FoundLayout> = {}) {
  const disk = createMemoryDisk(seededRandom(1));
  disk.put('/in', text);
  return { fs: disk.fs, data: { dataPath: '/in', layout: { ...CSV, ...more } } };
}

describe('findPlaces', () => {
  it('divides by bytes, at the first record from there on, with its numbers', async () => {
    const { fs, data } = dataOf('a,b\n1,"x\ny"\n\n2,aaaaaaaaaaaaaaaaaaaa\n3,b\n4,c\n');
    expect(await findPlaces(fs, data, 3)).toEqual([
      { offset: 4, row: 1, line: 2 },
      { offset: 36, row: 3, line: 6 },
      { offset: 36, row: 3, line: 6 },
      { offset: 44, row: 5, line: 8 },
    ]);
    expect(await findShare(fs, data, { index: 1, count: 3 })).toEqual({
      from: { offset: 4, row: 1, line: 2 },
      to: { offset: 36, row: 3, line: 6 },
    });
  });

  it('covers the data once, whatever the number of shards, also beyond one block', async () => {
    const text = `a,b\n${Array.from({ length: 60_000 }, (_, at) => `${at},"${'x'.repeat(at % 13)}"\n`).join('')}`;
    const { fs, data } = dataOf(text);
    for (const count of [1, 2, 7, 100, 10_000]) {
      const places = await findPlaces(fs, data, count);
      expect(places).toHaveLength(count + 1);
      expect(places.at(-1)).toEqual({ offset: text.length, row: 60_001, line: 60_002 });
      for (const { offset, row } of places.slice(0, -1)) {
        expect(text.slice(offset).startsWith(`${row - 1},"`)).toBe(true);
      }
      const sizes = places.slice(1).map(({ offset }, at) => offset - (places[at]?.offset ?? 0));
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(40);
    }
  });

  it('begins a shard of batches with a batch', async () => {
    const batches = Array.from({ length: 50 }, (_, at) =>
      Array.from({ length: 1 + (at % 7) }, (_, nth) => `batch ${at},${nth}\n`).join(''),
    );
    const text = batches.join('\n');
    const { fs, data } = dataOf(text, { dataOffset: 0, firstLine: 1, isBatched: true });
    const places = await findPlaces(fs, data, 20);
    expect(new Set(places.map(({ offset }) => offset)).size).toBeGreaterThan(15);
    for (const { offset } of places.slice(0, -1)) expect(text.slice(offset)).toMatch(/^batch \d+,0\n/);
  });
});
