import { failure, type GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import { createChunkCutter, type CutChunk, maxRowsFor } from '../../formats/chunk-cutter.ts';
import { createRowReader } from '../../formats/inputs.ts';
import type { Clock } from '../../base/files/clock.ts';
import { type ChunkProcessor, createOwnProcessor } from './chunk-processor.ts';
import type { ChunkWork } from './chunk-work.ts';
import { openData, readChunks } from './input/chunk-reader.ts';
import { commitInOrder } from './commit-loop.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import { checkInPlace } from '../../base/files/open-files.ts';
import { doAddUp } from './check-result.ts';
import type { Checkpoint } from './journal/journal-lines.ts';
import { createOrderedPool, type OrderedPool } from './ordered-pool.ts';
import type { LockCalls } from '../../base/files/lock.ts';
import { message } from '../../base/messages/message.ts';
import type { PreparedRun } from './prepare.ts';
import type { ChunkResult } from './process-chunk.ts';
import { blocksPerReadOf, CHUNK_BYTES, chunkWindow, pushChunks } from './push-chunks.ts';
import type { Share } from './shards/shard.ts';
import type { RunOptions, RunProgress } from './spec.ts';
import type { Start } from './journal/start.ts';
import { writeOrder } from './work-order.ts';

const CHECKPOINT_MS = 250;
const HELD_CHARACTERS = 16 << 20;
/** Rows with more columns count as several, in what may be in progress at once. */
const COLUMNS_OF_A_ROW = 100;

/** The environment of a run; replaced in tests. */
export interface RunSurroundings {
  fs: DurableFs;
  /** Absent: those of Node. */
  lockCalls?: LockCalls;
  /** Monotonic; ms. */
  nowMs: () => number;
  /** Absent: that of Node. */
  after?: Clock['after'];
  drainMs: number;
}

/**
 * Reads, processes and commits the rows after the start.
 *
 * Shape: `checkRun` is called before each commit, for what must not have changed; returns the last checkpoint, and whether it is at the end of the input.
 * Errors: failures of scope `run`, after all rows before them are committed; ABORTED after a stop; INPUT_CHANGED, or IO, when the input or a
 * file of the run was changed or removed meanwhile; RESULTS_DOUBTFUL if rows were lost or repeated.
 */
export async function processRows(
  options: RunOptions,
  around: RunSurroundings,
  prepared: PreparedRun,
  checkRun: () => Promise<void>,
  writers: ChunkWork['writers'],
  start: Start,
  progress: RunProgress,
): Promise<{ last: Checkpoint; isComplete: boolean }> {
  const { stop } = options;
  const { inputOffset, nextLine, counts } = start.checkpoint;
  const { share } = prepared;
  const file = await openData(around.fs, prepared, share?.to.offset);
  const checkFiles = async () => {
    await checkRun();
    await checkInPlace(around.fs, [...start.sinks.values(), start.journal]);
  };
  const onStop = () => pool?.stop();
  let processor: ChunkProcessor | undefined;
  let pool: OrderedPool<ChunkResult> | undefined;
  try {
    const size = await file.size();
    const begin = share?.from.offset ?? 0;
    Object.assign(progress, { phase: 'running', bytesTotal: size - begin, rowsAtStart: counts.rowsIn });
    showCommitted(progress, start.checkpoint, begin);

    const maxRows = (options.limitRows ?? Infinity) - counts.rowsIn;
    const onRows = (rows: number) => (progress.rowsProcessed += rows);
    const onOwnRow = () => {
      progress.rowsProcessed += 1;
      if (options.isSaturated?.() === false) pool?.look();
    };
    const ownOver = (service: RunOptions['service']) =>
      createOwnProcessor(
        ownWork({ ...options, service }, prepared, writers, progress, onOwnRow, around.nowMs),
      );
    const request = {
      order: writeOrder(options.job, prepared.layout),
      bytesLeft: size - inputOffset,
      resultsBefore: counts.results,
      rowsLeft: maxRows,
      onRows,
      ...(options.keptAnswers && { ownKept: ownOver(options.keptAnswers) }),
    };
    const own =
      (options.isElsewhere && options.wrapChunkProcessor
        ? undefined
        : await options.createChunkProcessor?.(request)) ?? ownOver(options.service);
    processor = own;
    if (options.wrapChunkProcessor) processor = await options.wrapChunkProcessor(own, request);
    const columnsCost = Math.ceil(prepared.columns.length / COLUMNS_OF_A_ROW);
    const window = chunkWindow(processor, options.openRows, columnsCost);
    pool = createPool(window.maxOpenCost, processor, options, around);
    stop?.addEventListener('abort', onStop);
    if (stop?.aborted) onStop();

    const cutter = createChunkCutter(prepared.layout, {
      offset: inputOffset,
      row: (share?.from.row ?? 1) + counts.rowsIn,
      line: nextLine,
      maxRows: maxRowsFor(prepared.columns.length),
    });
    const chunks = readChunks(file, cutter, {
      offset: inputOffset,
      blockBytes: options.chunkBytes ?? processor.chunkBytes ?? CHUNK_BYTES,
      blocksPerRead: blocksPerReadOf(processor),
      maxRows,
      wholeBatches: prepared.batches !== undefined,
    });
    const reading = pushChunks(
      counted(chunks, progress),
      timed(processor, prepared, options.onChunk),
      pool,
      window.costOf,
    );
    const last = await commitInOrder({
      pool,
      sinks: start.sinks,
      journal: start.journal,
      from: start.checkpoint,
      checkpointMs: options.checkpointMs ?? CHECKPOINT_MS,
      nowMs: around.nowMs,
      after: around.after,
      beforeCommit: checkFiles,
      onCommit: (checkpoint) => showCommitted(progress, checkpoint, begin),
    });
    const pushed = await reading;
    await checkFiles();
    if (stop?.aborted && last.inputOffset < size) throw stopped(last.counts.rowsIn);
    checkCounts(last, counts.rowsIn + pushed.rows, pushed.upTo ?? inputOffset);
    if (share) checkShare(share, last);
    return { last, isComplete: last.inputOffset >= size };
  } catch (error) {
    // Rows that are still to be read are not sent any more.
    pool?.stop();
    // The call of a batch that was not sent.
    throw stop?.aborted && isGeomillError(error, 'ABORTED') ? stopped(progress.rowsCommitted) : error;
  } finally {
    stop?.removeEventListener('abort', onStop);
    await Promise.all([file.close(), processor?.close()]);
  }
}

/** Counts the chunks that are read. */
async function* counted<C extends CutChunk>(
  chunks: AsyncIterable<C>,
  progress: RunProgress,
): AsyncGenerator<C> {
  for await (const chunk of chunks) {
    progress.rowsRead += chunk.frames.length;
    progress.bytesRead += chunk.bytes.length;
    yield chunk;
  }
}

function stopped(rows: number): GeomillError {
  return failure('ABORTED', 'run.stopped', { rows });
}

function createPool(
  maxOpenCost: number,
  { drainMs = Infinity }: ChunkProcessor,
  { heldCharacters = HELD_CHARACTERS, isSaturated }: RunOptions,
  around: RunSurroundings,
): OrderedPool<ChunkResult> {
  return createOrderedPool<ChunkResult>({
    maxOpenCost,
    maxHeldCharacters: heldCharacters,
    heldCharacters: ({ outputs }) => Object.values(outputs).reduce((sum, text) => sum + text.length, 0),
    isSaturated,
    drainMs: Math.min(drainMs, around.drainMs),
    after: around.after,
  });
}

function ownWork(
  { service, stop, stopsCalls, onChunk }: RunOptions,
  { layout, plans, columns }: PreparedRun,
  writers: ChunkWork['writers'],
  progress: RunProgress,
  onRow: () => void,
  nowMs: () => number,
): ChunkWork {
  const { batchesInWork } = progress;
  return {
    readRows: createRowReader(layout),
    origins: layout.origins,
    rowNumbers: layout.rowNumbers,
    plans,
    columnCount: columns.length,
    writers,
    service,
    context: stop && stopsCalls ? { signal: stop } : undefined,
    onRow,
    onBatch(key, state) {
      if (state === 'begun') batchesInWork.push(key);
      else {
        batchesInWork.splice(batchesInWork.indexOf(key), 1);
        progress.batchesDone += 1;
      }
    },
    nowMs: onChunk && !stopsCalls ? nowMs : undefined,
  };
}

/** Returns a processor that reports the time of each chunk. */
function timed(
  processor: ChunkProcessor,
  { layout: { rowNumbers } }: PreparedRun,
  onChunk: RunOptions['onChunk'],
): Pick<ChunkProcessor, 'process'> {
  if (!onChunk) return processor;
  return {
    async process(chunk) {
      const { firstRow, frames } = chunk;
      const rows = frames.length;
      const result = await processor.process(chunk);
      if (result.workMs !== undefined)
        onChunk({ row: rowNumbers?.[firstRow - 1] ?? firstRow, rows, ms: result.workMs });
      return result;
    },
  };
}

/** Checks that a share was read to its end, with all of its rows. Errors: RESULTS_DOUBTFUL when it was not. */
function checkShare({ from, to }: Share, { counts, inputOffset, nextLine }: Checkpoint): void {
  if (counts.rowsIn === to.row - from.row && inputOffset === to.offset && nextLine === to.line) return;
  const fact = message('run.shardNotRead', { first: from.row, last: to.row - 1, rows: counts.rowsIn });
  throw failure('RESULTS_DOUBTFUL', 'run.reportIt', { fact });
}

/** Checks that every row was committed once (promise 2). Errors: RESULTS_DOUBTFUL when a row was lost or repeated. */
function checkCounts({ counts, inputOffset }: Checkpoint, rowsRead: number, readUpTo: number): void {
  const { rowsIn, results, rejected } = counts;
  if (doAddUp(counts) && rowsIn === rowsRead && inputOffset === readUpTo) return;
  const fact = message('run.rowsDoNotAddUp', { read: rowsRead, committed: rowsIn, results, rejected });
  throw failure('RESULTS_DOUBTFUL', 'run.reportIt', { fact });
}

function showCommitted(progress: RunProgress, { inputOffset, counts }: Checkpoint, begin: number): void {
  progress.bytesCommitted = inputOffset - begin;
  progress.rowsCommitted = counts.rowsIn;
  progress.rowsRejected = counts.rejected;
  // A copy: the counts of the journal may go on.
  const [outcome] = Object.values(counts.stages);
  progress.outcome = outcome && { ...outcome };
}
