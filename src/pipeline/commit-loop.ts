import type { Checkpoint } from './journal-lines.ts';
import type { Journal } from './journal.ts';
import type { OrderedPool } from './ordered-pool.ts';
import type { ChunkResult } from './process-chunk.ts';
import { addCounts } from './run-counts.ts';
import type { Sink } from './sink.ts';

/** Bounds how much may wait for the next commit, in bytes. */
const MAX_PENDING_BYTES = 8 << 20;

/** Holds what {@link commitInOrder} needs. */
export interface CommitOptions {
  pool: OrderedPool<ChunkResult>;
  sinks: readonly Sink[];
  journal: Journal;
  from: Checkpoint;
  /** Time between two commits; ms. A quarter of a second costs at most 3 %, and no more than that is done again after a crash. */
  checkpointMs: number;
  nowMs: () => number;
  onCommit: (checkpoint: Checkpoint) => void;
}

/**
 * Takes the results of chunks in order and commits them: outputs appended and synced, then one journal line, synced.
 *
 * Shape: the last checkpoint.
 * Errors: the failure of the pool, after everything in front of it has been committed; IO of the commit itself at once.
 * Guarantee: a journal line is written only after the bytes it speaks of are durable.
 */
export async function commitInOrder(options: CommitOptions): Promise<Checkpoint> {
  const { pool, sinks, journal, checkpointMs, nowMs } = options;
  const counts = structuredClone(options.from.counts);
  let { inputOffset, nextLine } = options.from;
  let last = options.from;
  let committedAt = nowMs();
  let isDirty = false;

  function take(result: ChunkResult): void {
    result.outputs.forEach((bytes, at) => sinks[at]?.add(bytes));
    sinks.at(-1)?.add(result.rejects);
    result.release?.();
    addCounts(counts, result.counts);
    inputOffset = result.endOffset;
    nextLine = result.nextLine;
    isDirty = true;
  }

  async function commit(): Promise<void> {
    if (isDirty) {
      await Promise.all(sinks.map((sink) => sink.flush()));
      last = {
        inputOffset,
        nextLine,
        marks: sinks.map((sink) => sink.mark()),
        counts: structuredClone(counts),
      };
      await journal.checkpoint(last);
      isDirty = false;
      options.onCommit(last);
    }
    committedAt = nowMs();
  }

  let next = settled(pool.next());
  for (;;) {
    const dueMs = committedAt + checkpointMs - nowMs();
    const result = isDirty ? await within(next, dueMs) : { value: await next };
    if (result === 'late') {
      await commit();
      continue;
    }
    if (result.value.state !== 'result') {
      await commit();
      if (result.value.state === 'failed') throw result.value.error;
      return last;
    }
    take(result.value.result);
    next = settled(pool.next());
    const pendingBytes = sinks.reduce((sum, sink) => sum + sink.pendingBytes(), 0);
    if (nowMs() - committedAt >= checkpointMs || pendingBytes >= MAX_PENDING_BYTES) await commit();
  }
}

type Settled =
  { state: 'result'; result: ChunkResult } | { state: 'ended' } | { state: 'failed'; error: unknown };

/** Turns a failure into a value: while a commit goes on nobody waits for the next result. */
function settled(next: Promise<ChunkResult | undefined>): Promise<Settled> {
  return next.then(
    (result) => (result ? { state: 'result', result } : { state: 'ended' }),
    (error: unknown) => ({ state: 'failed', error }),
  );
}

async function within(next: Promise<Settled>, ms: number): Promise<{ value: Settled } | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), Math.max(0, ms));
  });
  try {
    return await Promise.race([next.then((value) => ({ value })), late]);
  } finally {
    clearTimeout(timer);
  }
}
