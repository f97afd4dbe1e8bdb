import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { createChunkCutter, type CutChunk } from '../../src/formats/chunk-cutter.ts';
import { readCsvCells } from '../../src/formats/csv-read.ts';
import { nameInputColumns } from '../../src/run/pipeline/plan-stages.ts';
import { OUTPUT_FORMATS } from '../../src/formats/outputs.ts';
import { createRowReader } from '../../src/formats/inputs.ts';
import { isBadRow, type InputLayout } from '../../src/formats/record.ts';
import { effort } from '../support/effort.ts';
import { readInput } from '../support/formats.ts';

const OPTIONS = {
  interruptAfterTimeLimit: effort(1000, 2000, import.meta.filename),
  markInterruptAsFailure: false,
  numRuns: effort(500, 1500, import.meta.filename),
};
const DELIMITERS = [',', ';', '\t', '|'];

type Layout = Pick<InputLayout, 'format' | 'delimiter' | 'columns'>;

/** Bytes in which everything that matters to CSV is frequent. */
const csvBytes = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('"', '""', ',', '\n', '\r\n', '","', ',"', '"\n') },
      { weight: 3, arbitrary: fc.constantFrom('a', 'bc', ' ', 'é', '\r', '😀', '\0') },
      { weight: 1, arbitrary: fc.constantFrom('\xff', '\xe1\xbb') },
    ),
    { maxLength: 60 },
  )
  .map((parts) =>
    Buffer.concat(parts.map((part) => Buffer.from(part, /^[\xe1\xff]/.test(part) ? 'latin1' : 'utf8'))),
  );

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc
    .array(fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r\n', 'a', ' ', 'ế'), { maxLength: 6 })
    .map((parts) => parts.join('')),
);

function tables(cells: fc.Arbitrary<string>) {
  return fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cells, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
    );
}

function cutAll(bytes: Buffer, layout: Layout, sizes: readonly number[]): CutChunk[] {
  const cutter = createChunkCutter(layout, { maxRows: 3 });
  const chunks: CutChunk[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    chunks.push(...cutter.push(bytes.subarray(at, at + size), false));
    at += size;
  }
  return [...chunks, ...cutter.push(new Uint8Array(0), true)];
}

/** Returns the records with their places in the input, wherever the chunks were cut. */
function placesOf(chunks: readonly CutChunk[]) {
  return chunks.flatMap((chunk) =>
    chunk.frames.map(({ start, end, line, issue }, index) => ({
      row: chunk.firstRow + index,
      line: chunk.firstLine + line,
      start: chunk.offset + start,
      end: chunk.offset + end,
      code: issue?.code,
    })),
  );
}

