import { collectBytes } from '../collect-bytes.ts';
import type { RewriteBinary } from '../input-format.ts';
import { inputBad } from '../input-bad.ts';
import { toJsonText } from '../json-text.ts';
import { readZip } from '../zip/read-zip.ts';
import { findHeader, HEADER_ROWS, type SheetHeader } from './find-header.ts';
import { readSheet, type SheetRow } from './read-sheet.ts';
import { readWorkbook, type Sheet } from './read-workbook.ts';
import { columnName } from './sheet-text.ts';

/** A workbook is in memory, compressed; its sheets are inflated as streams. */
const WORKBOOK_MB_MAX = 256;

/**
 * Rewrites a sheet of an Excel workbook as NDJSON. Source: ECMA-376 part 1.
 *
 * Shape: text, numbers and booleans as they are, dates as ISO 8601, digits in a fixed pattern (`00000`) and errors (`#N/A`) as the text that
 * is shown; empty cells are absent, empty rows are left out.
 * Errors: INPUT_BAD if it is damaged, has no such sheet, or is larger than the limits.
 * Cost: memory for the compressed workbook and its texts.
 */
export const spoolXlsx: RewriteBinary = async (blocks, collector, write, { sheet: wanted, report }) => {
  const files = readZip(await collectBytes(blocks, WORKBOOK_MB_MAX, 'Save the sheet as "CSV UTF-8".'));
  const workbook = await readWorkbook(files);
  const sheet = chooseSheet(workbook.sheets, wanted);
  const file = files.get(sheet.path);
  if (file === undefined)
    throw inputBad(`The workbook is damaged: its file ${sheet.path} is missing. Save it again.`);
  const others = workbook.sheets.filter((each) => each !== sheet);
  if (wanted === undefined && others.length > 0)
    report(
      `The sheet ${quoted(sheet)} is read. The workbook also has ${others.map(quoted).join(', ')}: choose one with sheet, as in --set input.sheet=2.`,
    );
  const lines = createLineWriter(collector, report);
  let head: SheetRow[] | undefined = [];
  for await (const rows of readSheet(file, sheet, workbook)) {
    if (head === undefined) await write(lines.encode(rows));
    else if (head.push(...rows) >= HEADER_ROWS) {
      await write(lines.begin(head));
      head = undefined;
    }
  }
  if (head === undefined) return;
  if (head.length === 0) throw inputBad(`The sheet ${quoted(sheet)} of the workbook is empty.`);
  await write(lines.begin(head));
};

const quoted = ({ name }: Sheet) => JSON.stringify(name);

function chooseSheet(sheets: readonly Sheet[], wanted: string | undefined): Sheet {
  const found =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : (sheets.find(({ name }) => name.normalize('NFC') === wanted.normalize('NFC')) ??
        sheets[Number(wanted) - 1]);
  if (found !== undefined) return found;
  if (sheets.length === 0) throw inputBad('The workbook has no sheet with cells.');
  throw inputBad(
    `The workbook has no sheet ${JSON.stringify(wanted)}. Its sheets are ${sheets.map((sheet, at) => `${at + 1}: ${quoted(sheet)}`).join(', ')}.`,
    { candidates: sheets.map(({ name }) => name) },
  );
}

/** Encodes rows as one JSON object a line. */
function createLineWriter(collector: Parameters<RewriteBinary>[1], report: (finding: string) => void) {
  const keys = new Map<number, string>();
  const names = new Set<string>();
  const addColumn = (at: number, name: string) => {
    keys.set(at, `${JSON.stringify(name)}:`);
    names.add(name);
    collector.add(`{${JSON.stringify(name)}:null}`);
  };
  /** A column that has a cell only far below the header. */
  const addUnnamed = (at: number) => {
    const plain = `column_${columnName(at)}`;
    let name = plain;
    for (let n = 2; names.has(name); n += 1) name = `${plain}_${n}`;
    addColumn(at, name);
  };
  const encodeRow = ({ cells }: SheetRow) => {
    const members: string[] = [];
    cells.forEach((cell, at) => {
      if (cell === undefined) return;
      if (!keys.has(at)) addUnnamed(at);
      members.push(`${keys.get(at)}${toJsonText(cell)}`);
    });
    return `{${members.join(',')}}\n`;
  };
  const encode = (rows: readonly SheetRow[]) => Buffer.from(rows.map(encodeRow).join(''));
  return {
    encode,
    /** Encodes the first rows, below the header that is found in them. */
    begin(rows: readonly SheetRow[]): Buffer {
      const header = findHeader(rows.slice(0, HEADER_ROWS)) as SheetHeader;
      const above = rows.filter(({ row }) => row < header.row).length;
      if (above > 0)
        report(
          `The header is row ${header.row} of the sheet; ${above} rows with text above it are not read.`,
        );
      for (const [at, name] of header.columns) addColumn(at, name);
      return encode(rows.filter(({ row }) => row > header.row));
    },
  };
}
