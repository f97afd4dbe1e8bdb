import { isHeaderWord, isPlaceWord } from '../../base/text/header-names.ts';
import { message, type Message } from '../../base/messages/message.ts';
import { type CellRange, parseRange } from '../cell-range.ts';
import { collectBytes } from '../peek-blocks.ts';
import type { ColumnCollector } from '../columns.ts';
import type { SpoolWrite } from '../input-source.ts';
import type { RewriteBinary } from '../input-format.ts';
import { inputBad } from '../input-bad.ts';
import type { StatedTable } from '../record.ts';
import { readZip, unpackedMax, type ZipFile } from '../zip/read-zip.ts';
import { type CellValue, HEADER_ROWS } from '../find-header.ts';
import { readSheet, type SheetRow, valuesOf } from './read-sheet.ts';
import { readWorkbook, type Sheet, type Workbook } from './read-workbook.ts';
import { createTableWriter } from './write-table.ts';
import { readSmallXml } from './read-xml.ts';

/** A workbook is in memory, compressed; its sheets are inflated as streams. */
const WORKBOOK_MB_MAX = 256;

/** The whole sheet. */
const EVERYTHING: CellRange = { top: 1, bottom: Infinity, left: 0, right: Infinity };

/**
 * Rewrites a sheet of an Excel workbook as NDJSON. Source: ECMA-376 part 1.
 *
 * Shape: text, numbers and booleans as they are, dates as ISO 8601, digits in a fixed pattern (`00000`) and errors (`#N/A`) as the text that
 * is shown; empty cells are absent, empty rows are left out; a value merged over several rows is in each of them; rows of totals are left out.
 * The first finding says which cells of which sheet were read.
 * Errors: INPUT_BAD if it is damaged, has no such sheet or cells, or is larger than the limits.
 * Cost: memory for the compressed workbook and its texts.
 */
export const spoolXlsx: RewriteBinary = async (blocks, collector, write, settings) => {
  const { sheet, sheets, lines, linked } = await readSheetTable(blocks, collector, write, settings);
  const [first, ...more] = lines.findings();
  const others = settings.sheet === undefined ? sheets.filter((each) => each !== sheet) : [];
  if (first !== undefined) settings.report(withOthers(first, others));
  more.forEach(settings.report);
  if (linked.cells > 0) settings.report(message('workbook.linkedFormulas', { ...linked }));
};

/** Reads the table of a workbook, as {@link spoolXlsx} does. Shape: `used` are the columns of the sheet in which any row has a value. */
export async function readSheetTable(
  blocks: AsyncIterable<Uint8Array>,
  collector: ColumnCollector,
  write: SpoolWrite,
  { sheet: wanted, table }: { sheet: string | undefined; table: StatedTable | undefined },
) {
  const archive = await collectBytes(blocks, WORKBOOK_MB_MAX, message('input.adviceSaveSheet'));
  const files = await readZip(archive);
  const workbook = await readWorkbook(files);
  const fileOf = ({ path }: Sheet): ZipFile => {
    const file = files.get(path);
    if (file === undefined) throw inputBad(message('workbook.fileMissing', { path }));
    return file;
  };
  const sheet =
    wanted === undefined ? await chooseSheet(workbook, fileOf) : statedSheet(workbook.sheets, wanted);
  const range = table?.range === undefined ? EVERYTHING : parseRange(table.range);
  const from = Math.max(range.top, table?.headerRow ?? 1);
  const file = fileOf(sheet);
  const lines = createTableWriter({
    sheet: sheet.name,
    collector,
    stated: table ?? {},
    merges: await readMerges(file),
    charactersMax: unpackedMax(archive.length),
  });
  const used = new Set<number>();
  const linked = { cells: 0, empty: 0 };
  let head: SheetRow[] | undefined = [];
  for await (const read of readSheet(file, sheet, workbook, linked)) {
    for (const { columns } of read) for (const at of columns) used.add(at);
    const rows = within(read, { ...range, top: from });
    if (head === undefined) await write(lines.encode(rows));
    else if (head.push(...rows) >= HEADER_ROWS) {
      await write(lines.begin(head));
      head = undefined;
    }
  }
  if (head?.length === 0) {
    const what = table === undefined ? 'workbook.sheetEmpty' : 'workbook.rangeEmpty';
    throw inputBad(message(what, { sheet: quoted(sheet) }));
  }
  if (head !== undefined) await write(lines.begin(head));
  return { archive, sheet, sheets: workbook.sheets, lines, used, linked };
}

/** A sheet of a workbook or of an old file. */
type NamedSheet = Pick<Sheet, 'name' | 'isHidden'>;

const quoted = ({ name }: NamedSheet) => JSON.stringify(name);

/** Adds to the first finding the sheets that were not read. */
export function withOthers(first: Message, others: readonly NamedSheet[]): Message {
  if (others.length === 0) return first;
  const sheets = others.map(quoted);
  const hidden = others.filter(({ isHidden }) => isHidden).map(quoted);
  return hidden.length === 0
    ? message('workbook.withOtherSheets', { first, sheets })
    : message('workbook.withHiddenSheets', { first, sheets, hidden });
}

