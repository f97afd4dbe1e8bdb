import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message, englishText } from '../../base/messages/message.ts';
import { toJsonText } from '../json-text.ts';
import type { DerivedSource } from '../output-format.ts';
import { readFeatures } from '../read-features.ts';
import { type OutputColumn, type OutputRow, FROM_INPUT } from '../record.ts';
import { writeZip, type ZipEntry, ZipTooLarge } from '../zip/write-zip.ts';
import { isoToSerial } from './serial-date.ts';
import { columnName, sheetText } from './sheet-text.ts';
import {
  PLAIN_SHEET_TAIL,
  SHEET_LINKS_PATH,
  SHEET_STYLE,
  sheetHead,
  type SheetLink,
  sheetLinks,
  sheetPath,
  sheetTail,
  workbookFiles,
} from './workbook-files.ts';
import { textIn } from '../../base/messages/catalogues.ts';

/** A row of the sheet `notes`: cells from the first column on. */
interface NotesRow {
  cells: readonly string[];
  isHeader?: boolean;
}

/**
 * Returns the sheet that explains the results in English and Vietnamese: what they were made from, and each column that was added.
 *
 * Shape: empty for a table without descriptions.
 */
function notesRows({ columns, origin }: Pick<DerivedSource, 'columns' | 'origin'>): NotesRow[] {
  const added = columns.flatMap(({ name, description, unit }) =>
    description && description.code !== FROM_INPUT.code ? [{ name, description, unit }] : [],
  );
  if (added.length === 0) return [];
  const facts: NotesRow[] =
    origin === undefined
      ? []
      : [
          { cells: ['input / tệp đầu vào', origin.input] },
          { cells: ['job / công việc', origin.job] },
          { cells: ['data / dữ liệu', origin.data] },
          { cells: [] },
        ];
  return [
    ...facts,
    { cells: ['column / cột', 'meaning', 'ý nghĩa', 'unit / đơn vị'], isHeader: true },
    ...added.map(({ name, description, unit }) => ({
      cells: [
        name,
        englishText(description),
        textIn(description, 'vi'),
        unit ? `${englishText(unit)} / ${textIn(unit, 'vi')}` : '',
      ],
    })),
  ];
}

/** Limits of a sheet, the header included. Source: Excel specifications and limits. */
const SHEET_ROWS_MAX = 1_048_576;
const SHEET_COLUMNS_MAX = 16_384;

/** Cells with more characters are shown as `####` by some versions of Excel if their format is text. */
const TEXT_FORMAT_MAX = 255;

/** Settings of a workbook. Shape: `links` are the columns whose texts are web addresses to click on. */
interface WorkbookOptions {
  links?: readonly string[];
}

/** Excel opens no sheet with more. Source: Excel specifications and limits. */
const LINKS_MAX = 65_530;

/**
 * Writes results as an Excel workbook, as a stream: the sheet `results`, and the sheet `notes` about the columns that were added.
 *
 * Errors: OUTPUT_REFUSED if they have more rows, columns or bytes than a sheet. Cost: memory for some thousand rows.
 */
export async function* writeXlsx(
  source: DerivedSource,
  { links = [] }: WorkbookOptions = {},
): AsyncGenerator<Uint8Array> {
  if (source.columns.length > SHEET_COLUMNS_MAX)
    throw tooLarge(
      message('workbook.tooManyResultColumns', { columns: source.columns.length, most: SHEET_COLUMNS_MAX }),
    );
  const rows = await readSample(source);
  // Results without rows are a header only, and a reader would take the notes for the table.
  const notes = rows.sample.length === 0 ? [] : notesRows(source);
  const found: SheetLink[] = [];
  const entries: ZipEntry[] = [
    ...workbookFiles(notes.length === 0 ? ['results'] : ['results', 'notes']),
    { name: sheetPath(1), blocks: sheetBlocks(source, rows, links, found) },
    ...(notes.length === 0 ? [] : [{ name: sheetPath(2), blocks: notesBlocks(notes) }]),
    // Written behind the sheet, when its links are known.
    ...(links.length === 0 ? [] : [{ name: SHEET_LINKS_PATH, blocks: linksBlocks(found) }]),
  ];
  try {
    yield* writeZip(entries);
  } catch (error) {
    throw error instanceof ZipTooLarge ? tooLarge(message('workbook.tooMuchResultText')) : error;
  } finally {
    // Closes the file where the workbook is not read to its end.
    await rows.parts.return(undefined);
  }
}

function tooLarge(reason: Message): GeomillError {
  return new GeomillError('OUTPUT_REFUSED', reason);
}

/** The first rows of results, and the others as they are read. */
interface SampledRows {
  sample: OutputRow[];
  parts: AsyncGenerator<OutputRow[]>;
}

async function readSample(source: DerivedSource): Promise<SampledRows> {
  const sample: OutputRow[] = [];
  const parts = readFeatures(source);
  for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
    sample.push(...part.value);
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return { sample, parts };
}

