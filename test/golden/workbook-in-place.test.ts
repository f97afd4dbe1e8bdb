// The workbook of the input with the results beside its table: what changes, and that nothing else does.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../src/formats/zip/read-zip.ts';
import { writeZip } from '../../src/formats/zip/write-zip.ts';
import { fill, fillAndCompare, partsOf, read } from '../support/filled-workbook.ts';

const FOLDER = new URL('../../fixtures/workbooks/', import.meta.url);
const CASES = new URL('../../fixtures/', import.meta.url);
/** Workbooks whose header is another one to a reader who sees the new columns: merged over all, none, or with a row that numbers the columns. */
const READ_OTHERWISE = [
  'header-merged-across-only.xlsx',
  'list-without-header.xlsx',
  'title-header-merged-numbered.xlsx',
];

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.xlsx')))('%s, filled', (name) => {
  it('has the results beside the rows they belong to, and every other part unchanged', async () => {
    await fillAndCompare(readFileSync(new URL(name, FOLDER)), READ_OTHERWISE.includes(name));
  });
});

/** A workbook of one sheet. */
async function workbook(sheet: string): Promise<Buffer> {
  const plain = await readZip(readFileSync(new URL('workbooks/plain.xlsx', CASES)));
  const blocks: Uint8Array[] = [];
  const entries = [...plain.values()].map((file) => ({
    name: file.name,
    blocks: file.name === 'xl/worksheets/sheet1.xml' ? [sheet] : file.open(),
  }));
  for await (const block of writeZip(entries)) blocks.push(block);
  return Buffer.concat(blocks);
}

const text = (cell: string, value: string, more = '') =>
  `<c r="${cell}"${more} t="inlineStr"><is><t>${value}</t></is></c>`;
const sheetOf = (cols: string, rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:B4"/>${cols}<sheetData>${rows}</sheetData><autoFilter ref="A1:B3"/></worksheet>`;
const HEAD = `<row r="1" spans="1:2">${text('A1', 'id')}${text('B1', 'address', ' s="1"')}</row>`;
const sheetXml = async (bytes: Buffer) => (await partsOf(bytes)).get('xl/worksheets/sheet1.xml')!;

describe('a sheet that is filled', () => {
  it('shows the new columns where its own are hidden to the end, and keeps the look of empty cells', async () => {
    const rows = `${HEAD}<row r="2">${text('A2', '1')}${text('B2', 'a')}<c r="D2" s="1"/><c r="AA2" s="1"/></row><row r="3">${text('A3', '2')}${text('B3', 'b')}</row>`;
    const bytes = await workbook(
      sheetOf(
        '<cols><col min="1" max="2" width="9"/><col min="3" max="16384" width="9" hidden="1"/></cols>',
        rows,
      ),
    );
    const { layout } = await read(bytes);
    const xml = await sheetXml(await fill(bytes, layout, 2));
    expect(xml).toContain(
      '<cols><col min="1" max="2" width="9"/><col min="3" max="5" width="18" customWidth="1"/><col min="6" max="16384" width="9" hidden="1"/></cols>',
    );
    expect(xml).toContain('<dimension ref="A1:E4"/>');
    expect(xml).toContain('<c r="D2" s="1"><v>0.5</v></c><c r="E2" t="b"><v>1</v></c><c r="AA2" s="1"/>');
    expect(xml).toMatch(/<c r="C1" s="1" t="inlineStr"/);
    expect(xml).toContain('<autoFilter ref="A1:B3"/>');
  });

  it('stands right of everything where the place beside the table is taken', async () => {
    const rows = `${HEAD}<row r="2">${text('A2', '1')}${text('B2', 'a')}</row><row r="3">${text('A3', '2')}${text('B3', 'b')}</row><row r="9">${text('D9', 'note')}</row>`;
    const bytes = await workbook(sheetOf('', rows));
    const { layout } = await read(bytes, { range: 'A1:B3' });
    const xml = await sheetXml(await fill(bytes, layout, 2));
    // Column D has the note: all of the three columns are right of it.
    const filled = [...xml.matchAll(/<c r="([A-Z])1" s="1" t="inlineStr"/g)].map(([, letter]) => letter);
    expect(filled.slice(-3)).toEqual(['E', 'F', 'G']);
    expect(xml).not.toMatch(/<c r="[CD]1"/);
    expect(xml).toContain(`<row r="9">${text('D9', 'note')}</row>`);
    // A run over the first row only.
    expect(await sheetXml(await fill(bytes, layout, 1))).toContain(
      `<row r="3">${text('A3', '2')}${text('B3', 'b')}</row>`,
    );
  });

  it('is refused where it cannot be changed without parsing it', async () => {
    const rows = `${HEAD}<row r="2">${text('A2', '<![CDATA[</row>]]>')}${text('B2', 'a')}</row>`;
    const bytes = await workbook(sheetOf('', rows));
    const { layout } = await read(bytes);
    await expect(fill(bytes, layout, 1)).rejects.toThrow('cannot be changed in place');
  });
});

it('says which formulas point to another workbook, and reads the values they had', async () => {
  const cell = (name: string, formula: string, value: string) =>
    `<c r="${name}" t="str">${formula}<v>${value}</v></c>`;
  const rows = [
    HEAD,
    `<row r="2">${text('A2', '1')}${cell('B2', '<f t="shared" ref="B2:B3" si="0">[1]Sheet1!A1</f>', 'Huế')}</row>`,
    `<row r="3">${text('A3', '2')}${cell('B3', '<f t="shared" si="0"/>', '')}</row>`,
    `<row r="4">${text('A4', '3')}${cell('B4', '<f>A4&amp;"x"</f>', '3x')}</row>`,
  ];
  const found = await read(await workbook(sheetOf('', rows.join(''))));
  expect(found.rows.map(({ address }) => address)).toEqual(['Huế', undefined, '3x']);
  expect(found.findings).toContainEqual({
    code: 'workbook.linkedFormulas',
    values: { cells: 2, empty: 1 },
  });
  const plain = await read(await workbook(sheetOf('', `${HEAD}${rows[3]}`)));
  expect(plain.findings.map(({ code }) => code)).not.toContain('workbook.linkedFormulas');
});
