import { GeomillError } from '../../base/errors/geomill-error.ts';
import { toJsonText } from '../json-text.ts';
import type { DerivedSource } from '../output-format.ts';
import { readFeatures } from '../read-features.ts';
import { writeZip, ZipTooLarge, type ZipEntry } from '../zip/write-zip.ts';
import { columnName, sheetText } from './sheet-text.ts';
import { sheetHead, sheetTail, SHEET_STYLE, WORKBOOK_FILES } from './workbook-files.ts';

/** Limits of a sheet, the header included. Source: Excel specifications and limits. */
const SHEET_ROWS_MAX = 1_048_576;
const SHEET_COLUMNS_MAX = 16_384;

/** Cells with more characters are shown as `####` by some versions of Excel if their format is text. */
const TEXT_FORMAT_MAX = 255;

/**
 * Writes results as an Excel workbook with one sheet, as a stream.
 *
 * Errors: OUTPUT_REFUSED if they have more rows, columns or bytes than a sheet. Cost: memory for some hundred rows.
 */
export async function* writeXlsx(source: DerivedSource): AsyncGenerator<Uint8Array> {
  if (source.columns.length > SHEET_COLUMNS_MAX)
    throw tooLarge(`${source.columns.length} columns, and a sheet has at most ${SHEET_COLUMNS_MAX}`);
  const entries: ZipEntry[] = [
    ...WORKBOOK_FILES,
    { name: 'xl/worksheets/sheet1.xml', blocks: sheetBlocks(source) },
  ];
  try {
    yield* writeZip(entries);
  } catch (error) {
    throw error instanceof ZipTooLarge ? tooLarge('more than 4 GB of text') : error;
  }
}

function tooLarge(what: string): GeomillError {
  return new GeomillError(
    'OUTPUT_REFUSED',
    `the results do not fit into an Excel workbook: they have ${what}. Use csv or parquet instead of xlsx, as in --set outputs=csv,parquet; the rows that are done are kept`,
  );
}

async function* sheetBlocks(source: DerivedSource): AsyncGenerator<string> {
  const names = source.columns.map(({ name }) => name);
  const letters = names.map((_, at) => columnName(at));
  let row = 1;
  const write = (values: readonly unknown[], style: number | undefined) => {
    const cells = values.map((value, at) => cellXml(`${letters[at]}${row}`, value, style)).join('');
    return `<row r="${row++}">${cells}</row>`;
  };
  yield sheetHead(names) + write(names, SHEET_STYLE.header);
  for await (const rows of readFeatures(source)) {
    if (row + rows.length - 1 > SHEET_ROWS_MAX)
      throw tooLarge(`more than ${SHEET_ROWS_MAX - 1} rows, the most that a sheet has below its header`);
    yield rows.map(({ values }) => write(values, undefined)).join('');
  }
  yield sheetTail(`A1:${letters.at(-1)}${row - 1}`);
}

function cellXml(reference: string, value: unknown, style: number | undefined): string {
  switch (typeof value) {
    case 'number':
      return `<c r="${reference}"><v>${value}</v></c>`;
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    default:
      return value === null || value === '' ? '' : textXml(reference, value, style);
  }
}

function textXml(reference: string, value: unknown, style: number | undefined): string {
  const text = typeof value === 'string' ? value : toJsonText(value);
  const format = style ?? (text.length > TEXT_FORMAT_MAX ? SHEET_STYLE.general : SHEET_STYLE.text);
  return `<c r="${reference}" s="${format}" t="inlineStr"><is><t xml:space="preserve">${sheetText(text)}</t></is></c>`;
}