async function* sheetBlocks(
  source: DerivedSource,
  { sample, parts }: SampledRows,
  links: readonly string[],
  found: SheetLink[],
): AsyncGenerator<string> {
  const { columns } = source;
  const names = columns.map(({ name }) => name);
  const letters = names.map((_, at) => columnName(at));
  const shown = sheetColumns(columns, sample.slice(0, SAMPLE_ROWS));
  let row = 1;
  const rowXml = (cells: string) => `<row r="${row++}">${cells}</row>`;
  const linked = links.map((name) => names.indexOf(name));
  const addLinks = (values: readonly unknown[]) => {
    for (const at of linked) {
      const url = values[at];
      if (typeof url === 'string' && url !== '' && found.length < LINKS_MAX)
        found.push({ cell: `${letters[at]}${row}`, url });
    }
  };
  const write = ({ values }: OutputRow) => {
    addLinks(values);
    return rowXml(
      values
        .map((value, at) => cellXml(`${letters[at]}${row}`, value, shown[at]?.hasDates === true))
        .join(''),
    );
  };
  const header = names.map((name, at) => textXml(`${letters[at]}${row}`, name, SHEET_STYLE.header)).join('');
  yield (
    sheetHead(
      shown.map(({ width }) => width),
      1,
    ) + rowXml(header)
  );
  const encode = (rows: readonly OutputRow[]) => {
    if (row + rows.length - 1 > SHEET_ROWS_MAX)
      throw tooLarge(message('workbook.tooManyResultRows', { most: SHEET_ROWS_MAX - 1 }));
    return rows.map(write).join('');
  };
  yield encode(sample);
  for await (const rows of parts) yield encode(rows);
  yield sheetTail(`A1:${letters.at(-1)}${row - 1}`, found);
}

function* linksBlocks(links: readonly SheetLink[]): Generator<string> {
  yield sheetLinks(links);
}

/** Widths of the columns of the notes: a name, a unit, and two explanations. */
const NOTES_WIDTHS = [34, 60, 60, 16];

function* notesBlocks(rows: readonly NotesRow[]): Generator<string> {
  yield sheetHead(NOTES_WIDTHS);
  yield rows
    .map(({ cells, isHeader }, at) => {
      const style = isHeader ? SHEET_STYLE.header : SHEET_STYLE.wrapped;
      const written = cells.map((text, column) =>
        text === '' ? '' : textXml(`${columnName(column)}${at + 1}`, text, style),
      );
      return `<row r="${at + 1}">${written.join('')}</row>`;
    })
    .join('');
  yield PLAIN_SHEET_TAIL;
}

function cellXml(reference: string, value: unknown, hasDates: boolean): string {
  switch (typeof value) {
    case 'number':
      return `<c r="${reference}"><v>${value}</v></c>`;
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    case 'string': {
      const date = hasDates ? isoToSerial(value) : undefined;
      if (date === undefined) return value === '' ? '' : plainTextXml(reference, value);
      const style = date.hasDate ? (date.hasTime ? 'dateTime' : 'date') : 'time';
      return `<c r="${reference}" s="${SHEET_STYLE[style]}"><v>${date.serial}</v></c>`;
    }
    default:
      return value === null ? '' : plainTextXml(reference, toJsonText(value));
  }
}

function plainTextXml(reference: string, text: string): string {
  return textXml(reference, text, text.length > TEXT_FORMAT_MAX ? SHEET_STYLE.general : SHEET_STYLE.text);
}

function textXml(reference: string, text: string, style: number): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`;
}

/** How a column of a sheet is written. Shape: `width` in characters; `hasDates` if its ISO dates become dates of the workbook. */
interface SheetColumn {
  width: number;
  hasDates: boolean;
}

/** Rows that decide how columns are written. */
const SAMPLE_ROWS = 1000;

const WIDTH_MIN = 8;
const WIDTH_MAX = 60;
/** The arrow of the filter covers the end of a name. */
const ARROW = 4;
/** Space at both sides. */
const MARGIN = 2;
const DATE_WIDTH = 18;

/**
 * Returns how the columns of a sheet are written, by the first rows.
 *
 * Shape: a column is as wide as its longest cell, between two bounds; a column of the input has dates if most of its cells are ISO dates,
 * or if the first rows leave it empty. The columns of stages have the type that they declare.
 */
function sheetColumns(columns: readonly OutputColumn[], sample: readonly OutputRow[]): SheetColumn[] {
  return columns.map(({ name, type }, at) => {
    let width = lengthOf(name) + ARROW;
    let dates = 0;
    let others = 0;
    for (const { values } of sample) {
      const value = values[at] ?? '';
      if (value === '') continue;
      const isDate = type === 'any' && typeof value === 'string' && isoToSerial(value) !== undefined;
      if (isDate) dates += 1;
      else others += 1;
      const length = isDate ? DATE_WIDTH : lengthOf(typeof value === 'string' ? value : toJsonText(value));
      width = Math.max(width, length + MARGIN);
    }
    return {
      width: Math.min(Math.max(width, WIDTH_MIN), WIDTH_MAX),
      hasDates: type === 'any' && dates >= others,
    };
  });
}

/** Returns the number of characters of the longest line of a text, as it is shown: marks take no place. */
function lengthOf(text: string): number {
  // Longer than any column: not worth counting exactly.
  if (text.length > 1000) return text.length;
  return Math.max(...text.split('\n').map((line) => [...line.replace(/\p{M}/gu, '')].length));
}
