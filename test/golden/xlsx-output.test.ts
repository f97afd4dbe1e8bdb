import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../src/formats/zip/read-zip.ts';
import type { OutputRow } from '../../src/formats/record.ts';
import { readInput } from '../support/formats.ts';
import { buildWorkbook } from '../support/xlsx-dialects.ts';
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

  it('is the same when it is read and written again: zeros, dates, long ids, Vietnamese, empty and error cells', async () => {
    const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const names = ['code', 'postcode', 'date', 'id', 'address', 'blank', 'error'];
    const head = names.map((name, at) => cell(`${'ABCDEFG'[at]}1`, name)).join('');
    const first = `${cell('A2', '0012')}<c r="B2" s="1"><v>700</v></c><c r="C2" s="2"><v>45356</v></c>${cell('D2', '1234567890123456')}${cell('E2', '1 Lê Lợi, Bến Nghé')}<c r="F2"/><c r="G2" t="e"><v>#DIV/0!</v></c>`;
    const given = await buildWorkbook({
      sheets: {
        Sheet1: `<row r="1">${head}</row><row r="2">${first}</row><row r="3">${cell('A3', '9')}</row>`,
      },
      formats: ['00000'],
      builtIn: [14],
    });
    const { good } = await readInput(given, 'given.xlsx');
    const cells = good.map((each) => names.map((_, at) => each.cells[at]));
    expect(cells[0]).toEqual([
      '0012',
      '00700',
      '2024-03-05',
      '1234567890123456',
      '1 Lê Lợi, Bến Nghé',
      undefined,
      '#DIV/0!',
    ]);
    const written = await makeDerived(
      'xlsx',
      names,
      cells.map((values) => row(values)),
    );
    const again = await readInput(written, 'written.xlsx');
    expect(again.layout.columns).toEqual(names);
    expect(again.good.map((each) => names.map((_, at) => each.cells[at]))).toEqual(cells);
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
