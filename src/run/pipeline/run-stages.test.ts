import { describe, expect, it } from 'vitest';
import { createGeoService } from '../../contract/service.ts';
import type { BatchStagePlan, StageRow } from '../stages/stage.ts';
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
