import { GeomillError } from '../errors/geomill-error.ts';
import { createChunkCutter } from '../formats/chunk-cutter.ts';
import { createRowReader } from '../formats/read-rows.ts';
import { readChunks } from './chunk-reader.ts';
import { commitInOrder } from './commit-loop.ts';
import type { DurableFs } from './durable-fs.ts';
import type { Checkpoint } from './journal-lines.ts';
import { createOrderedPool } from './ordered-pool.ts';
import type { PreparedRun } from './prepare.ts';
import { processChunk, type ChunkResult, type ChunkWork } from './process-chunk.ts';
import type { RunOptions, RunProgress } from './spec.ts';
import type { Start } from './start.ts';

/** Larger chunks make texts that live in V8's space for large objects: measured, 250 MB in place of 190, and no faster. */
const CHUNK_BYTES = 16 << 10;
const CHECKPOINT_MS = 250;
const MAX_HELD_CHARACTERS = 16 << 20;

/** Holds what a run takes from its surroundings; replaced in tests. */
export interface RunSurroundings {
  fs: DurableFs;
  /** Monotonic; ms. */
  nowMs: () => number;
  drainMs: number;
}

/**
 * Reads, answers and commits the rows after the start.
 *
 * Shape: the last checkpoint, and whether it is at the end of the input.
 * Errors: failures of scope `run`, after all in front of them is committed; ABORTED after a stop; INTERNAL when rows do not add up.
 */
export async function answerRows(
  options: RunOptions,
  around: RunSurroundings,
  prepared: PreparedRun,
  writers: readonly { encode: ChunkWork['encoders'][number] }[],
  start: Start,
  progress: RunProgress,
): Promise<{ last: Checkpoint; isComplete: boolean }> {
  const { stop, limitRows } = options;
  const { inputOffset, nextLine, counts } = start.checkpoint;
  const pool = createOrderedPool<ChunkResult>({
    maxOpenCost: options.openRows,
    maxHeldCharacters: MAX_HELD_CHARACTERS,
    heldCharacters: ({ outputs, rejects }) =>
      outputs.reduce((sum, text) => sum + text.length, rejects.length),
    drainMs: around.drainMs,
  });
  const work: ChunkWork = {
    readRows: createRowReader(prepared.layout),
    plans: prepared.plans,
    columnCount: prepared.columns.length,
    encoders: writers.map((writer) => (rows) => writer.encode(rows)),
    service: options.service,
    onRow: () => {
      progress.rowsProcessed += 1;
    },
  };
  const file = await around.fs.openRead(prepared.dataPath);
  const size = await file.size();
  Object.assign(progress, { phase: 'running', bytesTotal: size });
  showCommitted(progress, start.checkpoint);

  let rowsRead = counts.rowsIn;
  let readUpTo = inputOffset;
  async function read(): Promise<void> {
    const cutter = createChunkCutter(prepared.layout, {
      offset: inputOffset,
      row: counts.rowsIn + 1,
      line: nextLine,
    });
    const maxRows = limitRows === undefined ? {} : { maxRows: limitRows - counts.rowsIn };
    const blockBytes = options.chunkBytes ?? CHUNK_BYTES;
    for await (const chunk of readChunks(file, cutter, { offset: inputOffset, blockBytes, ...maxRows })) {
      if (!(await pool.push(chunk.frames.length, () => processChunk(chunk, work)))) return;
      rowsRead += chunk.frames.length;
      readUpTo = chunk.endOffset;
    }
    pool.end();
  }

  const onStop = () => pool.stop();
  stop?.addEventListener('abort', onStop);
  if (stop?.aborted) onStop();
  try {
    const reading = read().catch((error: unknown) => pool.fail(error));
    const last = await commitInOrder({
      pool,
      sinks: start.sinks,
      journal: start.journal,
      from: start.checkpoint,
      checkpointMs: options.checkpointMs ?? CHECKPOINT_MS,
      nowMs: around.nowMs,
      onCommit: (checkpoint) => showCommitted(progress, checkpoint),
    });
    await reading;
    if (stop?.aborted && last.inputOffset < size) {
      throw new GeomillError(
        'ABORTED',
        `stopped after row ${last.counts.rowsIn}: the same command goes on from there`,
      );
    }
    checkCounts(last, rowsRead, readUpTo);
    return { last, isComplete: last.inputOffset >= size };
  } catch (error) {
    await Promise.allSettled([...start.sinks.map((sink) => sink.close()), start.journal.close()]);
    throw error;
  } finally {
    stop?.removeEventListener('abort', onStop);
    await file.close();
  }
}

/** Checks promise 2. Errors: INTERNAL when a row was lost or doubled. */
function checkCounts({ counts, inputOffset }: Checkpoint, rowsRead: number, readUpTo: number): void {
  const { rowsIn, results, rejected } = counts;
  if (rowsIn === results + rejected && rowsIn === rowsRead && inputOffset === readUpTo) return;
  throw new GeomillError(
    'INTERNAL',
    `rows do not add up: ${rowsRead} read, ${rowsIn} committed, ${results} results and ${rejected} rejected. Please report this; nothing was put in place`,
  );
}

function showCommitted(progress: RunProgress, { inputOffset, counts }: Checkpoint): void {
  progress.bytesCommitted = inputOffset;
  progress.rowsCommitted = counts.rowsIn;
  progress.rowsRejected = counts.rejected;
}
