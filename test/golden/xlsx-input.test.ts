import writeXlsxFile from 'write-excel-file/node';
import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import type { StatedInput } from '../../src/formats/inspect.ts';
import { readInput } from '../support/formats.ts';
import { buildWorkbook, zipOf, type WorkbookParts } from '../support/xlsx-dialects.ts';
import { inEnglish } from '../support/in-english.ts';

async function read(parts: WorkbookParts, stated: StatedInput = {}) {
  return readBytes(await buildWorkbook(parts), stated);
}

async function readBytes(bytes: Uint8Array, stated: StatedInput = {}) {
  const { layout, good, bad } = await readInput(bytes, 'table.xlsx', stated);
  expect(bad).toEqual([]);
  return {
    columns: layout.columns,
    rows: good.map(({ cells }) => cells),
    findings: inEnglish(layout.findings),
  };
}

const text = (reference: string, value: string) =>
  `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;

describe('a workbook of Excel', () => {
  // Shared strings with rich and phonetic text, spans, a formula, an error, a blank cell with a style.
  const parts: WorkbookParts = {
    sheets: {
      Sheet1:
        '<row r="1" spans="1:7"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c></row>' +
        '<row r="2" spans="1:7"><c r="A2" t="s" s="1"><v>5</v></c><c r="B2" t="s"><v>6</v></c><c r="C2" s="5"><v>45356</v></c><c r="D2" t="str"><f>A1&amp;"x"</f><v>calculated</v></c><c r="E2" t="e"><v>#N/A</v></c></row>' +
        '<row r="4" spans="1:7"><c r="A4" s="2"><v>123</v></c><c r="B4" s="1"/><c r="C4" s="6"><v>45356.604166666664</v></c><c r="D4" t="b"><v>1</v></c></row>',
    },
    texts:
      '<si><t>code</t></si><si><t>address</t></si><si><t>date</t></si><si><t xml:space="preserve"> note </t></si><si><t>error</t></si>' +
      '<si><t>0012</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">1 Lê </t></r><r><t>Lợi &amp; co_x000D_</t></r><rPh sb="0" eb="1"><t>ignored</t></rPh></si>',
    formats: ['@', '00000', '0.00', 'General'],
    builtIn: [14, 22],
  };

  it('keeps text, leading zeros, dates, formulas, errors and empty cells', async () => {
    const { columns, rows } = await read(parts);
    expect(columns).toEqual(['code', 'address', 'date', 'note', 'error']);
    expect(rows).toEqual([
      ['0012', '1 Lê Lợi & co\r', '2024-03-05', 'calculated', '#N/A'],
      ['00123', undefined, '2024-03-05T14:30:00', true, undefined],
    ]);
  });

  it('counts dates from 1904 where the workbook says so', async () => {
    const { rows } = await read({ ...parts, is1904: true });
    expect(rows[0]?.[2]).toBe('2028-03-06');
  });

  it('is read in the strict form, with prefixes and with targets from the root', async () => {
    const expected = await read(parts);
    for (const other of [{ isStrict: true }, { prefix: 'x' }, { hasAbsoluteTargets: true }])
      expect(await read({ ...parts, ...other })).toEqual(expected);
  });
});

describe('workbooks of other programs', () => {
  it('reads cells and rows without their places, as small writers leave them out', async () => {
    const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const { columns, rows } = await read({
      sheets: {
        s: `<row>${cell('id')}${cell('name')}</row><row><c><v>1</v></c>${cell('Huế')}</row><row><c/>${cell('Đà Nẵng')}</row>`,
      },
    });
    expect(columns).toEqual(['id', 'name']);
    expect(rows).toEqual([
      [1, 'Huế'],
      [undefined, 'Đà Nẵng'],
    ]);
  });

  it('reads what LibreOffice and Google Sheets write: styled text, ISO dates, empty tails', async () => {
    const { columns, rows } = await read({
      sheets: {
        Trang_1:
          '<row r="1" customFormat="false" ht="12.8"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" s="0" t="s"><v>1</v></c></row>' +
          '<row r="2"><c r="A2" s="1" t="n"><v>45356</v></c><c r="B2" s="0" t="d"><v>2024-03-05T00:00:00</v></c><c r="C2" s="2"/></row>' +
          '<row r="3"><c r="A3" s="2"><v>0.604166666666667</v></c><c r="B3" s="3"><v>1.104166666666667</v></c></row>' +
          '<row r="1048576"><c r="A1048576" s="0"/></row>',
      },
      texts: '<si><t xml:space="preserve">ngày</t></si><si><t>giờ</t></si>',
      formats: ['[$-42A]dd/mm/yyyy;@', 'h:mm AM/PM', '[h]:mm:ss'],
    });
    expect(columns).toEqual(['ngày', 'giờ']);
    expect(rows).toEqual([
      ['2024-03-05', '2024-03-05T00:00:00'],
      ['14:30:00', '26:30:00'],
    ]);
  });

  it('reads what write-excel-file writes', async () => {
    const bytes = await writeXlsxFile([
      [{ value: 'id' }, { value: 'ngày' }, { value: 'địa chỉ' }],
      [
        { type: String, value: '0090' },
        { type: Date, value: new Date('2024-03-05T00:00:00Z'), format: 'dd/mm/yyyy' },
        { type: String, value: '<b>& "1 Lê Lợi"' },
      ],
    ] as never).toBuffer();
    expect((await readBytes(bytes)).rows).toEqual([['0090', '2024-03-05', '<b>& "1 Lê Lợi"']]);
  });
});

describe('numbers', () => {
  it.each([
    ['0.30000000000000004', 'General', 0.3],
    ['1.0E-2', 'General', 0.01],
    ['10.776889', '0.00', 10.776889],
    ['-106.7', 'General', -106.7],
    ['1234567890123456', 'General', 1234567890123456],
    ['12345678901234567890', 'General', '12345678901234567890'],
    ['7', '00000', '00007'],
    ['123456', '000', '123456'],
    ['912345678', '0000 000 000', '0912 345 678'],
    ['912345678', '"(+84) "000-000-000', '(+84) 912-345-678'],
    ['1234.5', '#,##0', 1234.5],
    ['12', '0" km"', 12],
    ['0.12', '0%', 0.12],
    ['12', '0', 12],
    ['45356', 'yyyy"năm"mm', '2024-03-05'],
    ['61', 'yyyy-mm-dd', '1900-03-01'],
    ['1', 'd/m/yy', '1900-01-01'],
    ['-5', 'd/m/yy', -5],
    ['5', '[Red]0.0;[Blue]-0.0', 5],
    ['45356.5', 'm/d/yyyy h:mm', '2024-03-05T12:00:00'],
  ])('%s in the format %s is %s', async (value, format, expected) => {
    const { rows } = await read({
      sheets: {
        s: `<row r="1">${text('A1', 'x')}</row><row r="2"><c r="A2" s="1"><v>${value}</v></c></row>`,
      },
      formats: [format],
    });
    expect(rows).toEqual([[expected]]);
  });
});

describe('the sheet and its header', () => {
  const sheet = (name: string) => `<row r="1">${text('A1', name)}</row><row r="2">${text('A2', 'x')}</row>`;
  const three: WorkbookParts = {
    sheets: { Ẩn: sheet('a'), 'Địa chỉ': sheet('b'), Third: sheet('c') },
    hidden: ['Ẩn'],
  };

  it('is the first visible sheet, and the finding names the others', async () => {
    const { columns, findings } = await read(three);
    expect(columns).toEqual(['b']);
    expect(findings.join()).toMatch(/"Địa chỉ" is read.*"Ẩn", "Third".*input\.sheet/);
  });

  it.each([
    ['Third', 'c'],
    ['1', 'a'],
    [3, 'c'],
  ])('is the stated sheet %s', async (stated, column) => {
    const { columns, findings } = await read(three, { sheet: stated });
    expect(columns).toEqual([column]);
    expect(findings).toEqual([
      expect.stringMatching(/^The sheet ".+" is read: the header is row 1, the cells are A1:A2\.$/),
    ]);
  });

  it('refuses a sheet that is not there with the list', async () => {
    await expect(read(three, { sheet: 'Nope' })).rejects.toThrow(
      /no sheet "Nope".*1: "Ẩn", 2: "Địa chỉ", 3: "Third"/,
    );
  });

  it('finds the header below a title, and names columns without one', async () => {
    const { columns, rows, findings } = await read({
      sheets: {
        s:
          `<row r="1">${text('A1', 'Danh sách khách hàng 2024')}</row>` +
          `<row r="4">${text('A4', 'id')}${text('B4', 'địa  chỉ\n')}${text('D4', 'id')}</row>` +
          `<row r="5"><c r="A5"><v>1</v></c>${text('B5', 'x')}${text('C5', 'unnamed')}</row>` +
          `<row r="6"><c r="A6"><v>2</v></c>${text('B6', 'y')}${text('D6', 'z')}</row>`,
      },
    });
    expect(columns).toEqual(['id', 'địa chỉ', 'column_C', 'id_2']);
    expect(rows).toEqual([
      [1, 'x', 'unnamed', undefined],
      [2, 'y', undefined, 'z'],
    ]);
    expect(findings.join()).toMatch(/header is row 4/);
  });

  it('keeps a cell far below that has no header', async () => {
    const many = Array.from({ length: 50 }, (_, at) => `<row r="${at + 2}">${text(`A${at + 2}`, 'x')}</row>`);
    const { columns, rows } = await read({
      sheets: {
        s: `<row r="1">${text('A1', 'a')}</row>${many.join('')}<row r="99">${text('C99', 'late')}</row>`,
      },
    });
    expect(columns).toEqual(['a', 'column_C']);
    expect(rows.at(-1)).toEqual([undefined, 'late']);
  });
});

describe('a workbook that cannot be read', () => {
  const refusal = async (bytes: Uint8Array, stated: StatedInput = {}) => {
    const error: unknown = await readInput(bytes, 'x.xlsx', stated).catch((thrown: unknown) => thrown);
    expect(isGeomillError(error, 'INPUT_BAD')).toBe(true);
    return (error as Error).message;
  };
  const whole = () => buildWorkbook({ sheets: { s: `<row r="1">${text('A1', 'a')}</row>` } });

  it('says what it is and what to do', async () => {
    const bytes = await whole();
    expect(await refusal(bytes.subarray(0, bytes.length - 30))).toMatch(/truncated/);
    expect(await refusal(await zipOf({ 'a.txt': 'x' }))).toMatch(/zip archive, but not an Excel workbook/);
    expect(await refusal(bytes, { format: 'csv' })).toMatch(/stated to be csv, but its content is xlsx/);
    const broken = Buffer.from(bytes);
    const sheet = broken.indexOf('sheet1.xml') + 'sheet1.xml'.length;
    broken.fill(0xff, sheet, sheet + 20);
    expect(await refusal(broken)).toMatch(/damaged/);
    expect(await refusal(await buildWorkbook({ sheets: { s: '' } }))).toMatch(/empty/);
    expect(await refusal(await buildWorkbook({ sheets: { s: '<row r="1"><c></row>' } }))).toMatch(
      /not valid XML/,
    );
    expect(
      await refusal(await buildWorkbook({ sheets: { s: '<row r="1"><c r="ZZZ1"><v>1</v></c></row>' } })),
    ).toMatch(/more than 16384 columns/);
  });

  it('does not inflate a bomb', async () => {
    const bytes = await buildWorkbook({ sheets: { s: ' '.repeat(80 * 1024 * 1024) } });
    expect(await refusal(bytes)).toMatch(/inflates to more than/);
  });

  it('expands no entities', async () => {
    const bytes = await zipOf({
      '_rels/.rels':
        '<!DOCTYPE x [<!ENTITY a "aaaa">]><Relationships><Relationship Id="&a;" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    });
    expect(await refusal(bytes)).toMatch(/not valid XML|missing/);
  });
});
