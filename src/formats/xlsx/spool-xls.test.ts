import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { englishText, type Message } from '../../base/messages/message.ts';
import { inspectInput } from '../inspect.ts';
import { spoolInput } from '../spool.ts';

/** Reads a file as a run does. */
async function read(bytes: Buffer, name = 'export.xls') {
  const findings: Message[] = [];
  const layout = await inspectInput({ head: bytes, name, isWhole: true });
  let text = '';
  const blocks = async function* () {
    for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
  };
  const spooled = await spoolInput(blocks(), layout, async (block) => {
    text += Buffer.from(block).toString();
  });
  findings.push(...spooled.findings);
  const rows = text
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
  return {
    format: layout.format,
    columns: spooled.columns,
    rows,
    said: findings.map(englishText).join('\n'),
  };
}

const HEADER = ['Mã KH', 'Địa chỉ', 'Ghi chú'];
const word = fc.constantFrom('Lê Lợi', 'Phường 13', 'Quận 3', 'a < b & "c"', 'Hà Nội', "O'Neil", '00123');
const rowOf = fc.tuple(
  fc.integer({ min: 1, max: 9999 }).map((id) => `KH${id}`),
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(', ')),
  fc.oneof(fc.constant(''), word),
);
const tableOf = fc.array(rowOf, { minLength: 2, maxLength: 60 });
const expected = (rows: readonly (readonly string[])[]) =>
  rows.map((row) =>
    Object.fromEntries(row.flatMap((cell, at) => (cell === '' ? [] : [[HEADER[at] ?? '', cell] as const]))),
  );
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** What programs write: tags in capitals, attributes, ends that are left out, a title over all columns, a style before the table. */
const html = fc.record({
  rows: tableOf,
  isUpper: fc.boolean(),
  hasEnds: fc.boolean(),
  hasTitle: fc.boolean(),
  head: fc.constantFrom(
    '',
    '<html><head><style>td{mso-number-format:"\\@"}</style></head><body>',
    '<!-- x<y --><html><body>',
  ),
  attributes: fc.constantFrom('', ' class=xl24 x:str', ' style="mso-number-format:\'\\@\'"', ' nowrap'),
});

describe('a table of HTML that was saved as .xls', () => {
  it('is read whatever its tags are', async () => {
    await fc.assert(
      fc.asyncProperty(html, async ({ rows, isUpper, hasEnds, hasTitle, head, attributes }) => {
        const tag = (name: string) => (isUpper ? name.toUpperCase() : name);
        const cell = (name: string) => (text: string) =>
          `<${tag(name)}${attributes}>${escaped(text)}${hasEnds ? `</${tag(name)}>` : ''}`;
        const line = (name: string, cells: readonly string[]) =>
          `<${tag('tr')}>${cells.map(cell(name)).join('')}${hasEnds ? `</${tag('tr')}>` : ''}\r\n`;
        const title = hasTitle ? `<tr><td colspan=3><b>DANH SÁCH KHÁCH HÀNG</b></td></tr>` : '';
        const begin = head.startsWith('<html') || head === '' ? head : `<html>${head}`;
        const text = `${begin}<${tag('table')} border=1>${title}${line('th', HEADER)}${rows.map((row) => line('td', row)).join('')}</table>`;
        const found = await read(Buffer.from(text));
        expect(found.format).toBe('xls');
        expect(found.columns).toEqual(HEADER);
        expect(found.rows).toEqual(expected(rows));
        expect(found.said).toContain('a table of HTML that a program saved as .xls');
      }),
      { seed: 54, numRuns: 40 },
    );
  });

  it('has cells over several rows, lines in a cell, and the encoding of its head', async () => {
    const text =
      '<html><head><meta charset="windows-1258"></head><table><tr><td>menu</td></tr></table><table><tr><th>id<th>address</tr>' +
      '<tr><td rowspan=2>7<td>12 L\u00ea L\u1ee3i<br>\n  Hu\u1ebf&nbsp;2</tr><tr><td>5 <b>H\u00e0ng</b> B\u00e0i</tr></table>';
    // The letters that windows-1258 has.
    const bytes = Buffer.from(text.replaceAll('\u1ee3', 'o').replaceAll('\u1ebf', 'e'), 'latin1');
    const { rows, said } = await read(bytes);
    expect(rows).toEqual([
      { id: '7', address: '12 Lê Loi\nHue 2' },
      { id: '7', address: '5 Hàng Bài' },
    ]);
    expect(said).toContain('"table 2"');
  });

  it('is refused where a page has no table, and costs its length', async () => {
    await expect(read(Buffer.from('<html><body><h1>503</h1></body></html>'))).rejects.toThrow(
      'download it again',
    );
    const open = Buffer.from(`<table><tr><td>${'<'.repeat(200_000)}`);
    await expect(read(open)).rejects.toThrow('web page');
  });
});

const xml = fc.record({
  rows: tableOf,
  prefix: fc.constantFrom('', 'ss:'),
  hasIndex: fc.boolean(),
  isTyped: fc.boolean(),
});

describe('a workbook of XML that was saved as .xls', () => {
  it('is read with the places and types of its cells', async () => {
    await fc.assert(
      fc.asyncProperty(xml, async ({ rows, prefix, hasIndex, isTyped }) => {
        const cells = (row: readonly string[]) =>
          row
            .map((cell, at) =>
              cell === '' && hasIndex
                ? ''
                : `<${prefix}Cell${hasIndex ? ` ss:Index="${at + 1}"` : ''}>${cell === '' ? '' : `<${prefix}Data${isTyped ? ' ss:Type="String"' : ''}>${escaped(cell)}</${prefix}Data>`}</${prefix}Cell>`,
            )
            .join('');
        const lines = [HEADER, ...rows].map((row) => `<${prefix}Row>${cells(row)}</${prefix}Row>`).join('\n');
        const space = 'urn:schemas-microsoft-com:office:spreadsheet';
        const text = `<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><${prefix}Workbook xmlns="${space}" xmlns:ss="${space}"><${prefix}Worksheet ss:Name="KH"><${prefix}Table>${lines}</${prefix}Table></${prefix}Worksheet></${prefix}Workbook>`;
        const found = await read(Buffer.from(text));
        expect(found.rows).toEqual(expected(rows));
        expect(found.said).toContain('XML of Excel 2003');
        expect(found.said).toContain('"KH"');
      }),
      { seed: 54, numRuns: 40 },
    );
  });

  it('has numbers, days and truth as such', async () => {
    const data = (type: string, value: string) => `<Cell><Data ss:Type="${type}">${value}</Data></Cell>`;
    const space =
      'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"';
    const header = ['id', 'address', 'day', 'ok'].map((name) => data('String', name)).join('');
    const row =
      data('Number', '7') +
      data('String', '00123 Huế') +
      data('DateTime', '2026-03-12T00:00:00.000') +
      data('Boolean', '1');
    const text = `<?xml version="1.0"?><Workbook ${space}><Worksheet ss:Name="A"><Table><Row>${header}</Row><Row>${row}</Row></Table></Worksheet></Workbook>`;
    expect((await read(Buffer.from(text))).rows).toEqual([
      { id: 7, address: '00123 Huế', day: '2026-03-12', ok: true },
    ]);
  });
});
