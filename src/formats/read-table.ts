import { cellText } from '../base/text/cell-text.ts';
import { message, type Message } from '../base/messages/message.ts';
import { joinMessages } from '../base/messages/join-messages.ts';
import { createChunkCutter } from './chunk-cutter.ts';
import { createColumnCollector } from './columns.ts';
import { inputBad } from './input-bad.ts';
import type { FoundLayout, SpoolWrite, StatedInput } from './input-source.ts';
import { createRowReader, inputFormat } from './inputs.ts';
import { inspectInput } from './inspect.ts';
import { HEAD_BYTES } from './limits.ts';
import { peekBlocks } from './peek-blocks.ts';
import { asBuffer } from './lines.ts';
import { isBadRow, type BadRow, type InputLayout, type InputRow } from './record.ts';
import type { RowReader } from './input-format.ts';
import { needsSpool, spoolInput } from './spool.ts';

/** The bytes of a table, the name of its file, and what is stated about it. */
export interface TableSource {
  name: string;
  blocks: AsyncIterable<Uint8Array>;
  stated?: StatedInput;
}

/**
 * Consecutive rows of a table.
 *
 * Shape: `columns` are those of the rows so far: all of them from CSV, more in a later part from the other formats; `firstRow` is 1 for the first row
 * below the header, `firstLine` its line; the frames of the rows are places in `bytes`, which begin at `offset` of the text that rows are read from.
 */
export interface TablePart {
  columns: readonly string[];
  firstRow: number;
  firstLine: number;
  offset: number;
  bytes: Uint8Array;
  rows: readonly (InputRow | BadRow)[];
}

/** A table whose beginning was read. */
export interface OpenTable {
  /** Format, compression and encoding of the file. */
  layout: FoundLayout;
  /** Reads the rows, once. Shape: returns all columns at the end. Errors: INPUT_BAD where the file is damaged. */
  parts(): AsyncGenerator<TablePart, readonly string[]>;
}

/**
 * Opens a table in any format and compression that a job reads, as a stream.
 *
 * Errors: as of {@link inspectInput}. Cost: memory for some blocks and the rows of a chunk; a workbook or Parquet file is in memory, compressed.
 */
export async function openTable({ name, blocks, stated }: TableSource): Promise<OpenTable> {
  const { head, isWhole, all } = await peekBlocks(blocks, HEAD_BYTES);
  const layout = await inspectInput({ head, name, isWhole }, stated);
  return { layout, parts: () => readParts(all(), layout) };
}

/** Returns the layout of the text that the rows of an input are read from: that of its copy where it must be rewritten. */
export function textLayout<Layout extends Pick<InputLayout, 'format' | 'compression' | 'encoding'>>(
  layout: Layout,
): Layout {
  const isRewritten = inputFormat(layout.format).records === undefined;
  return {
    ...layout,
    compression: 'none',
    encoding: 'utf-8',
    ...(isRewritten && { format: 'ndjson' }),
  };
}

async function* readParts(
  blocks: AsyncGenerator<Uint8Array>,
  found: FoundLayout,
): AsyncGenerator<TablePart, readonly string[]> {
  const layout = textLayout(found);
  const isRewritten = layout.format !== found.format;
  let columns = layout.columns;
  const text = needsSpool(found)
    ? written(async (write) => void ({ columns } = await spoolInput(blocks, found, write)))
    : blocks;
  const start = isRewritten ? 0 : layout.dataOffset;
  const cutter = createChunkCutter(layout, { offset: start, line: isRewritten ? 1 : layout.firstLine });
  const read = createPartReader(layout);
  for await (const block of withoutFirst(text, start)) {
    for (const chunk of cutter.push(block, false)) yield { ...chunk, ...read(chunk) };
  }
  for (const chunk of cutter.push(new Uint8Array(0), true)) yield { ...chunk, ...read(chunk) };
  // The columns of a header, or of the rewritten records; else those of the records that were read.
  return columns.length > 0 && (isRewritten || layout.format !== 'ndjson') ? columns : read.columns();
}

type PartReader = {
  (chunk: Parameters<RowReader>[0]): Pick<TablePart, 'columns' | 'rows'>;
  columns(): readonly string[];
};

/** Creates the reader of chunks; the columns of objects are collected as they come. */
function createPartReader(layout: FoundLayout): PartReader {
  if (layout.format !== 'ndjson') {
    const read = createRowReader(layout);
    return Object.assign(
      (chunk: Parameters<RowReader>[0]) => ({ columns: layout.columns, rows: read(chunk) }),
      {
        columns: () => layout.columns,
      },
    );
  }
  const collector = createColumnCollector();
  const readPart = (chunk: Parameters<RowReader>[0]) => {
    const bytes = asBuffer(chunk.bytes);
    for (const { start, end, issue } of chunk.frames)
      if (issue === undefined) collector.add(bytes.toString('utf8', start, end));
    const columns = collector.columns();
    return { columns, rows: createRowReader({ ...layout, columns })(chunk) };
  };
  return Object.assign(readPart, { columns: () => collector.columns() });
}

async function* withoutFirst(blocks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const block of blocks) {
    if (left < block.length) yield block.subarray(left);
    left = Math.max(0, left - block.length);
  }
}

/** Generates what a function writes, each block when it is asked for. */
async function* written(make: (write: SpoolWrite) => Promise<void>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // A copy: the writer may use its block again.
  const made = make((bytes) => writer.write(Buffer.from(bytes)))
    .then(() => writer.close())
    .catch((error: unknown) => writer.abort(error));
  try {
    yield* readable as AsyncIterable<Uint8Array>;
  } finally {
    await made.catch(() => undefined);
  }
}

/** A row of a table: its number, from 1 without the header, the line where it begins, and its cells as text, by the name of their column. */
export interface TableRow {
  number: number;
  line: number;
  cell: (column: string) => string;
}

/** A table in memory. */
export interface Table {
  /** `csv` or `xlsx`, for example. */
  format: string;
  columns: readonly string[];
  rows: TableRow[];
}

/** Reads a whole table, such as one that a person edits. Errors: as of {@link openTable}; INPUT_BAD with the row that cannot be read. */
export async function collectTable(source: TableSource): Promise<Table> {
  const table = await openTable(source);
  const read = table.parts();
  const rows: TableRow[] = [];
  for (;;) {
    const next = await read.next();
    if (next.done === true) return { format: table.layout.format, columns: next.value, rows };
    const { columns, firstRow, firstLine } = next.value;
    for (const [at, row] of next.value.rows.entries()) {
      const number = firstRow + at;
      if (isBadRow(row))
        throw inputBad(
          message('input.fileRow', {
            file: source.name,
            row: number,
            reasons: joinMessages(
              row.issues.map((issue) => issue.message),
              'list.sentences',
            ) as Message,
          }),
        );
      rows.push({
        number,
        line: firstLine + row.frame.line,
        cell: (column) => cellText(row.cells[columns.indexOf(column)]),
      });
    }
  }
}
