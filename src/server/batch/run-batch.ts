import { setImmediate } from 'node:timers/promises';
import { GeomillError } from '../../errors/geomill-error.ts';
import type { GeoService } from '../../contract/service.ts';
import { createChunkCutter } from '../../formats/chunk-cutter.ts';
import type { OutputColumn } from '../../formats/record.ts';
import type { FoundLayout } from '../../formats/inspect.ts';
import { createOwnProcessor, type ChunkProcessor, type WorkOrder } from '../../pipeline/chunk-processor.ts';
import { readChunks } from '../../pipeline/chunk-reader.ts';
import { createOrderedPool, type OrderedPool } from '../../pipeline/ordered-pool.ts';
import { declareOutputs, openWriters } from '../../pipeline/outputs.ts';
import { planStages } from '../../pipeline/plan-stages.ts';
import type { ChunkResult } from '../../pipeline/process-chunk.ts';
import { openOrder, writeOrder } from '../../pipeline/work-order.ts';
import type { StageDefinition } from '../../stages/stage.ts';
import type { BatchSettings } from './batch-settings.ts';
import type { BodySource } from './body-source.ts';
import type { BatchFormat } from './media-types.ts';

/** As in a run of the command line: larger chunks are not faster. */
const CHUNK_BYTES = 16 << 10;
/** If other threads process the chunks, small reads would take a quarter of the time of this thread. */
const BLOCKS_PER_READ = 16;
/** Results that wait for the client; beyond that the body is not read. */
const HELD_CHARACTERS = 8 << 20;

/** A batch whose body is about to be processed. */
export interface Batch {
  stage: StageDefinition;
  options: Readonly<Record<string, unknown>>;
  layout: FoundLayout;
  body: BodySource;
  /** Length of the body where the client states it; infinite else. */
  bodyBytes: number;
  output: BatchFormat;
  service: GeoService;
  settings: BatchSettings;
  /** Aborted when the client is gone. */
  signal: AbortSignal;
  /** Called with the number of rows before they are processed. Errors: those that end the batch. */
  onRows: (rows: number) => void;
  /** Called with the number of rows of each part of the response. */
  onResults: (rows: number) => void;
}

/**
 * Processes the rows of a body and returns the parts of the response.
 *
 * Guarantee: one row for each record, in order, with the bytes that a run of the same stage writes; a record that cannot be read is a row with the status
 * `error`. The body is read as fast as the parts are taken.
 * Errors: INVALID_REQUEST when the options do not fit the columns; failures of the service that end a run; ABORTED after `signal`.
 */
export async function* runBatch(batch: Batch): AsyncGenerator<Buffer> {
  const { body, output, settings, signal, service } = batch;
  const { order, columns } = planBatch(batch);
  const work = { ...openOrder(order, service), context: { signal } };
  const own = createYieldingProcessor(createOwnProcessor(work));
  const { createChunkProcessor, openRows = 1 } = settings;
  const processor =
    (await createChunkProcessor?.({
      order,
      bytesLeft: batch.bodyBytes,
      resultsBefore: 0,
      rowsLeft: Infinity,
      onRows: () => undefined,
      own,
    })) ?? own;
  const pool = createOrderedPool<ChunkResult>({
    maxOpenCost: processor.openChunks ?? openRows,
    maxHeldCharacters: HELD_CHARACTERS,
    heldCharacters: ({ outputs }) => outputs[output]?.length ?? 0,
    drainMs: 0,
  });
  const onAbort = () => pool.fail(new GeomillError('ABORTED', 'the client closed the connection'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (signal.aborted) onAbort();
    const writers = openWriters(declareOutputs({ outputs: [output], stages: [] }, ''), columns);
    const frame = writers.get(output)?.frame;
    // Sent with the first rows, so that a failure before them can still be reported with its status.
    let head = frame?.head ?? '';
    void pushChunks(batch, body, processor, pool);
    for (let result = await pool.next(); result; result = await pool.next()) {
      const text = result.outputs[output] ?? '';
      // Copied, since the memory of the result is reused after its release.
      const part = Buffer.concat([Buffer.from(head), typeof text === 'string' ? Buffer.from(text) : text]);
      head = '';
      result.release?.();
      batch.onResults(result.counts.rowsIn);
      if (part.length > 0) yield part;
    }
    const end = head + (frame?.tail ?? '');
    if (end !== '') yield Buffer.from(end);
  } finally {
    signal.removeEventListener('abort', onAbort);
    pool.stop();
    await processor.close();
  }
}

/** Plans the stage for the columns of the body. Errors: INVALID_REQUEST when the options do not fit them. */
function planBatch({ stage, options, layout, output }: Batch): {
  order: WorkOrder;
  columns: readonly OutputColumn[];
} {
  const spec = { prefix: stage.name, definition: stage, options };
  const { faults, columns } = planStages([spec], layout.columns);
  if (faults.length > 0) {
    const list = faults.map(({ option, message }) => `${option}: ${message}`);
    throw new GeomillError('INVALID_REQUEST', `batch ${stage.name}: ${list.join('; ')}`, {
      details: { faults: list },
    });
  }
  const job = { name: stage.name, input: {}, stages: [spec], outputs: [output] };
  return { order: { ...writeOrder(job, layout), keepsBadRows: true }, columns };
}

/** Lets the other requests of this thread proceed between two chunks. */
function createYieldingProcessor(own: ChunkProcessor): ChunkProcessor {
  return {
    async process(chunk) {
      await setImmediate();
      return own.process(chunk);
    },
    close: () => own.close(),
  };
}

async function pushChunks(
  { layout, onRows }: Batch,
  body: BodySource,
  processor: ChunkProcessor,
  pool: OrderedPool<ChunkResult>,
): Promise<void> {
  try {
    const cutter = createChunkCutter(layout, { offset: layout.dataOffset, line: layout.firstLine });
    const chunks = readChunks({ read: (into) => body.read(into) }, cutter, {
      offset: layout.dataOffset,
      blockBytes: CHUNK_BYTES,
      blocksPerRead: processor.openChunks === undefined ? 1 : BLOCKS_PER_READ,
    });
    for await (const chunk of chunks) {
      const rows = chunk.frames.length;
      onRows(rows);
      const cost = processor.openChunks === undefined ? rows : 1;
      if (!(await pool.push(cost, () => processor.process(chunk)))) return;
    }
    pool.end();
  } catch (error) {
    pool.fail(error);
  }
}
