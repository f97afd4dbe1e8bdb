import { describe, expect, it } from 'vitest';
import { createRecordPacker } from '../../../dataset/compile/assemble-tables.ts';
import type { PlaceRecord, PlaceTables } from './place-tables.ts';
import { createRecordReader, recordOf } from './records.ts';

describe('records', () => {
  it('come back whole in any order, from more blocks than a reader keeps', () => {
    const packer = createRecordPacker();
    const recordAt = (n: number): PlaceRecord => ({ phone: `+84 ${n}`, name: `Nhà ${'x'.repeat(n % 7)}\n` });
    const count = 300 * 32 + 5;
    for (let n = 0; n < count; n += 1) packer.add(3 * n + 1, JSON.stringify(recordAt(n)));
    const tables = packer.finish() as PlaceTables;
    const read = createRecordReader(tables);
    for (let i = 0; i < 4000; i += 1) {
      const n = (i * 7919) % count;
      expect(read(3 * n + 1)).toEqual(recordAt(n));
      expect(read(3 * n)).toBeUndefined();
    }
    expect(recordOf(tables, 1)).toEqual(recordAt(0));
    expect(recordOf(tables, 3 * count + 1)).toBeUndefined();
  });
});