describe('framing', () => {
  for (const format of ['csv', 'ndjson'] as const) {
    const layout: Layout = { format, delimiter: ',', columns: ['a', 'b'] };

    it(`${format}: finds the same records however the input is cut`, () => {
      fc.assert(
        fc.property(
          csvBytes,
          fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
          (bytes, sizes) => {
            const whole = placesOf(cutAll(bytes, layout, [Math.max(bytes.length, 1)]));
            expect(placesOf(cutAll(bytes, layout, sizes))).toEqual(whole);
          },
        ),
        OPTIONS,
      );
    });

    it(`${format}: covers every byte once, and what is no record is blank`, () => {
      fc.assert(
        fc.property(csvBytes, fc.integer({ min: 1, max: 9 }), (bytes, size) => {
          const chunks = cutAll(bytes, layout, [size]);
          let offset = 0;
          const rest = Buffer.from(bytes);
          for (const chunk of chunks) {
            expect(chunk.offset).toBe(offset);
            expect(Buffer.from(chunk.bytes)).toEqual(bytes.subarray(chunk.offset, chunk.endOffset));
            offset = chunk.endOffset;
            for (const { start, end } of chunk.frames)
              rest.fill(10, chunk.offset + start, chunk.offset + end);
          }
          expect(offset).toBe(bytes.length);
          expect(rest.every((byte) => byte <= (format === 'csv' ? 13 : 32))).toBe(true);
        }),
        OPTIONS,
      );
    });

    it(`${format}: reads garbage without throwing, one result for each record`, () => {
      const read = createRowReader(layout);
      fc.assert(
        fc.property(
          fc.oneof(
            csvBytes,
            fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes)),
          ),
          (bytes) => {
            for (const chunk of cutAll(bytes, layout, [1 << 20])) {
              const rows = read(chunk);
              expect(rows.map((row) => row.frame)).toEqual(chunk.frames);
            }
          },
        ),
        OPTIONS,
      );
    });
  }

  it('csv: every framed record is one that csv-parse reads, the same alone as among others', () => {
    const layout: Layout = { format: 'csv', delimiter: ',', columns: ['a', 'b'] };
    fc.assert(
      fc.property(csvBytes, (bytes) => {
        for (const chunk of cutAll(bytes, layout, [1 << 20])) {
          const cellsOf = (frames: CutChunk['frames']) =>
            readCsvCells({ ...chunk, frames }, ',').map((row) => (isBadRow(row) ? row : [...row.cells]));
          const among = readCsvCells(chunk, ',');
          const alone = chunk.frames.flatMap((frame) => cellsOf([frame]));
          expect(cellsOf(chunk.frames)).toEqual(alone);
          for (const row of among)
            if (row.frame.issue === undefined && 'issues' in row)
              expect(row.issues.map(({ code }) => code)).not.toContain('stray_quote');
        }
      }),
      OPTIONS,
    );
  });

  it('csv: a record has the cells that csv-parse reads', () => {
    const written = tables(cell).chain((table) =>
      fc.boolean().map((quoted) => Buffer.from(stringify(table, { quoted }))),
    );
    fc.assert(
      fc.property(fc.oneof(csvBytes, written), (bytes) => {
        const layout: Layout = { format: 'csv', delimiter: ',', columns: ['a', 'b'] };
        for (const chunk of cutAll(bytes, layout, [1 << 20])) {
          for (const row of readCsvCells(chunk, ',')) {
            if (isBadRow(row)) continue;
            const record = bytes.subarray(chunk.offset + row.frame.start, chunk.offset + row.frame.end);
            const [cells] = parse(record, { relax_quotes: true, record_delimiter: ['\r\n', '\n'] });
            expect(row.cells).toEqual(cells);
          }
        }
      }),
      OPTIONS,
    );
  });

  it('a stray quote costs its own row, whatever the others are', () => {
    fc.assert(
      fc.property(tables(cell), fc.nat(), (table, place) => {
        const width = table[0]!.length;
        // All rows are on one line here: a row of several lines that matches the header by chance is none to complain about.
        const rows = table.map((row) => row.map((text) => text.replace(/[\r\n]/g, ' ')));
        const lines = stringify(rows, { quoted: true }).trimEnd().split('\n');
        const at = place % (lines.length + 1);
        lines.splice(at, 0, 'x,"stray');
        const layout: Layout = { format: 'csv', delimiter: ',', columns: Array<string>(width).fill('c') };
        const bytes = Buffer.from(lines.join('\n'));
        const read = cutAll(bytes, layout, [1 << 20]).flatMap(createRowReader(layout));
        expect(read.map((row) => (isBadRow(row) ? row.issues[0]!.code : row.cells))).toEqual([
          ...rows.slice(0, at),
          'stray_quote',
          ...rows.slice(at),
        ]);
      }),
      OPTIONS,
    );
  });
});

describe('csv', () => {
  it('is read as csv-parse reads it, whichever way csv-stringify wrote it', () => {
    fc.assert(
      fc.property(
        tables(cell),
        fc.constantFrom(...DELIMITERS),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
        (table, delimiter, newline, isQuoted, hasEnd) => {
          const written = stringify(table, {
            delimiter,
            record_delimiter: newline,
            quoted: isQuoted,
            quote_record_delimiter: true,
            quoted_empty: true,
          });
          const text = hasEnd ? written : written.slice(0, -newline.length);
          const layout: Layout = { format: 'csv', delimiter, columns: table[0]! };
          const rows = cutAll(Buffer.from(text), layout, [7]).flatMap(createRowReader(layout));
          const cells = rows.map((row) => (isBadRow(row) ? row.issues : row.cells));
          expect(cells).toEqual(table);
          expect(cells).toEqual(parse(text, { delimiter, record_delimiter: newline }));
        },
      ),
      OPTIONS,
    );
  });

  it('is written so that csv-parse and we read the same back', () => {
    fc.assert(
      fc.property(tables(cell), (table) => {
        const writer = OUTPUT_FORMATS.csv.open(table[0]!.map((name) => ({ name, type: 'string' })));
        const rowsText = writer.encode(table.map((values) => ({ values, position: null })));
        const bytes = Buffer.from(writer.head + rowsText);
        expect(parse(bytes, { record_delimiter: '\n' })).toEqual([table[0], ...table]);
        const layout: Layout = { format: 'csv', delimiter: ',', columns: table[0]! };
        const rows = cutAll(bytes, layout, [11]).flatMap(createRowReader(layout));
        expect(rows.map((row) => (isBadRow(row) ? row.issues : row.cells))).toEqual([table[0], ...table]);
      }),
      OPTIONS,
    );
  });
});

