import { parse } from 'csv-parse/sync';
import type { RowIssue } from '../errors/row-issue.ts';
import { isSound, readFrameTexts } from './frame-text.ts';
import { asBuffer, QUOTE } from './lines.ts';
import type { BadRow, Chunk, Frame, InputRow } from './record.ts';

/**
 * Reads the records of a CSV chunk; ragged rows become bad rows.
 *
 * Shape: a chunk without a quote is cut at the delimiters; csv-parse reads the others, whole where all their records are sound.
 * Source: RFC 4180. Cost: a microsecond for a row of a chunk without quotes, four otherwise.
 */
export function readCsvRows(
  chunk: Pick<Chunk, 'bytes' | 'frames'>,
  delimiter: string,
  columnCount: number,
): (InputRow | BadRow)[] {
  const rowOf = (frame: Frame, cells: readonly string[]): InputRow | BadRow =>
    cells.length === columnCount
      ? { frame, cells }
      : { frame, issues: [raggedRow(cells.length, columnCount)] };
  if (!asBuffer(chunk.bytes).includes(QUOTE)) {
    return readFrameTexts(chunk, (text, frame) => rowOf(frame, text.split(delimiter)));
  }
  if (isSound(chunk)) {
    const records = parseCells(chunk.bytes, delimiter);
    if (records?.length === chunk.frames.length)
      return records.map((cells, at) => rowOf(chunk.frames[at] as Frame, cells));
  }
  return readFrameTexts(chunk, (text, frame) => {
    const records = parseCells(text, delimiter);
    return records?.length === 1 ? rowOf(frame, records[0] as string[]) : { frame, issues: [UNREADABLE] };
  });
}

/** Returns the cells of one record that a framer has found sound. */
export function splitRecord(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter);
  return parseCells(text, delimiter)?.[0] ?? [];
}

function parseCells(text: Uint8Array | string, delimiter: string): string[][] | undefined {
  try {
    return parse(typeof text === 'string' ? text : asBuffer(text), {
      delimiter,
      record_delimiter: ['\n', '\r\n'],
      skip_empty_lines: true,
      // The framer lets a quote inside an unquoted cell be text, and leaves ragged rows to us.
      relax_quotes: true,
      relax_column_count: true,
    });
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
