import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/messages/message.ts';
import { readZip } from '../../src/formats/zip/read-zip.ts';
import { FROM_INPUT, type OutputColumn, type OutputRow } from '../../src/formats/record.ts';
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
  const files = await readZip(bytes);
  for await (const block of files.get('xl/worksheets/sheet1.xml')!.open()) parts.push(block);
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

  it('writes the dates of a date column as dates, and reads them back as they were', async () => {
    const columns = ['day', 'time', 'stamp', 'late', 'mixed'];
    const values = [
      ['2024-03-05', '08:30:00', '2024-03-05T14:30:12.345', '', '2024-03-05'],
      ['1900-01-01', '23:59:59', '2024-12-31T00:00:00', '', 'chưa giao'],
      ['2024-02-29', '2024-02-30', 'sáng', '', 'hẹn lại'],
    ];
    const late = Array.from({ length: 1200 }, () => ['', '', '', '', '']);
    const rows = [...values, ...late, ['', '', '', '2025-07-01', '']];
    const bytes = await makeDerived(
      'xlsx',
      columns,
      rows.map((each) => row(each)),
    );
    const xml = await sheetXml(bytes);
    expect(xml).toContain('<c r="A2" s="3"><v>45356</v></c>');
    expect(xml).toMatch(/<c r="C2" s="4"><v>45356\.6\d+<\/v><\/c>/);
    expect(xml).toContain('<c r="B3" s="5">');
    // Not a date at all, a column of texts, and a column that is empty at first.
    expect(xml).toMatch(/<c r="B4" s="1" t="inlineStr">/);
    expect(xml).toMatch(/<c r="E2" s="1" t="inlineStr">/);
    expect(xml).toContain('<c r="D1205" s="3"><v>45839</v></c>');
    const { good } = await readInput(bytes, 'x.xlsx');
    const read = good.map(({ cells }) => columns.map((_, at) => cells[at] ?? ''));
    expect(read).toEqual(rows.filter((each) => each.some((cell) => cell !== '')));
  });

  it('makes columns as wide as what they hold, between two bounds', async () => {
    const columns = ['n', 'address', 'long'];
    const rows = [row([1, '1 Lê Lợi, Phường Bến Nghé', 'x'.repeat(500)])];
    const xml = await sheetXml(await makeDerived('xlsx', columns, rows));
    expect([...xml.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
      8, 27, 60,
    ]);
  });
});

describe('the notes of a workbook', () => {
  const COLUMNS: OutputColumn[] = [
    { name: 'id', type: 'any', description: FROM_INPUT },
    {
      name: 'geocode_lat',
      type: 'number',
      unit: message('measure.degreesWgs84'),
      description: message('column.matchLat'),
    },
  ];
  const origin = { input: 'khách <1>', job: 'geocode', data: 'dataset of 2026-09-20, 7234b9a8898c' };

  it('explain the columns that were added in English and Vietnamese, and name the dataset', async () => {
    const bytes = await makeDerived('xlsx', COLUMNS, [row(['a', 21])], { origin });
    const [results, notes] = await readXlsxFile(bytes);
    expect([results?.sheet, notes?.sheet]).toEqual(['results', 'notes']);
    expect(notes?.data).toEqual([
      ['input / tệp đầu vào', 'khách <1>', null, null],
      ['job / công việc', 'geocode', null, null],
      ['data / dữ liệu', 'dataset of 2026-09-20, 7234b9a8898c', null, null],
      [null, null, null, null],
      ['column / cột', 'meaning', 'ý nghĩa', 'unit / đơn vị'],
      ['geocode_lat', 'latitude of the match', 'vĩ độ của kết quả', 'degrees WGS84 / độ WGS84'],
    ]);
    // The results are still the sheet that is read.
    const read = await readInput(bytes, 'x.xlsx');
    expect(read.layout.columns).toEqual(['id', 'geocode_lat']);
  });

  it('are left out of results without rows, so that no reader takes them for the table', async () => {
    const bytes = await makeDerived('xlsx', COLUMNS, [], { origin });
    expect((await readXlsxFile(bytes)).map(({ sheet }) => sheet)).toEqual(['results']);
    expect((await readInput(bytes, 'x.xlsx')).good).toEqual([]);
  });
});

const hasOpenpyxl = spawnSync('python3', ['-c', 'import openpyxl']).status === 0;

describe.skipIf(!hasOpenpyxl)('a workbook in openpyxl', () => {
  it('has dates, numbers and codes, a frozen header, a filter and two sheets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'geomill-openpyxl-'));
    try {
      const path = join(folder, 'x.xlsx');
      const columns: OutputColumn[] = [
        ...['day', 'code', 'sum', 'stamp'].map((name): OutputColumn => ({
          name,
          type: 'any',
          description: FROM_INPUT,
        })),
        {
          name: 'geocode_lat',
          type: 'number',
          unit: message('measure.degreesWgs84'),
          description: message('column.matchLat'),
        },
      ];
      const rows = [row(['2024-03-05', '00123', 1.5, '2024-03-05T14:30:00', 21.5])];
      await writeFile(path, await makeDerived('xlsx', columns, rows));
      const script = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book['results']
print(json.dumps({
  'sheets': book.sheetnames, 'frozen': sheet.freeze_panes, 'filter': sheet.auto_filter.ref,
  'cells': [[type(c.value).__name__, str(c.value), c.is_date] for c in sheet[2]],
  'bold': sheet['A1'].font.bold, 'width': sheet.column_dimensions['E'].width,
  'wrapped': book['notes']['B2'].alignment.wrap_text}))`;
      const { stdout, stderr } = spawnSync('python3', ['-c', script, path], { encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(JSON.parse(stdout)).toEqual({
        sheets: ['results', 'notes'],
        frozen: 'A2',
        filter: 'A1:E2',
        cells: [
          ['datetime', '2024-03-05 00:00:00', true],
          ['str', '00123', false],
          ['float', '1.5', false],
          ['datetime', '2024-03-05 14:30:00', true],
          ['float', '21.5', false],
        ],
        bold: true,
        width: 15,
        wrapped: true,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
