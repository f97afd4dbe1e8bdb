import { parse } from 'csv-parse/sync';
import type { RowIssue } from '../errors/row-issue.ts';
import { readFrameTexts } from './frame-text.ts';
import type { BadRow, Chunk, Frame, InputRow } from './record.ts';

/**
 * Reads the records of a CSV chunk; ragged rows become bad rows.
 *
 * Shape: a record without a quote is its text, cut at the delimiters; csv-parse reads the others, all of a chunk in one call.
 * Source: RFC 4180. Cost: a microsecond for a plain row, five for one with quotes.
 */
export function readCsvRows(
  chunk: Pick<Chunk, 'bytes' | 'frames'>,
  delimiter: string,
  columnCount: number,
): (InputRow | BadRow)[] {
  const quoted: { at: number; frame: Frame; text: string }[] = [];
  const rowOf = (frame: Frame, cells: readonly string[]): InputRow | BadRow =>
    cells.length === columnCount
      ? { frame, cells }
      : { frame, issues: [raggedRow(cells.length, columnCount)] };
  const rows = readFrameTexts(chunk, (text, frame, at) => {
    if (!text.includes('"')) return rowOf(frame, text.split(delimiter));
    quoted.push({ at, frame, text });
    return { frame, cells: [] };
  });
  const records = splitQuoted(quoted, delimiter);
  quoted.forEach(({ at, frame }, index) => {
    const cells = records[index];
    rows[at] = cells ? rowOf(frame, cells) : { frame, issues: [UNREADABLE] };
  });
  return rows;
}

/** Returns the cells of one record that a framer has found sound. */
export function splitRecord(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter);
  return splitQuoted([{ text }], delimiter)[0] ?? [];
}

function splitQuoted(records: readonly { text: string }[], delimiter: string): (string[] | undefined)[] {
  if (records.length === 0) return [];
  const cells = parseCells(records.map(({ text }) => text).join('\n'), delimiter);
  if (cells?.length === records.length) return cells;
  // The framer and the parser disagree about one record: only that one is lost.
  return records.map(({ text }) => {
    const alone = parseCells(text, delimiter);
    return alone?.length === 1 ? alone[0] : undefined;
  });
}

function parseCells(text: string, delimiter: string): string[][] | undefined {
  try {
    // The framer lets a quote inside an unquoted cell be text, and leaves ragged rows to us.
    return parse(text, { delimiter, record_delimiter: '\n', relax_quotes: true, relax_column_count: true });
  } catch {
    return undefined;
  }
}

const UNREADABLE: RowIssue = {
  code: 'unreadable',
  message: 'The quotes of the row do not work out. Double a quote that is part of the text.',
};

function raggedRow(count: number, columnCount: number): RowIssue {
  const numbers = `The row has ${count} ${count === 1 ? 'cell' : 'cells'}, the header ${columnCount}.`;
  return count < columnCount
    ? {
        code: 'too_few_cells',
        message: `${numbers} Cells are missing, or the row was broken in two by a newline without quotes.`,
      }
    : {
        code: 'too_many_cells',
        message: `${numbers} Text that contains the delimiter must stand in quotes.`,
      };
}