/** Returns the rows of a sheet that a job states. */
export function withinRange(rows: readonly SheetRow[], table: StatedTable | undefined): SheetRow[] {
  const range = table?.range === undefined ? EVERYTHING : parseRange(table.range);
  return within(rows, { ...range, top: Math.max(range.top, table?.headerRow ?? 1) });
}

/** Returns the rows, with the cells, that are inside of a range. */
function within(rows: readonly SheetRow[], { top, bottom, left, right }: CellRange): SheetRow[] {
  if (top === 1 && bottom === Infinity && left === 0 && right === Infinity) return [...rows];
  return rows.flatMap((row) => {
    if (row.row < top || row.row > bottom) return [];
    const columns = row.columns.filter((at) => at >= left && at <= right);
    const cells: (CellValue | undefined)[] = [];
    for (const at of columns) cells[at] = row.cells[at];
    return columns.length > 0 ? [{ ...row, cells, columns }] : [];
  });
}

/** Returns the first visible sheet with a table of places, else with a table: a cover page, a summary or an empty sheet is passed over. */
async function chooseSheet(workbook: Workbook, fileOf: (sheet: Sheet) => ZipFile): Promise<Sheet> {
  const { sheets } = workbook;
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const [first = sheets[0], ...others] = visible;
  if (first === undefined) throw inputBad(message('workbook.noSheet'));
  if (others.length === 0) return first;
  let table: Sheet | undefined;
  for (const sheet of visible) {
    const content = await contentOf(workbook, sheet, fileOf(sheet));
    if (content === 'places') return sheet;
    if (content === 'table') table ??= sheet;
  }
  return table ?? first;
}

async function contentOf(workbook: Workbook, sheet: Sheet, file: ZipFile): Promise<SheetContent> {
  const rows: SheetRow[] = [];
  for await (const read of readSheet(file, sheet, workbook)) if (rows.push(...read) >= HEADER_ROWS) break;
  return sheetContent(rows);
}

type SheetContent = 'places' | 'table' | 'other';

/** Returns what the first rows of a sheet are: a table is several rows of several cells, or one column of many or under a usual name. */
export function sheetContent(rows: readonly SheetRow[]): SheetContent {
  const columns = new Set<number>();
  for (const row of rows) for (const at of row.columns) columns.add(at);
  const texts = rows.flatMap((row) => valuesOf(row).filter((cell) => typeof cell === 'string'));
  const [first] = texts;
  const isNamed = first !== undefined && (isHeaderWord(first) || first.length <= 3);
  if (rows.length < 2 || (columns.size < 2 && rows.length < HEADER_ROWS && !isNamed)) return 'other';
  return texts.some(isPlaceWord) ? 'places' : 'table';
}

/** Returns the sheet that a job states by its name or number. Errors: INPUT_BAD. */
export function statedSheet<S extends NamedSheet>(sheets: readonly S[], wanted: string): S {
  const found =
    sheets.find(({ name }) => name.normalize('NFC') === wanted.normalize('NFC')) ??
    sheets[Number(wanted) - 1];
  if (found !== undefined) return found;
  throw inputBad(
    message('workbook.unknownSheet', {
      wanted: JSON.stringify(wanted),
      sheets: sheets.map((sheet, at) => `${at + 1}: ${quoted(sheet)}`),
    }),
    { candidates: sheets.map(({ name }) => name) },
  );
}

/** The end of the rows, behind which the format has the merged cells. */
const ROWS_END = /<\/(\w{1,60}:)?sheetData\s{0,60}>/;
/** Longer than that end. */
const KEPT = 200;
const RANGE = /^[A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7}$/i;

/**
 * Returns the merged cells of a sheet, which its file lists behind all rows.
 *
 * Cost: inflates the sheet once more, and parses what is behind its rows.
 */
async function readMerges(file: ZipFile): Promise<CellRange[]> {
  const merges: CellRange[] = [];
  await readSmallXml(behindRows(file), file.name, (name, { ref = '' }) => {
    if (name === 'mergeCell' && RANGE.test(ref)) merges.push(parseRange(ref));
  });
  return merges;
}

/** Generates the elements behind the rows as a document of their own. */
async function* behindRows(file: ZipFile): AsyncGenerator<Buffer> {
  let isBehind = false;
  let rest = '';
  for await (const block of file.open()) {
    if (isBehind) {
      yield block;
      continue;
    }
    // A character is a byte.
    const text = rest + block.toString('latin1');
    const end = text.includes('sheetData') ? ROWS_END.exec(text) : null;
    rest = text.slice(-KEPT);
    if (end === null) continue;
    isBehind = true;
    const [, prefix = ''] = end;
    yield Buffer.from(`<${prefix}worksheet><${prefix}sheetData>`);
    yield Buffer.from(text.slice(end.index), 'latin1');
  }
  if (!isBehind) yield Buffer.from('<sheetData/>');
}
