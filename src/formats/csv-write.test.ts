import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCsvWriter } from './csv-write.ts';

const cell = fc
  .array(
    fc.constantFrom('a', 'é', ' ', ',', ';', '"', '""', '\n', '\r', '\r\n', '\t', '\ufeff', '😀', '=', "'"),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));

describe('createCsvWriter', () => {
  it('writes what csv-parse reads back, a row of one empty cell too', () => {
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      );
    fc.assert(
      fc.property(table, ([header = [], ...rows]) => {
        const writer = createCsvWriter(header, String);
        const written = writer.head + writer.encode(rows.map((values) => ({ values, position: null })));
        expect(parse(written, { record_delimiter: '\n' })).toEqual([header, ...rows]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('quotes a carriage return, which many readers take for the end of a row', () => {
    const writer = createCsvWriter(['a', 'b'], String);
    expect(writer.encode([{ values: ['x\ry', 'z'], position: null }])).toBe('"x\ry",z\n');
  });

  it('writes nothing for no rows', () => {
    expect(createCsvWriter(['a'], String, '\ufeff')).toMatchObject({ head: '\ufeffa\n' });
    expect(createCsvWriter(['a'], String).encode([])).toBe('');
  });
});
