// The workbook of the input with the results beside its table: what changes, and that nothing else does.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inspectInput } from '../../src/formats/inspect.ts';
import { outputFormat, RECORD } from '../../src/formats/outputs.ts';
import type { DerivedFormat, RowFormat } from '../../src/formats/output-format.ts';
import { FROM_INPUT, type OutputColumn } from '../../src/formats/record.ts';
import { spoolInput } from '../../src/formats/spool.ts';
import { readZip } from '../../src/formats/zip/read-zip.ts';
import { writeZip } from '../../src/formats/zip/write-zip.ts';

const FOLDER = new URL('../../fixtures/workbooks/', import.meta.url);
const CASES = new URL('../../fixtures/', import.meta.url);
const ADDED: readonly OutputColumn[] = [
  { name: 'Nhãn & <mã>', type: 'string' },
  { name: 'lat', type: 'number' },
  { name: 'ok', type: 'boolean' },
];
const valuesOf = (row: number) =>
  row % 3 === 2 ? [null, null, null] : [` ${row} Lê Lợi, "Huế" `, row + 0.5, true];

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** Reads rows and columns of a workbook as a run does. */
async function read(bytes: Buffer, stated: { sheet?: string; range?: string; header_row?: number } = {}) {
  const layout = await inspectInput({ head: bytes, name: 'x.xlsx', isWhole: true }, stated);
  let text = '';
  const spooled = await spoolInput(once(bytes), layout, async (block) => {
    text += Buffer.from(block).toString();
  });
  const rows = text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  return { layout, columns: spooled.columns, rows };
}

/** Fills a workbook with the values of so many rows. */
async function fill(
  bytes: Buffer,
  layout: Awaited<ReturnType<typeof read>>['layout'],
  rows: number,
): Promise<Buffer> {
  const columns = [{ name: 'own', type: 'any' as const, description: FROM_INPUT }, ...ADDED];
  const writer = (outputFormat(RECORD) as RowFormat).open(columns);
  const written = [...Array(rows).keys()].map((row) => ({ values: ['x', ...valuesOf(row)], position: null }));
  const record = Buffer.from(writer.head + writer.encode(written) + writer.tail);
  const { sheet, table } = layout;
  const input = { open: () => once(bytes), sheet, table, rejected: 0 };
  const blocks: Uint8Array[] = [];
  const format = outputFormat('workbook') as DerivedFormat;
  for await (const block of format.make({ columns, input, open: () => once(record) })) blocks.push(block);
  return Buffer.concat(blocks);
}

async function partsOf(bytes: Buffer): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  for (const [name, file] of await readZip(bytes)) {
    const blocks: Buffer[] = [];
    for await (const block of file.open()) blocks.push(block);
    parts.set(name, Buffer.concat(blocks).toString('latin1'));
  }
  return parts;
}

/** Workbooks whose header is another one to a reader who sees the new columns: merged over all, none, or with a row that numbers the columns. */
const READ_OTHERWISE = [
  'header-merged-across-only.xlsx',
  'list-without-header.xlsx',
  'title-header-merged-numbered.xlsx',
];

describe.each(readdirSync(FOLDER).filter((name) => name.endsWith('.xlsx')))('%s, filled', (name) => {
  const bytes = readFileSync(new URL(name, FOLDER));

  it('has the results beside the rows they belong to, and every other part unchanged', async () => {
    const before = await read(bytes).catch(() => undefined);
    // A workbook that no run reads, or only with settings.
    if (before === undefined || before.rows.length === 0) return;
    const filled = await fill(bytes, before.layout, before.rows.length);
    const [old, now] = [await partsOf(bytes), await partsOf(filled)];
    expect([...now.keys()]).toEqual([...old.keys()]);
    const changed = [...now.keys()].filter((part) => now.get(part) !== old.get(part));
    expect(changed).toHaveLength(1);
    const [part = ''] = changed;
    expect(part).toMatch(/^xl\/worksheets\//);
    // Every element of the old sheet is there, in its order: what was added stands between them.
    let at = 0;
    for (const [tag] of old.get(part)!.matchAll(/<[^<>]+>/g)) {
      if (/^<\/?(\w+:)?(?:cols?|dimension|row)\b/.test(tag)) continue;
      const found = now.get(part)!.indexOf(tag, at);
      expect([tag, found >= at]).toEqual([tag, true]);
      at = found + tag.length;
    }
    if (READ_OTHERWISE.includes(name)) return;
    const after = await read(filled);
    const added = after.columns.filter((column) => !before.columns.includes(column));
    expect(added.map((column) => column.replace(/^.* \/ /, ''))).toEqual(ADDED.map((column) => column.name));
    expect(after.rows).toHaveLength(before.rows.length);
    after.rows.forEach((row, nth) => {
      const [label, lat, ok] = valuesOf(nth);
      expect([nth, ...added.map((column) => row[column] ?? null)]).toEqual([nth, label, lat, ok]);
      expect(Object.fromEntries(before.columns.map((column) => [column, row[column]]))).toEqual(
        Object.fromEntries(before.columns.map((column) => [column, before.rows[nth]![column]])),
      );
    });
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
    expect(xml).toMatch(/<c r="E1" s="1" t="inlineStr"/);
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
