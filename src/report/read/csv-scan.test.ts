import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOutput } from '../../formats/csv-write.ts';
import { excelOutput } from '../../formats/excel-write.ts';
import type { RowFormat } from '../../formats/output-format.ts';
import { shownText } from '../data/shown-text.ts';
import { scanCsv } from './csv-scan.ts';
import { drain } from './result-file.ts';
import { addShown } from './row-columns.ts';
import { emptyTextCodes } from './text-codes.ts';

function write(format: RowFormat, header: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  const writer = format.open(header.map((name) => ({ name, type: 'any', description: '' })));
  return Buffer.from(writer.head + writer.encode(rows.map((values) => ({ values, position: null }))));
}

async function* blocksOf(file: Buffer, blockBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += blockBytes) yield file.subarray(at, at + blockBytes);
}

/** Reads some columns of a file; cells are asked for in reverse, and twice. */
async function scan(file: Buffer, chosen: readonly number[], blockBytes = 64): Promise<string[][]> {
  const rows: string[][] = [];
  const read = scanCsv(
    blocksOf(file, blockBytes),
    () => chosen,
    (row) => {
      chosen.forEach((_, at) => row.text(chosen.length - 1 - at));
      rows.push(chosen.map((_, at) => row.text(at)));
    },
  );
  await drain(read);
  return rows;
}

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'ok',
    'ward',
    '0.999',
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    'a"b',
    '😀',
    'x'.repeat(40),
    'Đường Lê Lợi, Phường Bến Nghé',
  ),
  fc.string(),
);
const WIDTH = 5;
const tables = fc.array(fc.array(cell, { minLength: WIDTH, maxLength: WIDTH }), { maxLength: 12 });
const header = ['a', 'b', 'c,d', 'e"', 'ế'];

describe('the scan of a CSV file', () => {
  it('returns the cells that were written, whichever are asked for and wherever a block ends', async () => {
    const columns = fc.array(fc.integer({ min: -1, max: WIDTH - 1 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        tables,
        columns,
        fc.integer({ min: 1, max: 200 }),
        async (rows, chosen, blockBytes) => {
          const file = write(csvOutput, header, rows);
          const parsed = parse(file, { relax_column_count: true }).slice(1);
          expect(parsed).toEqual(rows);
          const wanted = rows.map((row) => chosen.map((column) => row[column] ?? ''));
          expect(await scan(file, chosen, blockBytes)).toEqual(wanted);
        },
      ),
      { seed: 3, numRuns: 400 },
    );
  });

  it('adds cells to the columns of the page, and reads decimal numbers, as their texts say', async () => {
    const numbers = fc.constantFrom(
      '1',
      '-0.5',
      '105.850000',
      '1e3',
      '1.',
      '.5',
      '0x1',
      '12345',
      ' 1',
      '"2"',
    );
    const rows = fc.array(fc.tuple(fc.oneof(cell, fc.constantFrom('\u0085', 'x'.repeat(9))), numbers), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const column = emptyTextCodes(list.length);
        const decimals: (number | undefined)[] = [];
        const file = write(csvOutput, ['a', 'b'], list);
        const read = scanCsv(
          blocksOf(file, 64),
          () => [0, 1],
          (row) => {
            addShown(column, row, 0, 8);
            decimals.push(row.decimalAt?.(1));
          },
        );
        await drain(read);
        const { codes, starts } = column;
        const texts = list.map((_, at) => String.fromCharCode(...codes.subarray(starts[at], starts[at + 1])));
        expect(texts).toEqual(list.map(([text]) => shownText(Buffer.from(text).toString(), 8)));
        const plain = /^-?\d{1,3}(\.\d+)?$/;
        expect(decimals).toEqual(list.map(([, text]) => (plain.test(text) ? Number(text) : undefined)));
      }),
      { seed: 9, numRuns: 300 },
    );
  });

  it('reads records that are longer than blocks, and many blocks', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => [
      `${at}`,
      at % 50 === 0 ? `"\n${'long, '.repeat(3000)}` : 'short',
      'ok',
      at % 7 === 0 ? 'a, quote behind the last cell\n' : '',
      'x',
    ]);
    const file = write(csvOutput, header, rows);
    for (const blockBytes of [1000, 5000, 1 << 18]) {
      const found = await scan(file, [2, 0], blockBytes);
      expect(found.length).toBe(rows.length);
      expect(found.every(([status, number], at) => status === 'ok' && number === `${at}`)).toBe(true);
    }
  });

  it('reads a last record without a newline, and the codes of the format for spreadsheets', async () => {
    const file = write(
      excelOutput,
      ['code', 'n'],
      [
        ['007', '1'],
        ['x', '2'],
      ],
    );
    expect(await scan(file.subarray(0, -1), [0, 1])).toEqual([
      ['007', '1'],
      ['x', '2'],
    ]);
  });

  it('returns no cell of the row before where a row has fewer', async () => {
    expect(await scan(Buffer.from('a,b,c\n1,2,3\n4\n5,6,7\n'), [0, 2])).toEqual([
      ['1', '3'],
      ['4', ''],
      ['5', '7'],
    ]);
  });
});
