import { GeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { createColumnCollector } from '../columns.ts';
import type { DerivedSource } from '../output-format.ts';
import { readFeatures } from '../read-features.ts';
import { FROM_INPUT, type OutputColumn, type OutputRow } from '../record.ts';
import { toJsonText } from '../json-text.ts';
import { readZip } from '../zip/read-zip.ts';
import { writeZip, type ZipEntry, ZipTooLarge } from '../zip/write-zip.ts';
import { fillSheet, type FilledCell } from './fill-sheet.ts';
import { columnName, sheetText } from './sheet-text.ts';
import { readSheetTable } from './spool-xlsx.ts';

const SHEET_COLUMNS_MAX = 16_384;

/**
 * Writes the workbook of the input again, with the columns of the stages right of its table, on its sheet.
 *
 * Guarantee: every other part of the package has its bytes; of the sheet, rows get cells, and its columns a width. Errors: OUTPUT_REFUSED.
 * Cost: memory for the compressed workbook and its texts, and 8 bytes a row.
 */
export async function* fillWorkbook(source: DerivedSource): AsyncGenerator<Uint8Array> {
  const { input } = source;
  if (input === undefined) throw refused(message('workbook.fillNeedsInput'));
  if (input.rejected > 0) throw refused(message('workbook.fillRejected', { rows: input.rejected }));
  const { archive, sheet, lines, used } = await readSheetTable(
    input.open(),
    createColumnCollector(),
    async () => undefined,
    { sheet: input.sheet, table: input.table },
  );
  const added = [...source.columns.keys()].filter(
    (at) => source.columns[at]?.description?.code !== FROM_INPUT.code,
  );
  const columns = added.map((at) => source.columns[at] as OutputColumn);
  const { header, rows, right } = lines.places();
  const place = [...columns.keys()].map((at) => right + 1 + at);
  const start = place.some((at) => used.has(at)) ? Math.max(...used) + 1 : right + 1;
  if (start + columns.length > SHEET_COLUMNS_MAX)
    throw refused(
      message('workbook.tooManyResultColumns', { columns: columns.length, most: SHEET_COLUMNS_MAX }),
    );
  const names = columns.map(({ name }) => textCell(name));
  const letters = columns.map((_, at) => columnName(start + at));
  const results = readFeatures(source);
  let part: readonly OutputRow[] = [];
  let inPart = 0;
  let next = 0;
  const cellsOf = async (row: number): Promise<readonly (FilledCell | undefined)[] | undefined> => {
    if (row === header) return names;
    if (row !== rows[next]) return undefined;
    next += 1;
    while (inPart === part.length) {
      const read = await results.next();
      // A run that was limited to the first rows.
      if (read.done === true) return undefined;
      part = read.value;
      inPart = 0;
    }
    const { values } = part[inPart++] as OutputRow;
    return added.map((at) => valueCell(values[at]));
  };
  // Read anew: what may be inflated of an archive is limited.
  const files = await readZip(archive);
  const entries = [...files.values()].map((file): ZipEntry => ({
    name: file.name,
    blocks:
      file.name === sheet.path ? fillSheet(file.open(), { start, letters, header, cellsOf }) : file.open(),
  }));
  try {
    yield* writeZip(entries);
  } catch (error) {
    throw error instanceof ZipTooLarge ? refused(message('workbook.tooMuchResultText')) : error;
  } finally {
    await results.return(undefined);
  }
}

function refused(reason: Message): GeomillError {
  return new GeomillError('OUTPUT_REFUSED', reason);
}

function valueCell(value: unknown): FilledCell | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'number') return { attributes: '', content: [['v', String(value)]] };
  if (typeof value === 'boolean') return { attributes: ' t="b"', content: [['v', value ? '1' : '0']] };
  return textCell(typeof value === 'string' ? value : toJsonText(value));
}

function textCell(text: string): FilledCell {
  return {
    attributes: ' t="inlineStr"',
    content: [
      ['is', ''],
      ['t', sheetText(text)],
    ],
  };
}
