import { setImmediate } from 'node:timers/promises';
import type { GeoService } from '../../../contract/service.ts';
import { createChunkCutter, type CutChunk, maxRowsFor } from '../../../formats/chunk-cutter.ts';
import { type FoundLayout, inspectInput, type StatedInput } from '../../../formats/inspect.ts';
import { failure, GeomillError } from '../../../base/errors/geomill-error.ts';
import {
  createOwnProcessor,
  type ChunkProcessor,
  type CreateChunkProcessor,
  type WorkOrder,
} from '../chunk-processor.ts';
import { readChunks } from '../input/chunk-reader.ts';
import { createOrderedPool } from '../ordered-pool.ts';
import type { ChunkResult } from '../process-chunk.ts';
import { blocksPerReadOf, CHUNK_BYTES, chunkWindow, pushChunks } from '../push-chunks.ts';
import type { RunCounts } from '../run-counts.ts';
import type { SinkFrame } from '../outputs/sink.ts';
import { openOrder } from '../work-order.ts';
import type { ByteSource } from './byte-source.ts';
import { discoverColumns } from '../../../formats/discover-columns.ts';
import { inputFormat } from '../../../formats/inputs.ts';
import { HEAD_BYTES } from '../../../formats/limits.ts';
import { LF } from '../../../formats/lines.ts';
import { needsSpool } from '../../../formats/spool.ts';

/** Results that wait for the reader; beyond that the source is not read. */
const HELD_CHARACTERS = 8 << 20;

/** A stream of rows, and how they are processed. */
export interface RowStream {
  /** Writes records that could not be read among the results: see `keepsBadRows`. */
  order: WorkOrder & { keepsBadRows: true };
  layout: FoundLayout;
  source: Pick<ByteSource, 'read'>;
  /** Length of the source where it is known; infinite else. */
  sourceBytes: number;
  /** Name of the output that is written, and the text around its rows. */
  output: string;
  frame: SinkFrame;
  service: GeoService;
  /** Rows in progress at most; one chunk at a time when left out. */
  openRows?: number;
  createChunkProcessor?: CreateChunkProcessor;
  /** Aborted when no one reads the results. */
  signal: AbortSignal;
  /** Why it was aborted, for the message of the failure. */
  abortReason: string;
  /** Called with the number of rows before they are processed. Errors: those that end the stream. */
  onRows?: (rows: number) => void;
  /** Called with the counts of each part of the results. */
  onResults: (counts: RunCounts) => void;
}

/**
 * Processes the rows of a stream and returns the parts of an output.
 *
 * Shape: the bytes of a part are valid until the next one is requested; their memory is reused then. Copies would be memory outside of V8's heap,
 * which makes it collect that heap: twice in a batch of 42,000 addresses.
 * Guarantee: one row for each record, in order, with the bytes that a run writes; a record that cannot be read is a row with the status
 * `error`. The source is read as fast as the parts are taken.
 * Errors: failures of the service that end a run; ABORTED after `signal`.
 */
export async function* streamRows(stream: RowStream): AsyncGenerator<Uint8Array> {
  const { order, output, frame, service, signal, openRows = 1 } = stream;
  const processor =
    (await stream.createChunkProcessor?.({
      order,
      bytesLeft: stream.sourceBytes,
      resultsBefore: 0,
      rowsLeft: Infinity,
      onRows: () => undefined,
    })) ??
    createYieldingProcessor(
      createOwnProcessor({ ...(await openOrder(order, service)), context: { signal } }),
    );
  const { maxOpenCost, costOf } = chunkWindow(processor, openRows);
  const pool = createOrderedPool<ChunkResult>({
    maxOpenCost,
    maxHeldCharacters: HELD_CHARACTERS,
    heldCharacters: ({ outputs }) => outputs[output]?.length ?? 0,
    drainMs: 0,
  });
  const onAbort = () => pool.fail(new GeomillError('ABORTED', stream.abortReason));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    // Sent with the first rows, so that a failure before them can still be reported with its status.
    let before = frame.head;
    let hasRows = false;
    void pushChunks(chunksOf(stream, processor), processor, pool, costOf);
    for (let result = await pool.next(); result; result = await pool.next()) {
      const text = result.outputs[output] ?? '';
      if (hasRows && text.length > 0) before += frame.separator;
      hasRows ||= text.length > 0;
      stream.onResults(result.counts);
      if (before !== '') yield Buffer.from(before);
      before = '';
      if (text.length > 0) yield typeof text === 'string' ? Buffer.from(text) : text;
      result.release?.();
    }
    const end = before + frame.tail;
    if (end !== '') yield Buffer.from(end);
  } finally {
    signal.removeEventListener('abort', onAbort);
    pool.stop();
    await processor.close();
  }
}

/** Lets the other work of this thread proceed between two chunks. */
function createYieldingProcessor(own: ChunkProcessor): ChunkProcessor {
  return {
    async process(chunk) {
      await setImmediate();
      return own.process(chunk);
    },
    close: () => own.close(),
  };
}

/** Reads the chunks of a stream, and counts their rows before they are processed. */
async function* chunksOf(
  { layout, source, onRows }: RowStream,
  processor: ChunkProcessor,
): AsyncGenerator<CutChunk> {
  const cutter = createChunkCutter(layout, {
    offset: layout.dataOffset,
    line: layout.firstLine,
    maxRows: maxRowsFor(layout.columns.length),
  });
  const chunks = readChunks({ read: (into) => source.read(into) }, cutter, {
    offset: layout.dataOffset,
    blockBytes: CHUNK_BYTES,
    blocksPerRead: blocksPerReadOf(processor),
  });
  for await (const chunk of chunks) {
    onRows?.(chunk.frames.length);
    yield chunk;
  }
}

/** The beginning of a stream that its layout is detected from. Units: bytes. */
const LAYOUT_BYTES = 64 << 10;

/**
 * Detects the layout of a stream from its beginning, and skips byte order mark and header.
 *
 * Shape: the columns of CSV are those of the header. Those of NDJSON are the members of the first 64 KiB of records: rows are written before the end of
 * the stream, and all of them have the same members. `refuse` throws for an input that would have to be copied first.
 * Errors: INPUT_BAD if the stream is empty or cannot be read as stated; those of `refuse`.
 */
export async function readStreamLayout(
  source: ByteSource,
  stated: StatedInput,
  refuse: (found: FoundLayout) => never,
  name = '',
): Promise<FoundLayout> {
  let { head, isWhole } = await source.peek(LAYOUT_BYTES);
  // The first record may be longer than the usual beginning.
  if (!head.includes(LF)) ({ head, isWhole } = await source.peek(HEAD_BYTES));
  const found = await inspectInput({ head, name, isWhole }, stated);
  if (needsSpool(found)) refuse(found);
  const layout = inputFormat(found.format).hasHeader
    ? found
    : { ...found, columns: await discoverColumns([wholeLines(head, isWhole, found.dataOffset)], found) };
  if (layout.columns.length === 0) throw failure('INPUT_BAD', 'input.noMembers');
  source.skip(layout.dataOffset);
  return layout;
}

function wholeLines(head: Buffer, isWhole: boolean, offset: number): Buffer {
  return head.subarray(offset, isWhole ? head.length : head.lastIndexOf(LF) + 1);
}
