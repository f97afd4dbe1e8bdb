import { describe, expect, it } from 'vitest';
import { createFramer } from './framer.ts';
import { createRowReader } from './inputs.ts';
import { isBadRow, type Frame, type InputLayout } from './record.ts';

type Layout = Pick<InputLayout, 'format' | 'delimiter' | 'columns'>;

/** Reads a whole input: cells of good rows, codes of bad ones. */
function read(layout: Layout, input: string | Buffer): unknown[] {
  const bytes = Buffer.from(input as string);
  const frames: Frame[] = [];
  createFramer(layout).frame(bytes, 0, true, Infinity, frames);
  return createRowReader(layout)({ bytes, frames }).map((row) =>
    isBadRow(row) ? row.issues.map((issue) => issue.code).join() : row.cells,
  );
}

describe('reading csv', () => {
  const layout: Layout = { format: 'csv', delimiter: ';', columns: ['a', 'b'] };

  it('undoes quotes and keeps everything else', () => {
    expect(read(layout, ' x ;\n"";"a""b"\n"p;q\r\nr";=1+1\n-0.10;"""";\n')).toEqual([
      [' x ', ''],
      ['', 'a"b'],
      ['p;q\r\nr', '=1+1'],
      'too_many_cells',
    ]);
  });

  it('unwraps codes that were written for spreadsheets, and nothing else', () => {
    expect(read(layout, '"=""00123""";="0001234567890123456"\n"=""x""";"=A1&""1"""\n')).toEqual([
      ['00123', '0001234567890123456'],
      ['="x"', '=A1&"1"'],
    ]);
  });

  it('tells how many cells a ragged row has', () => {
    expect(read(layout, 'a\na;b;c\na;b\n')).toEqual(['too_few_cells', 'too_many_cells', ['a', 'b']]);
  });

  it('rejects rows with invalid UTF-8 or NUL bytes, and only those', () => {
    const bytes = Buffer.concat([
      Buffer.from('a;ế\n'),
      Buffer.from([0xe1, 0xbb, 59, 10]),
      Buffer.from('b;\0\nc;đ\n'),
    ]);
    expect(read(layout, bytes)).toEqual([['a', 'ế'], 'invalid_utf8', 'nul_byte', ['c', 'đ']]);
  });
});

describe('reading csv records that the framer got wrong', () => {
  it('costs those rows alone', () => {
    const bytes = Buffer.from('"a";b\n"open;c\n"d";e\nf;"g"\n');
    const framesOf = (...lines: [number, number][]) =>
      lines.map(([start, end], line) => ({ start, end, line }));
    const codes = (frames: Frame[]) =>
      createRowReader({ format: 'csv', delimiter: ';', columns: ['a', 'b'] })({ bytes, frames }).map((row) =>
        isBadRow(row) ? row.issues.map((issue) => issue.code).join() : row.cells,
      );
    expect(codes(framesOf([0, 5], [6, 13], [14, 19], [20, 25]))).toEqual([
      ['a', 'b'],
      'stray_quote',
      ['d', 'e'],
      ['f', 'g'],
    ]);
    expect(codes(framesOf([0, 5], [14, 25]))).toEqual([['a', 'b'], 'stray_quote']);
  });
});

describe('reading ndjson', () => {
  const layout: Layout = { format: 'ndjson', delimiter: '', columns: ['a', '__proto__', 'constructor'] };

  it('gives any JSON value, and undefined for what is absent', () => {
    expect(read(layout, '{"a":{"b":[1]},"constructor":null}\n{"__proto__":1}\r\n{}\n')).toEqual([
      [{ b: [1] }, undefined, null],
      [undefined, 1, undefined],
      [undefined, undefined, undefined],
    ]);
  });

  it('rejects what is no JSON, no object, too deep, or has members that are no column', () => {
    const deep = `{"a":${'['.repeat(65)}${']'.repeat(65)}}`;
    const bottomless = `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`;
    expect(read(layout, `{"a":\n7\n[]\nnull\n${deep}\n${bottomless}\n{"z":1,"a":2}\n`)).toEqual([
      'invalid_json',
      'not_an_object',
      'not_an_object',
      'not_an_object',
      'too_deep',
      'too_deep',
      'unknown_member',
    ]);
  });

  it('keeps whole numbers that a double cannot hold as text', () => {
    const line =
      '{"a":[9007199254740993,-12345678901234567890,1e400,9007199254740991,106.70000000000000284,"9007199254740993 1e400"]}';
    expect(read(layout, line)).toEqual([
      [
        [
          '9007199254740993',
          '-12345678901234567890',
          '1e400',
          9007199254740991,
          106.7,
          '9007199254740993 1e400',
        ],
        undefined,
        undefined,
      ],
    ]);
  });
});