describe('any input', () => {
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    csvBytes,
    fc.json().map((text) => Buffer.from(text)),
    fc.array(fc.json(), { maxLength: 4 }).map((texts) => Buffer.from(texts.join('\n'))),
    fc
      .array(
        fc.constantFrom(
          '{',
          '}',
          '[',
          ']',
          '"features"',
          '"type"',
          ':',
          ',',
          '"Feature"',
          '1',
          '\n',
          '\u001E',
        ),
        { maxLength: 30 },
      )
      .map((parts) => Buffer.from(parts.join(''))),
  );
  const wrapped = fc
    .tuple(garbage, fc.constantFrom('plain', 'gzip', 'cut', 'utf-16le', 'bom'))
    .map(([bytes, how]) => {
      const input = Buffer.from(bytes);
      if (how === 'gzip') return gzipSync(input);
      if (how === 'cut') return gzipSync(input).subarray(0, -5);
      if (how === 'utf-16le') return Buffer.from('\uFEFF' + input.toString('latin1'), 'utf16le');
      return how === 'bom' ? Buffer.concat([Buffer.from('\uFEFF'), input]) : input;
    });

  it('is read, or refused with INPUT_BAD, and never anything else', async () => {
    await fc.assert(
      fc.asyncProperty(
        wrapped,
        fc.constantFrom('', 'a.csv', 'a.json', 'a.geojson', 'a.ndjson.gz'),
        async (bytes, name) => {
          try {
            const { rows, good, bad } = await readInput(bytes, name);
            expect(good.length + bad.length).toBe(rows.length);
          } catch (error) {
            if (!isGeomillError(error, 'INPUT_BAD')) throw error;
            expect(error.message.length).toBeGreaterThan(20);
          }
        },
      ),
      OPTIONS,
    );
  });

  it('of JSON objects comes to the same rows as ndjson, as an array, and packed', async () => {
    const names = fc.constantFrom('a', 'b', 'id', '__proto__', 'constructor', 'é', '');
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.integer()),
    );
    const object = fc.array(fc.tuple(names, value), { minLength: 1, maxLength: 4 }).map((members) => {
      const unique = [...new Map(members)];
      return `{${unique.map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`).join(',')}}`;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(object, { minLength: 2, maxLength: 6 }), async (objects) => {
        const lines = await readInput(Buffer.from(objects.join('\n')), '');
        const array = await readInput(Buffer.from(`[${objects.join(' ,\n')}]`), '', {}, 13);
        const packed = await readInput(gzipSync(objects.join('\r\n')), '', {}, 13);
        expect(lines.bad).toEqual([]);
        for (const other of [array, packed]) {
          expect(other.layout.columns).toEqual(lines.layout.columns);
          expect(other.good.map((row) => row.cells)).toEqual(lines.good.map((row) => row.cells));
        }
      }),
      OPTIONS,
    );
  });
});

describe('json outputs', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(undefined),
    fc.object(),
  );

  it.each(['ndjson', 'geojson', 'geojsonl', 'geojsons'] as const)(
    '%s is valid JSON with all columns, whatever names and values',
    (format) => {
      fc.assert(
        fc.property(
          fc.array(fc.string(), { minLength: 1, maxLength: 5 }),
          fc.array(fc.array(value, { maxLength: 5 }), { maxLength: 4 }),
          (names, table) => {
            const writer = OUTPUT_FORMATS[format].open(
              nameInputColumns(names).names.map((name) => ({ name, type: 'any' })),
            );
            const rows = table.map((values) => ({ values, position: { lat: 1, lon: 2 } }));
            const text = writer.head + writer.encode(rows) + writer.tail;
            const objects =
              format === 'geojson'
                ? (JSON.parse(text) as { features: { properties: object }[] }).features.map(
                    (feature) => feature.properties,
                  )
                : text
                    .split('\n')
                    .filter(Boolean)
                    .map((line) => {
                      const parsed = JSON.parse(line.replace('\u001E', '')) as { properties: object };
                      return format === 'ndjson' ? parsed : parsed.properties;
                    });
            expect(objects.length).toBe(table.length);
            for (const object of objects) expect(Object.keys(object).length).toBe(names.length);
          },
        ),
        OPTIONS,
      );
    },
  );
});
