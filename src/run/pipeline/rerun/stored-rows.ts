import { asBuffer } from '../../../formats/lines.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import type { SinkFrame } from '../outputs/sink.ts';
import { streamFile } from '../input/stream-file.ts';

const QUOTE = 0x22;
const LF = 0x0a;

/** A finished row output: its file, its bytes without the tail, the text around its rows, and whether quotes may enclose a line break. */
export interface StoredFile {
  path: string;
  endBytes: number;
  frame: SinkFrame;
  isQuoted: boolean;
}

/** The records of a finished row output, in order. */
export interface StoredRows {
  /** Returns the next records, without separators. Errors: RESULTS_CHANGED when there are fewer. */
  take(count: number): Promise<string[]>;
  close(): Promise<void>;
}

/**
 * Opens the records of a finished row output.
 *
 * Cost: memory for one block and its records.
 */
export function openStoredRows(fs: DurableFs, file: StoredFile): StoredRows {
  const records = readRecords(contentOf(fs, file), {
    separator: file.frame.separator,
    isQuoted: file.isQuoted,
  });
  let block: string[] = [];
  let at = 0;
  return {
    async take(count) {
      const taken: string[] = [];
      while (taken.length < count) {
        if (at === block.length) {
          const next = await records.next();
          if (next.done) throw failure('RESULTS_CHANGED', 'update.fewerRows', { path: file.path });
          block = next.value;
          at = 0;
        }
        const part = block.slice(at, at + count - taken.length);
        at += part.length;
        for (const record of part) taken.push(record);
      }
      return taken;
    },
    close: async () => {
      await records.return(undefined);
    },
  };
}

/** Rows that are taken of a file at once. */
const ROWS_AT_ONCE = 1000;

/** Generates the next records of a file, some at a time, and closes it. */
export async function* recordsOf(rows: StoredRows, count: number): AsyncGenerator<string[]> {
  try {
    for (let left = count; left > 0; left -= ROWS_AT_ONCE)
      yield await rows.take(Math.min(left, ROWS_AT_ONCE));
  } finally {
    await rows.close();
  }
}

/** Counts the records of a file without a frame: lines, or records of CSV with the header among them. */
export async function countRecords(fs: DurableFs, path: string, isQuoted: boolean): Promise<number> {
  let count = 0;
  for await (const records of readRecords(streamFile(fs, path, 0), { separator: '', isQuoted }))
    count += records.length;
  return count;
}

/** Streams the bytes of the rows: without head and tail. */
async function* contentOf(fs: DurableFs, { path, endBytes, frame }: StoredFile): AsyncGenerator<Buffer> {
  const start = Buffer.byteLength(frame.head);
  let left = endBytes - start;
  for await (const block of streamFile(fs, path, start)) {
    if (left <= 0) return;
    yield asBuffer(block.subarray(0, left));
    left -= block.length;
  }
}

/**
 * Generates the records of a row output, those that end in one block together.
 *
 * Shape: without the separator; with their newline where there is none. A block of `blocks` is used until the next one is asked for.
 */
export async function* readRecords(
  blocks: AsyncIterable<Uint8Array>,
  { separator, isQuoted }: { separator: string; isQuoted: boolean },
): AsyncGenerator<string[]> {
  const find = separator === '' ? { end: Buffer.of(LF), kept: 1 } : { end: Buffer.from(separator), kept: 0 };
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const bytes = rest.length === 0 ? asBuffer(block) : Buffer.concat([rest, block]);
    const records: string[] = [];
    let start = 0;
    for (;;) {
      const end = isQuoted ? quotedEnd(bytes, start) : bytes.indexOf(find.end, start);
      if (end < 0) break;
      records.push(bytes.toString('utf8', start, end + find.kept));
      start = end + find.end.length;
    }
    rest = Buffer.from(bytes.subarray(start));
    if (records.length > 0) yield records;
  }
  if (rest.length > 0) yield [rest.toString('utf8')];
}

/** Returns the position of the line break that ends a record of CSV, -1 where it is not in these bytes. */
function quotedEnd(bytes: Buffer, start: number): number {
  let isInside = false;
  for (let at = start; ;) {
    const end = bytes.indexOf(LF, at);
    if (end < 0) return -1;
    const line = bytes.subarray(at, end);
    for (let quote = line.indexOf(QUOTE); quote >= 0; quote = line.indexOf(QUOTE, quote + 1))
      isInside = !isInside;
    if (!isInside) return end;
    at = end + 1;
  }
}
