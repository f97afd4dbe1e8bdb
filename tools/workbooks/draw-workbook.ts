import { columnName } from '../../src/formats/xlsx/sheet-text.ts';
import { writeZip, type ZipEntry } from '../../src/formats/zip/write-zip.ts';

/**
 * A cell to draw: text, a number, a date as `{ date }` in days of the 1900 calendar, a code that a format shows with zeros, a number in a format
 * of its own, a formula with the value that it had, or an error such as `#N/A`.
 */
export type DrawnCell =
  | string
  | number
  | null
  | { date: number }
  | { code: number }
  | { number: number; format: string }
  | { formula: string; value: string | number }
  | { error: string };

/** A sheet to draw. Shape: `rows` by their numbers, from 1; `hiddenRows` and `merges` as in a workbook. */
export interface DrawnSheet {
  name: string;
  rows: Readonly<Record<number, readonly DrawnCell[]>>;
  merges?: readonly string[];
  isHidden?: boolean;
  hiddenRows?: readonly number[];
}

/** The program whose XML is drawn. */
export type Dialect = 'excel' | 'libreoffice' | 'openpyxl';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const DATE_STYLE = 1;
const CODE_STYLE = 2;
const LAST_ROW = 1_048_576;

/** Draws a workbook as a program writes it. */
export async function drawWorkbook(sheets: readonly DrawnSheet[], dialect: Dialect): Promise<Buffer> {
  const texts: string[] = [];
  const formats: string[] = [];
  const parts = sheets.map((sheet) => sheetXml(sheet, dialect, texts, formats));
  const base = dialect === 'openpyxl' ? '/xl/' : '';
  const relations = [
    ...sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const),
    ['styles', 'styles.xml'] as const,
    ['sharedStrings', 'sharedStrings.xml'] as const,
  ].map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${type}" Target="${base}${target}"/>`,
  );
  const listed = sheets.map(({ name, isHidden }, at) => {
    const state = isHidden ? ' state="hidden"' : dialect === 'libreoffice' ? ' state="visible"' : '';
    return `<sheet name="${escapeXml(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const xf = (id: number) =>
    `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  const shared = texts.map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('');
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts count="${1 + formats.length}"><numFmt numFmtId="164" formatCode="00000"/>${formats.map(formatXml).join('')}</numFmts><cellXfs count="${3 + formats.length}">${[0, 14, 164, ...formats.map((_, at) => FORMAT_ID + at)].map(xf).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}" count="${texts.length}" uniqueCount="${texts.length}">${shared}</sst>`,
  };
  parts.forEach((part, at) => (files[`xl/worksheets/sheet${at + 1}.xml`] = part));
  const entries: ZipEntry[] = Object.entries(files).map(([name, text]) => ({ name, blocks: [HEAD + text] }));
  const blocks: Uint8Array[] = [];
  for await (const block of writeZip(entries)) blocks.push(block);
  return Buffer.concat(blocks);
}

function sheetXml(
  { rows, merges = [], hiddenRows = [] }: DrawnSheet,
  dialect: Dialect,
  texts: string[],
  formats: string[],
): string {
  const numbers = Object.keys(rows).map(Number);
  const width = Math.max(1, ...Object.values(rows).map((row) => row.length));
  const drawn = numbers.map((row) => {
    const cells = (rows[row] ?? [])
      .map((value, at) => cellXml(`${columnName(at)}${row}`, value, dialect, texts, formats))
      .join('');
    const hidden = hiddenRows.includes(row) ? ' hidden="1"' : '';
    const more =
      dialect === 'excel'
        ? ` spans="1:${width}"`
        : dialect === 'libreoffice'
          ? ' customFormat="false" ht="12.8"'
          : '';
    return `<row r="${row}"${more}${hidden}>${cells}</row>`;
  });
  // LibreOffice ends a sheet with its last, empty row.
  const tail =
    dialect === 'libreoffice' ? `<row r="${LAST_ROW}" ht="12.8"><c r="A${LAST_ROW}" s="0"/></row>` : '';
  const merged = merges.map((merge) => `<mergeCell ref="${merge}"/>`).join('');
  const mergeXml = merged === '' ? '' : `<mergeCells count="${merges.length}">${merged}</mergeCells>`;
  return `<worksheet xmlns="${MAIN}"><dimension ref="A1:${columnName(width - 1)}${numbers.at(-1) ?? 1}"/><sheetData>${drawn.join('')}${tail}</sheetData>${mergeXml}</worksheet>`;
}

/** The number of the first format of a workbook's own; 164 is that of codes. */
const FORMAT_ID = 165;

const formatXml = (code: string, at: number) =>
  `<numFmt numFmtId="${FORMAT_ID + at}" formatCode="${escapeXml(code)}"/>`;

function cellXml(
  reference: string,
  value: DrawnCell,
  dialect: Dialect,
  texts: string[],
  formats: string[],
): string {
  const number = (content: number, style: number) =>
    `<c r="${reference}"${style ? ` s="${style}"` : ''}${dialect === 'excel' ? '' : ' t="n"'}><v>${content}</v></c>`;
  if (value === null) return dialect === 'openpyxl' ? '' : `<c r="${reference}" s="0"/>`;
  if (typeof value === 'number') return number(value, 0);
  if (typeof value === 'object' && 'number' in value) {
    const known = formats.indexOf(value.format);
    return number(value.number, CODE_STYLE + 1 + (known < 0 ? formats.push(value.format) - 1 : known));
  }
  if (typeof value === 'object' && 'formula' in value) {
    const type = typeof value.value === 'number' ? '' : ' t="str"';
    return `<c r="${reference}"${type}><f>${escapeXml(value.formula)}</f><v>${escapeXml(String(value.value))}</v></c>`;
  }
  if (typeof value === 'object' && 'error' in value)
    return `<c r="${reference}" t="e"><v>${escapeXml(value.error)}</v></c>`;
  if (typeof value === 'object')
    return 'date' in value ? number(value.date, DATE_STYLE) : number(value.code, CODE_STYLE);
  if (dialect === 'openpyxl')
    return `<c r="${reference}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  const at = texts.indexOf(value);
  const index = at < 0 ? texts.push(value) - 1 : at;
  return `<c r="${reference}" t="s"><v>${index}</v></c>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
