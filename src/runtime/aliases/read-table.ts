import { createChunkCutter } from '../../formats/chunk-cutter.ts';
import { collectBytes } from '../../formats/collect-bytes.ts';
import { inspectInput } from '../../formats/inspect.ts';
import { createRowReader } from '../../formats/read-rows.ts';
import { isBadRow } from '../../formats/record.ts';
import { spoolInput } from '../../formats/spool.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { streamFile } from '../../run/pipeline/stream-file.ts';

const MOST_MB = 64;

/** A row of a table: its number, from 1 without the header, and its cells as text, by the name of their column. */
export interface TableRow {
  number: number;
  cell: (column: string) => string;
}

/** A table in memory, and the bytes that it was read from. */
export interface Table {
  /** `csv` or `xlsx`, for example. */
  format: string;
  columns: readonly string[];
  rows: TableRow[];
  bytes: Buffer;
}

/** Reads a table that a person edits: CSV or a workbook. Errors: INPUT_MISSING, INPUT_BAD with the row that cannot be read. */
export async function readTable(fs: DurableFs, path: string): Promise<Table> {
  if (!(await fs.exists(path))) throw new GeomillError('INPUT_MISSING', `there is no file ${path}`);
  const bytes = await collectBytes(streamFile(fs, path), MOST_MB, 'Divide it.');
  const found = await inspectInput({ head: bytes, name: path, isWhole: true });
  const parts: Uint8Array[] = [];
  const layout = await spoolInput(oneBlock(bytes), found, async (part) => void parts.push(Buffer.from(part)));
  const cutter = createChunkCutter(layout, { offset: layout.dataOffset, line: layout.firstLine });
  const readRows = createRowReader(layout);
  const chunks = cutter.push(Buffer.concat(parts).subarray(layout.dataOffset), true);
  const rows = chunks.flatMap((chunk) =>
    readRows(chunk).map((row, at): TableRow => {
      const number = chunk.firstRow + at;
      if (isBadRow(row)) {
        const why = row.issues.map(({ message }) => message).join(' ');
        throw new GeomillError('INPUT_BAD', `${path}, row ${number}: ${why}`);
      }
      const { cells } = row;
      return { number, cell: (column) => textOf(cells[layout.columns.indexOf(column)]) };
    }),
  );
  return { format: found.format, columns: layout.columns, rows, bytes };
}

async function* oneBlock(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
