import { createFramer } from '../../../formats/framer.ts';
import type { FoundLayout } from '../../../formats/inspect.ts';
import { createRowReader } from '../../../formats/inputs.ts';
import { asBuffer } from '../../../formats/lines.ts';
import { isBadRow, type Frame } from '../../../formats/record.ts';
import { readBytes, type DurableFs } from '../../../base/files/durable-fs.ts';
import { openData, type DataSource } from '../input/chunk-reader.ts';

/** Rows of a sample at most. */
const SAMPLE_ROWS = 200;
/** The beginning of the input that the rows of a sample are spread over. Units: bytes. */
const SAMPLE_BYTES = 512 << 10;
const MOST_FRAMES = 20_000;

/**
 * Rows of the beginning of an input. Shape: `rejected` rows of the sample could not be read, the others have `cells`; `number` counts from 1; `about` is the number of rows
 * of the input, by the size of the first ones; those of the sample when left out.
 */
export interface Sample {
  columns: readonly string[];
  rows: readonly { number: number; cells: readonly unknown[] }[];
  rejected: number;
  about?: number;
}

/** The beginning of an input, whether it is all of it, and how many bytes that is. */
export interface SampleBytes {
  bytes: Uint8Array;
  isWhole: boolean;
  /** Those of `bytes` when left out. */
  wholeBytes?: number;
}

/** Reads the beginning of an input from the file that its rows are read from. Errors: IO. */
export async function readSampleBytes(
  fs: DurableFs,
  data: DataSource,
  layout: FoundLayout,
): Promise<SampleBytes> {
  const file = await openData(fs, data);
  try {
    const wholeBytes = Math.max(0, (await file.size()) - layout.dataOffset);
    const bytes = await readBytes(file, layout.dataOffset, Math.min(SAMPLE_BYTES, wholeBytes));
    const isWhole = layout.dataOffset + bytes.length >= (await file.size());
    return { bytes, isWhole, wholeBytes };
  } finally {
    await file.close();
  }
}

/** Reads the sample of an input from the file that its rows are read from. Errors: IO. */
export async function readSample(fs: DurableFs, data: DataSource, layout: FoundLayout): Promise<Sample> {
  return sampleRows(await readSampleBytes(fs, data, layout), layout);
}

/** Returns rows that are spread over the records of some bytes, which begin with one. */
export function sampleRows(
  { bytes: from, isWhole, wholeBytes = from.length }: SampleBytes,
  layout: FoundLayout,
): Sample {
  const bytes = asBuffer(from);
  const frames: Frame[] = [];
  createFramer(layout).frame(bytes, 0, isWhole, MOST_FRAMES, frames);
  const readBytes = frames.at(-1)?.end ?? 0;
  const about = readBytes === 0 ? 0 : Math.round((frames.length * wholeBytes) / readBytes);
  const step = Math.max(1, frames.length / SAMPLE_ROWS);
  const chosen = Array.from({ length: Math.min(frames.length, SAMPLE_ROWS) }, (_, at) =>
    Math.floor(at * step),
  );
  const read = createRowReader(layout)({ bytes, frames: chosen.map((at) => frames[at] as Frame) });
  const rows = read.flatMap((row, at) =>
    isBadRow(row) ? [] : [{ number: (chosen[at] as number) + 1, cells: row.cells }],
  );
  return { columns: layout.columns, rows, rejected: read.length - rows.length, about };
}
