import { englishText, type Message } from '../../base/messages/message.ts';
import { isUtf8 } from 'node:buffer';
import type { CutChunk } from '../../formats/chunk-cutter.ts';
import type { BadRow, InputRow, OutputRow, Chunk, RecordOrigin } from '../../formats/record.ts';
import { isBadRow } from '../../formats/record.ts';
import { firstRows } from './input/chunk-reader.ts';
import type { ChunkWork } from './chunk-work.ts';
import { addMessages } from './reason-counts.ts';
import { countColumns, emptyCounts, NO_STAGE, type RunCounts } from './run-counts.ts';
import { runStages } from './run-stages.ts';
import { CHUNK_STEP, readAround, tookTooLong, type SlowRow } from './read-around.ts';
import type { FileText } from './outputs/sink.ts';
import { addedCount, stageOffsets } from './plan-stages.ts';

/** The result of a chunk: the text for each row output, by its name, and the counts to add. */
export interface ChunkResult {
  endOffset: number;
  nextLine: number;
  outputs: Readonly<Record<string, FileText>>;
  counts: RunCounts;
  /** Time of the thread that processed it, where that is measured; ms. */
  workMs?: number;
  /** The run is being stopped, and the rest of the chunk was not processed: nothing after this result is committed. */
  isCut?: boolean;
  /** Called when the text was copied, so that its memory can be used again. */
  release?: () => void;
}

/**
 * Encodes the line of `rejects.ndjson` for a record that could not be read.
 *
 * Shape: `row` and `line` count from 1 (the header is a line, not a row), `offset` and `bytes` locate the record in the decoded
 * input, `reasons` lists every fault, `raw` is the original text, or `raw_base64` its bytes where they are not UTF-8.
 */
function encodeReject(chunk: Chunk, bad: BadRow, row: number, origin?: RecordOrigin): string {
  const { start, end, line } = bad.frame;
  const { issues, ...place } = origin ?? {
    row,
    line: chunk.firstLine + line,
    offset: chunk.offset + start,
    issues: bad.issues,
  };
  // Only the first bytes of a record that is too large are stored.
  const raw = Buffer.from(chunk.bytes.subarray(start, end));
  const content = isUtf8(raw) ? { raw: raw.toString('utf8') } : { raw_base64: raw.toString('base64') };
  return `${JSON.stringify({
    ...place,
    bytes: end - start,
    reasons: issues.map((issue) => ({ ...issue, message: englishText(issue.message) })),
    ...content,
  })}\n`;
}

/**
 * Turns the rows of a chunk into the text of every output.
 *
 * Shape: rows of `slow` are not processed: they have the status `error`, or are rejected, with that reason.
 * Guarantee: a function of the chunk, the job and the responses; every row is in the results or in the rejects, once, in order.
 * Errors: failures that end the run (scope `run`, and unexpected ones); all others become the status `error` of the row.
 */
export async function processChunk(
  whole: CutChunk,
  work: ChunkWork,
  slow: readonly SlowRow[] = [],
): Promise<ChunkResult> {
  const startMs = work.nowMs?.();
  const numberAt = (at: number) => rowNumber(work, whole.firstRow + at);
  const read = slow.length === 0 ? work.readRows(whole) : readAround(whole, work, slow, numberAt);
  const good: InputRow[] = [];
  const numbers: number[] = [];
  const reasons = new Map<number, Message>();
  read.forEach((row, at) => {
    if (isBadRow(row)) return;
    if (slow.some((each) => each.at === at)) reasons.set(good.length, tookTooLong(numberAt(at)));
    good.push(row);
    numbers.push(numberAt(at));
  });
  const counts = emptyCounts(work.plans.map(({ prefix }) => prefix));
  work.onStep?.(CHUNK_STEP.stages);
  const { rows: results, lines, tables, stoppedAt } = await runStages(good, numbers, work, counts, reasons);
  work.onStep?.(CHUNK_STEP.writing);
  const rows = stoppedAt === undefined ? read : read.slice(0, read.indexOf(good[stoppedAt] as InputRow));
  const chunk = firstRows(whole, rows.length);
  const added = results.map((row) => row.added);
  countColumns(counts, added, work.plans, addedCount(work.plans));
  const outputRows = work.keepsBadRows ? withBadRows(chunk, rows, results, work) : results;
  let rejects = '';
  rows.forEach((row, at) => {
    const number = chunk.firstRow + at;
    if (!isBadRow(row)) return;
    const origin = work.origins?.[number];
    rejects += encodeReject(chunk, row, number, origin);
    const { issues } = origin ?? row;
    addMessages(
      (counts.messages ??= {}),
      NO_STAGE,
      issues.map((issue) => issue.message),
    );
  });
  counts.rowsIn = rows.length;
  counts.results = results.length;
  counts.rejected = rows.length - results.length;
  const outputs: Record<string, FileText> = {};
  for (const [name, writer] of work.writers)
    outputs[name] = writer.encode({ rows: outputRows, lines, tables, rejects });
  return {
    endOffset: chunk.endOffset,
    nextLine: chunk.nextLine,
    outputs,
    counts,
    workMs: work.nowMs && startMs !== undefined ? work.nowMs() - startMs : undefined,
    isCut: stoppedAt !== undefined,
  };
}

/** Returns the number in the input of a record of the file that is read. */
function rowNumber({ rowNumbers }: ChunkWork, record: number): number {
  return rowNumbers?.[record - 1] ?? record;
}

/** Inserts the records that could not be read between the results: empty cells, the status `error` for each stage, and the reasons. */
function withBadRows(
  chunk: CutChunk,
  rows: readonly (InputRow | BadRow)[],
  results: readonly OutputRow[],
  { plans, columnCount }: ChunkWork,
): OutputRow[] {
  let taken = 0;
  return rows.map((row, at) => {
    if (!isBadRow(row)) return results[taken++] as OutputRow;
    const values = new Array<unknown>(columnCount);
    const reasons = row.issues.map(({ message }) => englishText(message)).join(' ');
    const reason = `row ${chunk.firstRow + at}, line ${chunk.firstLine + row.frame.line}: ${reasons}`;
    for (const at of stageOffsets(plans, columnCount)) {
      values[at] = 'error';
      values[at + 1] = reason;
    }
    return { values, position: null };
  });
}
