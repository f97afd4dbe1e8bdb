import { describe, expect, it } from 'vitest';
import { createChunkCutter } from './chunk-cutter.ts';
import { createCsvFramer } from './csv-frame.ts';
import { REJECT_BYTES_KEPT, ROW_BYTES_MAX } from './limits.ts';
import type { Frame } from './record.ts';
import { inEnglish } from '../../test/support/in-english.ts';

/** Frames a whole input; a bad record's text has its issue's code before it. */
function frameAll(text: string, columnCount: number, delimiter = ','): string[] {
  const bytes = Buffer.from(text);
  const frames: Frame[] = [];
  const { next } = createCsvFramer(delimiter, columnCount).frame(bytes, 0, true, Infinity, frames);
  expect(next).toBe(bytes.length);
  return frames.map(
    ({ start, end, issue }) => `${issue ? `${issue.code}: ` : ''}${bytes.toString('utf8', start, end)}`,
  );
}

describe('csv framing', () => {
  it('takes LF and CRLF as line ends, and a last line without', () => {
    expect(frameAll('a,b\r\nc,d\ne,f', 2)).toEqual(['a,b', 'c,d', 'e,f']);
  });

  it('passes over blank lines, but not over a quoted empty cell', () => {
    expect(frameAll('a\n\n\r\n""\nb\n\n', 1)).toEqual(['a', '""', 'b']);
  });

  it('keeps newlines, delimiters and doubled quotes inside of quotes', () => {
    expect(frameAll('1,"a\nb\r\nc"\n2,"x,""y"","\n', 2)).toEqual(['1,"a\nb\r\nc"', '2,"x,""y"","']);
  });

  it('takes a quote inside of an unquoted cell for text', () => {
    expect(frameAll('1,5" pipe\n2,b\n', 2)).toEqual(['1,5" pipe', '2,b']);
  });

  it('gives up a row alone whose quote is never closed', () => {
    expect(frameAll('1,a\n2,"b\n3,c\n4,d\n', 2)).toEqual(['1,a', 'stray_quote: 2,"b', '3,c', '4,d']);
  });

  it('gives up a row alone whose quote would be closed by the next row that has quotes', () => {
    expect(frameAll('1,"a"\n2,"b\n3,"c"\n4,"d"\n', 2)).toEqual([
      '1,"a"',
      'stray_quote: 2,"b',
      '3,"c"',
      '4,"d"',
    ]);
  });

  it('gives up a row alone that would swallow others and have too many cells', () => {
    expect(frameAll('1,"a,x\n2,b",y\n3,c,z\n', 4)).toEqual(['stray_quote: 1,"a,x', '2,b",y', '3,c,z']);
  });

  it('gives up a row whose text goes on after the closing quote', () => {
    expect(frameAll('1,"a" b\n2,"c"\n', 2)).toEqual(['stray_quote: 1,"a" b', '2,"c"']);
  });

  it('rejects a row over 1 MiB and reads on', () => {
    const long = 'x'.repeat(ROW_BYTES_MAX + 1);
    const [first, bad, last] = frameAll(`1,a\n${long}\n2,b\n`, 2);
    expect([first, last]).toEqual(['1,a', '2,b']);
    expect(bad).toBe(`row_too_large: ${long}`);
    expect(frameAll(`${long.slice(1)}\n`, 1)).toEqual([long.slice(1)]);
  });

  it('gives up a quoted cell that goes on for more than 1 MiB, and nothing after its first line', () => {
    const rows = frameAll(`1,"open\n${'2,b\n'.repeat(300_000)}3,"c"\n`, 2);
    expect(rows.length).toBe(300_002);
    expect(rows[0]).toBe('stray_quote: 1,"open');
    expect(rows.filter((row) => row.startsWith('stray'))).toHaveLength(1);
  });

  it('does not take ever longer where every line opens a quote', () => {
    // Quadratic work would be 10^10 steps here.
    expect(frameAll('a","b\n'.repeat(100_000), 2).filter((row) => row.startsWith('stray'))).toHaveLength(
      100_000,
    );
    expect(frameAll('1,"\n'.repeat(100_000), 2)).toHaveLength(50_000);
  });

  it('counts the lines before each record', () => {
    const frames: Frame[] = [];
    const text = 'a\n\n"b\nb\r\nb"\n"c\nd\n';
    const { lines } = createCsvFramer(',', 1).frame(Buffer.from(text), 0, true, Infinity, frames);
    expect(frames.map((frame) => frame.line)).toEqual([0, 2, 5, 6]);
    expect(lines).toBe(7);
  });
});

describe('chunk cutter', () => {
  const layout = { format: 'csv', delimiter: ',', columns: ['a', 'b'] } as const;

  it('holds only the first bytes of a row of 20 MiB, and tells its length', () => {
    const cutter = createChunkCutter(layout, { offset: 100, row: 5, line: 7 });
    const chunks = [...cutter.push(Buffer.from('1,a\n2,"'), false)];
    const block = Buffer.alloc(1 << 20, 'x');
    for (let count = 0; count < 20; count++) chunks.push(...cutter.push(block, false));
    chunks.push(...cutter.push(Buffer.from('"\r\n3,c\n'), true));
    expect(
      chunks.map(({ offset, endOffset, firstRow, firstLine }) => [offset, endOffset, firstRow, firstLine]),
    ).toEqual([
      [100, 104, 5, 7],
      [104, 104 + 3 + 20 * (1 << 20) + 3, 6, 8],
      [104 + 3 + 20 * (1 << 20) + 3, 104 + 6 + 20 * (1 << 20) + 4, 7, 9],
    ]);
    expect(chunks[1]!.bytes.length).toBe(REJECT_BYTES_KEPT);
    expect(inEnglish(chunks[1]!.frames[0]!.issue?.message)).toContain(`${3 + 20 * (1 << 20) + 1} bytes`);
  });

  it('ends a too large row at the end of the input', () => {
    const cutter = createChunkCutter(layout);
    expect(cutter.push(Buffer.alloc(ROW_BYTES_MAX + 2, 'x'), false)).toEqual([]);
    const [chunk] = cutter.push(new Uint8Array(0), true);
    expect(chunk).toMatchObject({ endOffset: ROW_BYTES_MAX + 2, nextRow: 2, nextLine: 2 });
  });

  it('cuts by rows and numbers chunks, rows and lines', () => {
    const chunks = createChunkCutter(layout, { maxRows: 2, index: 3 }).push(
      Buffer.from('1,a\n2,"b\nb"\n3,c\n'),
      true,
    );
    expect(
      chunks.map(({ index, firstRow, firstLine, nextLine }) => [index, firstRow, firstLine, nextLine]),
    ).toEqual([
      [3, 1, 1, 4],
      [4, 3, 4, 5],
    ]);
  });
});
