import { failure } from '../../base/errors/geomill-error.ts';
import { SYSTEM_CLOCK, type Clock } from '../../base/files/clock.ts';
import type { Checkpoint } from './journal/journal-lines.ts';
import type { Journal } from './journal/journal.ts';
import type { OutputMark } from './journal/marks.ts';
import type { OrderedPool } from './ordered-pool.ts';
import type { ChunkResult } from './process-chunk.ts';
import { addCounts } from './run-counts.ts';
import type { FileText, Sink } from './outputs/sink.ts';

/** Bytes that may wait for the next commit. */
const MAX_PENDING_BYTES = 8 << 20;

/** The arguments of {@link commitInOrder}. */
export interface CommitOptions {
  pool: OrderedPool<ChunkResult>;
  /** By the name of the output. */
  sinks: ReadonlyMap<string, Sink>;
  journal: Pick<Journal, 'checkpoint'>;
  from: Checkpoint;
  /** Time between two commits; ms. A quarter of a second costs at most 3 %, and no more than that is done again after a crash. */
  checkpointMs: number;
  nowMs: () => number;
  /** Absent: as {@link SYSTEM_CLOCK}. */
  after?: Clock['after'];
  /** Called before each commit; what it throws prevents the commit and ends the run. */
  beforeCommit: () => Promise<void>;
  onCommit: (checkpoint: Checkpoint) => void;
}

/**
 * Commits the results of chunks in order: outputs appended and synced, then one journal line, synced.
 *
 * Shape: returns the last checkpoint.
 * Errors: the failure of the pool, after everything before it is committed; IO of the commit itself, and those of `beforeCommit`, at once.
 * Guarantee: a journal line is written only after the bytes that it covers are durable.
 */
export async function commitInOrder(options: CommitOptions): Promise<Checkpoint> {
  const { pool, sinks, journal, checkpointMs, nowMs, after = SYSTEM_CLOCK.after } = options;
  const counts = structuredClone(options.from.counts);
  let { inputOffset, nextLine } = options.from;
  let last = options.from;
  let committedAt = nowMs();
  let isDirty = false;

  function take(result: ChunkResult): void {
    addToSinks(sinks, result);
    result.release?.();
    addCounts(counts, result.counts);
    inputOffset = result.endOffset;
    nextLine = result.nextLine;
    isDirty = true;
  }

  async function commit(): Promise<void> {
    if (isDirty) {
      await options.beforeCommit();
      await Promise.all(Array.from(sinks.values(), (sink) => sink.flush()));
      last = {
        inputOffset,
        nextLine,
        marks: marksOf(sinks),
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
    const result = isDirty ? await within(next, dueMs, after) : { value: await next };
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
    if (result.value.result.isCut) {
      await commit();
      return last;
    }
    next = settled(pool.next());
    let pendingBytes = 0;
    for (const sink of sinks.values()) pendingBytes += sink.pendingBytes();
    if (nowMs() - committedAt >= checkpointMs || pendingBytes >= MAX_PENDING_BYTES) await commit();
  }
}

/** Returns the marks of sinks by output name. */
function marksOf(sinks: ReadonlyMap<string, Sink>): Record<string, OutputMark> {
  return Object.fromEntries(Array.from(sinks, ([name, sink]) => [name, sink.mark()]));
}

/** Adds the text of a chunk to the sinks by output name. Errors: INTERNAL unless each sink has its text and each text its sink. */
export function addToSinks(
  sinks: ReadonlyMap<string, Sink>,
  { outputs }: Pick<ChunkResult, 'outputs'>,
): void {
  const names = Object.keys(outputs);
  const missing =
    names.find((name) => !sinks.has(name)) ?? [...sinks.keys()].find((name) => !Object.hasOwn(outputs, name));
  if (missing !== undefined) throw failure('INTERNAL', 'run.outputWithoutSink', { output: missing });
  for (const name of names) sinks.get(name)?.add(outputs[name] as FileText);
}

type Settled =
  { state: 'result'; result: ChunkResult } | { state: 'ended' } | { state: 'failed'; error: unknown };

/** Converts a failure to a value: nothing awaits the next result during a commit, and Node would report an unhandled rejection. */
function settled(next: Promise<ChunkResult | undefined>): Promise<Settled> {
  return next.then(
    (result) => (result ? { state: 'result', result } : { state: 'ended' }),
    (error: unknown) => ({ state: 'failed', error }),
  );
}

async function within(
  next: Promise<Settled>,
  ms: number,
  after: Clock['after'],
): Promise<{ value: Settled } | 'late'> {
  let cancel = () => undefined as void;
  const late = new Promise<'late'>((resolve) => {
    cancel = after(Math.max(0, ms), () => resolve('late'));
  });
  try {
    return await Promise.race([next.then((value) => ({ value })), late]);
  } finally {
    cancel();
  }
}
