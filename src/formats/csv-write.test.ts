import { stringify } from 'csv-stringify/sync';
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
  it('writes the bytes of csv-stringify', () => {
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
      );
    fc.assert(
      fc.property(table, ([header = [], ...rows]) => {
        const writer = createCsvWriter(header, String);
        const written = writer.head + writer.encode(rows.map((values) => ({ values, position: null })));
        const options = { record_delimiter: '\n', quoted_match: /\r/, quoted_empty: header.length === 1 };
        expect(written).toBe(stringify([header, ...rows], options));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('writes nothing for no rows', () => {
    expect(createCsvWriter(['a'], String, '\ufeff')).toMatchObject({ head: '\ufeffa\n' });
    expect(createCsvWriter(['a'], String).encode([])).toBe('');
  });
});
