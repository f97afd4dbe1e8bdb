import type { ZipEntry } from '../zip/write-zip.ts';
import { sheetText } from './sheet-text.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * Indexes of the formats of cells in `styles.xml`: the format `@` keeps what is typed into a cell as text; dates are shown in the
 * order that the reader's computer is set to.
 */
export const SHEET_STYLE = {
  general: 0,
  text: 1,
  header: 2,
  date: 3,
  dateTime: 4,
  time: 5,
  wrapped: 6,
} as const;

/** The number of the format of each style, and whether its font is bold and its text broken into lines. Source: ECMA-376 part 1, 18.8.30. */
const FORMATS: readonly (readonly [
  style: keyof typeof SHEET_STYLE,
  numFmt: number,
  more?: 'bold' | 'wrap',
])[] = [
  ['general', 0],
  ['text', 49],
  ['header', 49, 'bold'],
  ['date', 14],
  ['dateTime', 22],
  ['time', 21],
  ['wrapped', 49, 'wrap'],
];

const CELL_FORMATS = FORMATS.map(([, numFmt, more]) => {
  const font = more === 'bold' ? 1 : 0;
  const wrap = more === 'wrap' ? ' applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>' : '/>';
  return `<xf numFmtId="${numFmt}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${wrap}`;
}).join('');

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${FORMATS.length}">${CELL_FORMATS}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const PACKAGE_RELATIONS = `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

/** Returns the path of a sheet in a workbook, by its number from 1. */
export const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`;

/** Returns the files of a workbook with these sheets, without those of the sheets. Source: ECMA-376 part 1. */
export function workbookFiles(sheets: readonly string[]): ZipEntry[] {
  const overrides = sheets.map(
    (_, at) => `<Override PartName="/${sheetPath(at + 1)}" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const listed = sheets.map(
    (name, at) => `<sheet name="${sheetText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const types = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${overrides.join('')}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`;
  const workbook = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`;
  const ofWorkbook = `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
  return [
    { name: '[Content_Types].xml', blocks: [types] },
    { name: '_rels/.rels', blocks: [PACKAGE_RELATIONS] },
    { name: 'xl/workbook.xml', blocks: [workbook] },
    { name: 'xl/_rels/workbook.xml.rels', blocks: [ofWorkbook] },
    { name: 'xl/styles.xml', blocks: [STYLES] },
  ];
}

/** Returns a sheet up to its first row, with columns of these widths in characters; `frozenRows` stay visible while the others are scrolled. */
export function sheetHead(widths: readonly number[], frozenRows = 0): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane =
    frozenRows === 0
      ? ''
      : `<pane ySplit="${frozenRows}" topLeftCell="A${frozenRows + 1}" activePane="bottomLeft" state="frozen"/>`;
  const cols = columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`;
  return `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>${cols}<sheetData>`;
}

/** A cell that opens a web address. */
export interface SheetLink {
  cell: string;
  url: string;
}

/** The file of the addresses that the links of the first sheet open. */
export const SHEET_LINKS_PATH = 'xl/worksheets/_rels/sheet1.xml.rels';

/** Returns the end of a sheet with the cells of a range: a filter for each column, links, and no warning about digits that are text. */
export function sheetTail(range: string, links: readonly SheetLink[] = []): string {
  const cells = links.map(({ cell }, at) => `<hyperlink ref="${cell}" r:id="rId${at + 1}"/>`).join('');
  const linksXml = cells === '' ? '' : `<hyperlinks>${cells}</hyperlinks>`;
  return `</sheetData><autoFilter ref="${range}"/>${linksXml}<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

/** Returns the file of the addresses of links. */
export function sheetLinks(links: readonly SheetLink[]): string {
  const targets = links.map(
    ({ url }, at) =>
      `<Relationship Id="rId${at + 1}" Type="${OFFICE}/hyperlink" Target="${sheetText(url).replaceAll('"', '&quot;')}" TargetMode="External"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets.join('')}</Relationships>`;
}

/** The end of a sheet without filters. */
export const PLAIN_SHEET_TAIL = '</sheetData></worksheet>';
