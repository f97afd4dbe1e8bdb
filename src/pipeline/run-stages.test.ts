import { describe, expect, it } from 'vitest';
import { createGeoService } from '../contract/service.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import type { BatchStagePlan, RowStagePlan, StageRow } from '../stages/stage.ts';
import type { ChunkWork } from './chunk-work.ts';
import { emptyCounts } from './run-counts.ts';
import { runStages } from './run-stages.ts';

/** A chunk of two batches, `a` of two rows and `b` of one, in which `runBatch` is what a test says. */
function chunkOf(runBatch: BatchStagePlan['runBatch'], onRow = () => undefined as void) {
  const plan: BatchStagePlan = {
    columns: [],
    givesPosition: false,
    findings: [],
    batchOf: ([key]) => String(key),
    runBatch,
    questions: () => [],
  };
  const work: ChunkWork = {
    readRows: () => [],
    origins: undefined,
    rowNumbers: undefined,
    plans: [{ prefix: 'tours', plan, outputs: [] }],
    columnCount: 3,
    writers: new Map(),
    service: createGeoService({}),
    onRow,
  };
  const rows = ['a', 'b', 'a'].map((key) => ({ frame: { start: 0, end: 0, line: 0 }, cells: [key] }));
  return runStages(rows, [4, 5, 6], work, emptyCounts(['tours']));
}

const allOk = (rows: readonly StageRow[]) => ({
  rows: rows.map(() => ({ status: 'ok' as const })),
  lines: {},
});

describe('batches of a chunk', () => {
  it('count in the progress as each of them is done', async () => {
    let counted = 0;
    let release = () => undefined as void;
    const running = chunkOf(
      async (key, rows) => {
        if (key === 'b') await new Promise<void>((resolve) => (release = resolve));
        return allOk(rows);
      },
      () => void (counted += 1),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(counted).toBe(2);
    release();
    await running;
    expect(counted).toBe(3);
  });

  it('know the numbers of their rows in the input', async () => {
    const seen: Record<string, unknown> = {};
    await chunkOf(async (key, rows) => {
      seen[key] = rows.map(({ number }) => number);
      return allOk(rows);
    });
    expect(seen).toEqual({ a: [4, 6], b: [5] });
  });
});

describe('rows of a chunk', () => {
  it.each([
    [undefined, 5],
    [2, 2],
  ])('with rowsAtOnce %s: at most %s are in progress', async (rowsAtOnce, most) => {
    let open = 0;
    let mostOpen = 0;
    const order: number[] = [];
    const plan: RowStagePlan = {
      columns: [],
      givesPosition: false,
      findings: [],
      async run({ number = 0 }) {
        open += 1;
        mostOpen = Math.max(mostOpen, open);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(number);
        open -= 1;
        return { status: 'ok' };
      },
      questions: () => [],
    };
    const work: ChunkWork = {
      readRows: () => [],
      origins: undefined,
      rowNumbers: undefined,
      plans: [{ prefix: 'points', plan, outputs: [] }],
      columnCount: 3,
      writers: new Map(),
      service: createGeoService({}),
      ...(rowsAtOnce === undefined ? {} : { rowsAtOnce }),
    };
    const rows = Array.from({ length: 5 }, (_, at) => ({
      frame: { start: 0, end: 0, line: 0 },
      cells: [String(at)],
    }));
    const counts = emptyCounts(['points']);
    const staged = await runStages(rows, [1, 2, 3, 4, 5], work, counts);
    expect(mostOpen).toBe(most);
    expect(order).toEqual([1, 2, 3, 4, 5]);
    expect(staged.rows.map(({ values }) => values[0])).toEqual(['0', '1', '2', '3', '4']);
    expect(counts.stages.points?.ok).toBe(5);
  });

  it('end before the first one that is not sent, when a run is being stopped', async () => {
    const stop = new AbortController();
    const plan: RowStagePlan = {
      columns: [],
      givesPosition: false,
      findings: [],
      async run({ number = 0 }) {
        if (number < 4) return { status: 'ok' };
        stop.abort();
        throw new GeomillError('ABORTED', 'stopped');
      },
      questions: () => [],
    };
    const rows = ['a', 'b', 'c', 'd', 'e'].map((cell) => ({
      frame: { start: 0, end: 0, line: 0 },
      cells: [cell],
    }));
    const work: ChunkWork = {
      readRows: () => [],
      origins: undefined,
      rowNumbers: undefined,
      plans: [{ prefix: 'points', plan, outputs: [] }],
      columnCount: 3,
      writers: new Map(),
      service: createGeoService({}),
      context: { signal: stop.signal },
      rowsAtOnce: 2,
    };
    const staged = await runStages(rows, [1, 2, 3, 4, 5], work, emptyCounts(['points']));
    expect(staged.stoppedAt).toBe(3);
    expect(staged.rows).toHaveLength(3);
  });
});
