import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../src/formats/zip/read-zip.ts';
import type { OutputRow } from '../../src/formats/record.ts';
import { readInput } from '../support/formats.ts';
import { makeDerived } from '../support/make-derived.ts';

const row = (values: unknown[]): OutputRow => ({ values, position: null });

const HOSTILE = [
  '=cmd|" /C calc"!A0',
  '@SUM(1)',
  '+84 912 345 678',
  '-1+1',
  '<script>alert(1)</script> & ]]>',
  'control \u0000\u0001\u000b\u001f and \ufffe\uffff',
  'lone \ud800 surrogate',
  'line\nbreak\rreturn\ttab',
  'looks escaped _x0041_ _x005F_',
  'right \u202eto left',
  ' leading and trailing ',
  "'quoted",
];

const TRUE_TO_FILE = [
  '0012',
  '2024-03-05',
  '1234567890123456',
  '1 Lê Lợi, Phường Bến Nghé 😀',
  '#N/A',
  '1e5',
  'TRUE',
];

async function sheetXml(bytes: Buffer): Promise<string> {
  const parts: Buffer[] = [];
  for await (const block of readZip(bytes).get('xl/worksheets/sheet1.xml')!.open()) parts.push(block);
  return Buffer.concat(parts).toString();
}

describe('xlsx', () => {
  it('keeps every text as text, whatever a spreadsheet would make of it', async () => {
    const texts = [...HOSTILE, ...TRUE_TO_FILE];
    const bytes = await makeDerived(
      'xlsx',
      ['text', 'n'],
      texts.map((text, at) => row([text, at])),
    );
    const { layout, good, bad } = await readInput(bytes, 'x.xlsx');
    expect(bad).toEqual([]);
    expect(layout.columns).toEqual(['text', 'n']);
    expect(good.map(({ cells }) => cells)).toEqual(texts.map((text, at) => [text, at]));
    const xml = await sheetXml(bytes);
    expect(xml).not.toContain('<f>');
    // Another reader finds the same; it does not decode escaped characters.
    const [sheet] = await readXlsxFile(bytes);
    const others = texts.filter(
      (text) =>
        !/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}|_x/u.test(text) && text.trim() === text,
    );
    const found = (sheet?.data ?? []).map(([cell]) => cell);
    for (const text of others) expect(found).toContain(text);
    expect(others.length).toBeGreaterThan(8);
  });

  it('writes numbers and booleans as such, lists as JSON, and nothing for empty cells', async () => {
    const values = [1.5, -0.1, 9007199254740991, true, ['a', { b: 1 }], null, undefined, ''];
    const columns = values.map((_, at) => `c${at}`);
    const { good } = await readInput(await makeDerived('xlsx', columns, [row(values)]), 'x.xlsx');
    expect(good[0]?.cells.slice(0, 5)).toEqual([1.5, -0.1, 9007199254740991, true, '["a",{"b":1}]']);
    expect(good[0]?.cells.slice(5).every((cell) => cell === undefined)).toBe(true);
  });

  it('cuts a cell at the length that Excel accepts, and says so in it', async () => {
    const { good } = await readInput(
      await makeDerived('xlsx', ['a'], [row(['😀'.repeat(500_000)])]),
      'x.xlsx',
    );
    const cell = good[0]?.cells[0] as string;
    expect(cell.length).toBeLessThanOrEqual(32_767);
    expect(cell.length).toBeGreaterThan(32_760);
    expect(cell).toMatch(/^(?:😀)+\.\.\. \[cut: 1000000 characters, a cell has at most 32767\]$/u);
  });

  it('freezes and filters the header, and has the same bytes each time', async () => {
    const make = () => makeDerived('xlsx', ['a', 'b', 'c'], [row(['x', 'y', 'z']), row(['1', '2', '3'])]);
    const bytes = await make();
    expect(await make()).toEqual(bytes);
    const xml = await sheetXml(bytes);
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<autoFilter ref="A1:C3"/>');
  });
});
