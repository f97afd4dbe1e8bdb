import * as nodeFs from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LockCalls } from '../../src/base/files/lock.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import { osmAnswer, recordingService } from '../support/fake-service.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';

const ROWS = 400;
/** Turns of the event loop that a service takes for an answer. */
const TURNS = 20;
/** Rows of a chunk of 128 bytes, at most. */
const ROWS_OF_A_CHUNK = 12;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-window-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Begins a run over a slow service; `most` returns the most questions that waited for their answer at once. */
function begin(rows = ROWS) {
  let waiting = 0;
  let most = 0;
  const { service, questions } = recordingService({
    geocodeForward: {
      async osm() {
        waiting += 1;
        most = Math.max(most, waiting);
        for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
        waiting -= 1;
        return osmAnswer();
      },
    },
  });
  const made = createMemoryRun(folder, 1);
  made.disk.put(made.inputPath, Buffer.from(`id,address\n${csvRows(rows)}\n`));
  const run = (more: Partial<RunOptions>, calls?: LockCalls) =>
    made.run({ service, openRows: 100, ...more }, calls);
  return { run, questions, most: () => most };
}

describe('the rows in progress of a run', () => {
  it('are as many as its limit, and those of one chunk while the service is saturated', async () => {
    const free = begin();
    const { counts } = await free.run({});
    expect(free.most()).toBeGreaterThan(3 * ROWS_OF_A_CHUNK);
    const saturated = begin();
    const report = await saturated.run({ mode: 'restart', isSaturated: () => true });
    expect(saturated.most()).toBeGreaterThan(0);
    expect(saturated.most()).toBeLessThanOrEqual(ROWS_OF_A_CHUNK);
    expect(report.counts).toEqual(counts);
  });

  it('are the last that are sent after a commit has failed', async () => {
    // Many more than are sent until the failure is noticed.
    const rows = 10_000;
    const { run, questions } = begin(rows);
    const calls = {
      ...nodeFs,
      async open(...request: Parameters<typeof nodeFs.open>) {
        if (questions.length > 0) throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
        return nodeFs.open(...request);
      },
    } as unknown as LockCalls;
    await expect(run({}, calls)).rejects.toThrow('.lock');
    const asked = questions.length;
    expect(asked).toBeLessThan(rows / 2);
    for (let turn = 0; turn < 10 * TURNS; turn += 1) await setImmediate();
    expect(questions.length).toBe(asked);
  });
});
