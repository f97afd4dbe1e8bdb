import { parse } from 'csv-parse/sync';
import type { RowIssue } from '../base/errors/row-issue.ts';
import { message } from '../base/messages/message.ts';
import { strayQuote } from './csv-frame.ts';
import { createFrameCheck } from './framing.ts';
import { asBuffer, CR } from './lines.ts';
import { isBadRow, type BadRow, type Chunk, type Frame, type InputRow } from './record.ts';

/** Records that are parsed in one call, to limit memory: chunks of batched inputs can have many more. */
const BATCH_ROWS = 1000;

const NEWLINE = Buffer.from('\n');

/** A record with its cells. */
export interface CsvRow extends InputRow {
  readonly cells: string[];
}

/**
 * Reads the records of a CSV chunk; rows with too few or too many cells become bad rows.
 *
 * Source: RFC 4180. Guarantee: a record that csv-parse cannot read costs that row only.
 */
export function readCsvRows(
  chunk: Pick<Chunk, 'bytes' | 'frames'>,
  delimiter: string,
  columnCount: number,
): (InputRow | BadRow)[] {
  return readCsvCells(chunk, delimiter).map((row) =>
    isBadRow(row) || row.cells.length === columnCount
      ? row
      : { frame: row.frame, issues: [raggedRow(row.cells.length, columnCount)] },
  );
}

/** Returns the cells of each record of a CSV chunk. Cost: about four microseconds a record. */
export function readCsvCells(chunk: Pick<Chunk, 'bytes' | 'frames'>, delimiter: string): (CsvRow | BadRow)[] {
  const bytes = asBuffer(chunk.bytes);
  const issuesOf = createFrameCheck(chunk);
  const rows: (CsvRow | BadRow)[] = [];
  let batch: Frame[] = [];
  const endBatch = () => {
    if (batch.length > 0) for (const row of parseRecords(bytes, batch, delimiter)) rows.push(row);
    batch = [];
  };
  for (const frame of chunk.frames) {
    const issues = issuesOf(frame);
    if (issues.length === 0) batch.push(frame);
    if (issues.length > 0 || batch.length === BATCH_ROWS) endBatch();
    if (issues.length > 0) rows.push({ frame, issues });
  }
  endBatch();
  return rows;
}

/** Parses consecutive frames at once; if the result does not have one record for each, parses each frame alone. */
function parseRecords(bytes: Buffer, frames: readonly Frame[], delimiter: string): (CsvRow | BadRow)[] {
  const records = parseRange(bytesOf(bytes, frames), delimiter);
  return frames.map((frame, index) => {
    const [cells, ...others] =
      records.length === frames.length
        ? [records[index]!]
        : parseRange(bytes.subarray(frame.start, frame.end), delimiter);
    return cells === undefined || others.length > 0
      ? { frame, issues: [strayQuote(bytes.subarray(frame.start, frame.end))] }
      : { frame, cells };
  });
}

/** Returns the bytes of records, copied where others lie between them: a sample has few of many. */
function bytesOf(bytes: Buffer, frames: readonly Frame[]): Buffer {
  const range = bytes.subarray(frames[0]!.start, frames.at(-1)!.end);
  const own = frames.reduce((sum, { start, end }) => sum + end - start + '\r\n'.length, 0);
  if (range.length <= own) return range;
  return Buffer.concat(frames.flatMap(({ start, end }) => [bytes.subarray(start, end), NEWLINE]));
}

function parseRange(range: Buffer, delimiter: string): string[][] {
  try {
    const records = parse(range, {
      delimiter,
      // Each byte is compared with each of them: one saves an eighth.
      record_delimiter: range.includes(CR) ? ['\r\n', '\n'] : '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    return range.includes('="') ? records.map((cells) => cells.map(unwrapCode)) : records;
  } catch {
    return [];
  }
}

/** Returns the digits of a code that was written so that spreadsheets keep them, `="00123"`; other cells unchanged. */
function unwrapCode(cell: string): string {
  return /^="(\d+)"$/.exec(cell)?.[1] ?? cell;
}

function raggedRow(count: number, columnCount: number): RowIssue {
  const numbers = { cells: count, count, columns: columnCount };
  return count < columnCount
    ? {
        code: 'too_few_cells',
        message: message('csv.tooFewCells', numbers),
      }
    : {
        code: 'too_many_cells',
        message: message('csv.tooManyCells', numbers),
      };
}
