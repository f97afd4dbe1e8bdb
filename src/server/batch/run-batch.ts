import { message } from '../../base/messages/message.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { needsRouter } from '../../contract/catalogue.ts';
import type { GeoService } from '../../contract/service.ts';
import type { OutputColumn } from '../../formats/record.ts';
import type { FoundLayout } from '../../formats/inspect.ts';
import type { WorkOrder, CreateChunkProcessor } from '../../run/pipeline/chunk-processor.ts';
import { declareOutputs, openWriters } from '../../run/pipeline/outputs/outputs.ts';
import { planStages } from '../../run/pipeline/plan-stages.ts';
import type { ByteSource } from '../../run/pipeline/stream/byte-source.ts';
import { streamRows, readStreamLayout } from '../../run/pipeline/stream/stream-rows.ts';
import { writeOrder } from '../../run/pipeline/work-order.ts';
import type { StageDefinition } from '../../run/stages/stage.ts';
import { checkAnswer, checkBeginning } from './batch-budget.ts';
import type { BatchFormat } from './media-types.ts';
import { batchRefused, type BatchRequest } from './batch-request.ts';

/** How batches are processed. */
export interface BatchSettings {
  /** Rows in progress at most, to keep a service behind this one busy; one chunk at a time when left out, as a local service has no waiting time. */
  openRows?: number;
  /** Builds a processor in other threads; this thread processes batches of a service that only waits, and of routes. */
  createChunkProcessor?: CreateChunkProcessor;
}

/** A batch whose body is about to be processed. */
export interface Batch {
  stage: StageDefinition;
  options: Readonly<Record<string, unknown>>;
  layout: FoundLayout;
  body: ByteSource;
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
 * Shape, guarantee: those of {@link streamRows}.
 * Errors: INVALID_REQUEST when the options do not fit the columns; 413 for an answer that is out of proportion; failures of the service that end a run; ABORTED after `signal`.
 */
export async function* runBatch(batch: Batch): AsyncGenerator<Uint8Array> {
  const { stage, body, layout, output, settings, onRows, onResults } = batch;
  const { openRows, createChunkProcessor } = settings;
  const { order, columns } = planBatch(batch);
  const writer = openWriters(declareOutputs({ outputs: [output], stages: [] }, ''), columns).get(output);
  const emptyRow = { values: new Array<unknown>(columns.length), position: null };
  const content = { rows: [emptyRow], lines: {}, tables: {}, rejects: '' };
  const emptyRowBytes = Buffer.byteLength(writer?.encode(content) ?? '');
  await checkBeginning(body, layout, emptyRowBytes);
  let expectedBytes = 0;
  let sentBytes = 0;
  const parts = streamRows({
    ...batch,
    ...(openRows !== undefined && { openRows }),
    // Threads have no router, and would return straight lines.
    ...(createChunkProcessor && !needsRouter(stage.operations) && { createChunkProcessor }),
    order: { ...order, keepsBadRows: true },
    source: body,
    sourceBytes: batch.bodyBytes,
    frame: writer?.frame ?? { head: '', separator: '', tail: '' },
    abortReason: 'the client closed the connection',
    onRows(rows) {
      checkAnswer((expectedBytes += rows * emptyRowBytes), body.sizes);
      onRows(rows);
    },
    onResults: ({ rowsIn }) => onResults(rowsIn),
  });
  for await (const part of parts) {
    checkAnswer((sentBytes += part.length), body.sizes);
    yield part;
  }
}

/** Plans the stage for the columns of the body. Errors: INVALID_REQUEST when the options do not fit them. */
function planBatch({ stage, options, layout, output }: Batch): {
  order: WorkOrder;
  columns: readonly OutputColumn[];
} {
  const spec = { prefix: stage.name, definition: stage, options };
  const { faults, columns } = planStages([spec], layout.columns);
  if (faults.length > 0)
    throw batchRefused(
      stage.name,
      faults.map(({ option, message: fault }) => message('job.inside', { where: option, fault })),
    );
  const job = { name: stage.name, input: {}, stages: [spec], outputs: [output] };
  return { order: writeOrder(job, layout), columns };
}

/**
 * Detects the layout of a body from its beginning, and skips byte order mark and header.
 *
 * Shape: the columns of CSV are those of the header. Those of NDJSON are the members of the first 64 KiB of records, unless the request states them:
 * the response begins before the end of the body, and all its records have the same members.
 * Errors: INPUT_BAD if the body is empty, not in the stated format, or not UTF-8.
 */
export async function readLayout(
  body: ByteSource,
  format: BatchFormat,
  { columns, delimiter }: Pick<BatchRequest, 'columns' | 'delimiter'>,
): Promise<FoundLayout> {
  if (format === 'ndjson' && columns) return statedLayout(columns);
  // Rows are answered as they come: there is no copy to rewrite escapes in.
  const stated = {
    format,
    encoding: 'utf-8',
    escape: 'double',
    ...(delimiter === undefined ? {} : { delimiter }),
  } as const;
  return readStreamLayout(body, stated, () => {
    throw new GeomillError('INPUT_BAD', message('server.carriageReturns'));
  });
}

/** The layout where the request states the columns: no byte has to be awaited. */
function statedLayout(columns: readonly string[]): FoundLayout {
  return {
    format: 'ndjson',
    compression: 'none',
    encoding: 'utf-8',
    delimiter: '',
    columns,
    dataOffset: 0,
    firstLine: 1,
    findings: [],
  };
}
