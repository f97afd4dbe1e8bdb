import { message } from '../../base/messages/message.ts';
import { collectBytes } from '../peek-blocks.ts';
import { HEADER_ROWS, type CellValue } from '../find-header.ts';
import type { RewriteBinary } from '../input-format.ts';
import { inputBad } from '../input-bad.ts';
import { oldSheetKind, type OldSheet } from './old-sheet.ts';
import { readHtmlTables } from './read-html.ts';
import { readXml, type XmlAttributes } from './read-xml.ts';
import { sheetContent, statedSheet, withinRange, withOthers } from './spool-xlsx.ts';
import { createTableWriter } from './write-table.ts';

/** The whole file is in memory: programs write some thousand rows in it. */
const FILE_MB_MAX = 64;

/**
 * Rewrites a table of HTML, or of the XML of Excel 2003, as NDJSON. Shape: as of the sheet of a workbook; cells of HTML are text.
 *
 * Errors: INPUT_BAD if there is no table with rows, or the file is larger than the limit.
 */
export const spoolXls: RewriteBinary = async (blocks, collector, write, { sheet: wanted, table, report }) => {
  const bytes = await collectBytes(blocks, FILE_MB_MAX, message('input.adviceOldOffice'));
  const isXml = oldSheetKind(bytes) === 'xml';
  const sheets = (isXml ? await readSpreadsheetMl(bytes) : readHtmlTables(bytes)).filter(
    ({ rows }) => rows.length > 0,
  );
  const [first] = sheets;
  if (first === undefined)
    throw inputBad(
      message('input.otherKind', {
        kind: message('input.kindWebPage'),
        advice: message('input.adviceWebPage'),
      }),
      {
        hint: false,
      },
    );
  const named = sheets.filter(({ isHidden }) => !isHidden);
  const contents = named.map(({ rows }) => sheetContent(rows.slice(0, HEADER_ROWS)));
  const chosen =
    wanted === undefined
      ? (named[contents.indexOf('places')] ?? named[contents.indexOf('table')] ?? named[0] ?? first)
      : statedSheet(sheets, wanted);
  const rows = withinRange(chosen.rows, table);
  const lines = createTableWriter({
    ...{ sheet: chosen.name, collector, stated: table ?? {}, merges: chosen.merges },
    charactersMax: Infinity,
  });
  if (rows.length === 0)
    throw inputBad(message('workbook.rangeEmpty', { sheet: JSON.stringify(chosen.name) }));
  await write(lines.begin(rows.slice(0, HEADER_ROWS)));
  await write(lines.encode(rows.slice(HEADER_ROWS)));
  const [read, ...more] = lines.findings();
  report(message('workbook.savedAsXls', { kind: isXml ? 'xml' : 'html' }));
  if (read) report(withOthers(read, wanted === undefined ? sheets.filter((each) => each !== chosen) : []));
  more.forEach(report);
};

/** Reads all sheets of a workbook of XML. Source: XML Spreadsheet Reference, Microsoft 2003. */
async function readSpreadsheetMl(bytes: Buffer): Promise<OldSheet[]> {
  const sheets: OldSheet[] = [];
  let sheet: OldSheet | undefined;
  let row: { row: number; cells: CellValue[]; columns: number[]; isHidden?: true } = {
    row: 0,
    cells: [],
    columns: [],
  };
  let column = -1;
  let across = 0;
  let type = '';
  let text = '';
  const open = (name: string, attributes: XmlAttributes) => {
    const whole = (key: string) => Math.max(0, Math.trunc(Number(attributes[key] ?? 0)) || 0);
    if (name === 'Worksheet') {
      sheet = { name: attributes['Name'] ?? '', isHidden: false, rows: [], merges: [] };
      sheets.push(sheet);
      row = { row: 0, cells: [], columns: [] };
    } else if (name === 'Row') {
      const at = whole('Index') || row.row + 1;
      row = {
        row: at,
        cells: [],
        columns: [],
        ...(attributes['Hidden'] === '1' && { isHidden: true as const }),
      };
      column = -1;
      across = 0;
    } else if (name === 'Cell') {
      column = whole('Index') > 0 ? whole('Index') - 1 : column + 1 + across;
      across = whole('MergeAcross');
      const down = whole('MergeDown');
      if (across + down > 0)
        sheet?.merges.push({ top: row.row, bottom: row.row + down, left: column, right: column + across });
    } else if (name === 'Data') {
      type = attributes['Type'] ?? 'String';
      text = '';
    }
  };
  const close = (name: string, content: string) => {
    // Data may have parts with fonts of their own.
    if (type !== '') text += content;
    if (name === 'Data') {
      const value = typedValue(type, text);
      type = '';
      if (value === '' || column < 0) return;
      row.cells[column] = value;
      row.columns.push(column);
    } else if (name === 'Row' && row.columns.length > 0) sheet?.rows.push(row);
    else if (name === 'Visible' && /hidden/i.test(content) && sheet) sheet.isHidden = true;
  };
  const parts = readXml(blocksOf(bytes), 'the file', { open, close });
  while ((await parts.next()).done !== true);
  return sheets;
}

async function* blocksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1 << 16) yield bytes.subarray(at, at + (1 << 16));
}

function typedValue(type: string, text: string): CellValue {
  const value = Number(text);
  if (type === 'Number' && text.trim() !== '' && Number.isFinite(value)) return value;
  if (type === 'Boolean') return text.trim() === '1';
  // A day has no time of day: 2024-03-05T00:00:00.000.
  return type === 'DateTime' ? text.trim().replace(/(?:T00:00:00)?(?:\.000)?$/, '') : text;
}
