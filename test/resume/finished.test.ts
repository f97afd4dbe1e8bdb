import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRun } from '../../src/run/pipeline/check-run.ts';
import { compareQuickly } from '../../src/run/pipeline/journal/marks.ts';
import { PowerLoss } from '../support/memory-disk.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';

const INPUT = `id,address\n${csvRows(30)}\n`;
const RESULTS = ['results.csv', 'results.geojson', 'rejects.ndjson'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-finished-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function finished() {
  const run = createMemoryRun(folder, 1);
  run.disk.put(run.inputPath, INPUT);
  await run.run();
  return run;
}

/** Changes one bit; the file keeps its length. */
function edit({ disk }: Awaited<ReturnType<typeof finished>>, name: string, bit: number): void {
  const path = join(folder, name);
  const bytes = Buffer.from(disk.bytes(path) ?? '');
  const at = Math.floor(bit / 8) % bytes.length;
  bytes[at] = (bytes[at] as number) ^ (1 << (bit & 7));
  disk.put(path, bytes);
}

describe('a finished run', () => {
  it.each(RESULTS)('notices an edited %s of the same length, and makes it again', async (name) => {
    const run = await finished();
    const before = run.results();
    edit(run, name, 800);
    await expect(checkRun(folder, run.disk.fs)).rejects.toMatchObject({
      code: 'RESULTS_CHANGED',
      message: expect.stringContaining(`${name} was changed`) as string,
    });
    const notes: string[] = [];
    expect((await run.run({ onNote: (note) => notes.push(note) })).outcome).toBe('finished');
    expect(notes.join('\n')).toContain(`${name} was changed`);
    expect(run.results()).toEqual(before);
    expect((await checkRun(folder, run.disk.fs)).counts.rowsIn).toBe(30);
  });

  it('reads no result while nothing was changed since', async () => {
    const run = await finished();
    const opened: string[] = [];
    run.disk.intercept((_, what, path) => void (what === 'open' && opened.push(path)));
    expect((await run.run()).outcome).toBe('already_finished');
    expect(opened.filter((path) => RESULTS.some((name) => path.endsWith(name)))).toEqual([]);
  });

  it('is never extended after one of its bytes was changed', async () => {
    const whole = createMemoryRun(folder, 1);
    const grown = `${INPUT}${csvRows(10, 30)}\n`;
    whole.disk.put(whole.inputPath, grown);
    await whole.run();
    for (const name of RESULTS) {
      const run = await finished();
      edit(run, name, 333);
      run.disk.put(run.inputPath, grown);
      await run.run({ mode: 'append' });
      expect(run.results(), name).toEqual(whole.results());
    }
  });

  it('that is extended is extended still after a power cut, without a request for its rows', async () => {
    const run = await finished();
    run.disk.put(run.inputPath, `${INPUT}${csvRows(10, 30)}\n`);
    // The power is cut when the copies of the results are made and the first line of the journal is durable.
    const journal = join(folder, '.journal');
    let hasJournal = false;
    run.disk.intercept((_, what, path) => {
      if (hasJournal && what === 'open' && path.endsWith('.part')) throw new PowerLoss();
      if (what === 'sync folder' && run.disk.get(journal) !== undefined) hasJournal = true;
    });
    await expect(run.run({ mode: 'append' })).rejects.toThrow(PowerLoss);
    expect(hasJournal).toBe(true);
    run.disk.crash();
    run.questions.length = 0;
    const notes: string[] = [];
    await run.run({ mode: 'append', onNote: (note) => notes.push(note) });
    expect(notes).toContain('going on after row 30');
    expect(run.questions.length).toBeLessThanOrEqual(10);
  });

  it('notices an edited file whose time of modification was set back', async () => {
    const run = await finished();
    const path = join(folder, 'results.csv');
    const { fs } = run.disk;
    const mark = (
      JSON.parse(run.disk.get(join(folder, 'manifest.json')) ?? '') as {
        files: Record<string, { bytes: number; sha256: string }>;
      }
    ).files.csv;
    edit(run, 'results.csv', 800);
    const setBack = {
      ...fs,
      stat: async (at: string) => {
        const state = await fs.stat(at);
        return state && at === path ? { ...state, modifiedNs: 0n } : state;
      },
    };
    const manifest = await fs.stat(join(folder, 'manifest.json'));
    expect(await compareQuickly(setBack, path, mark, manifest)).toBe('changed');
  });

  it('is durable when it ends, and its journal is not', async () => {
    const { disk } = await finished();
    for (const name of [...RESULTS, 'manifest.json'])
      expect(disk.durable(join(folder, name)), name).toEqual(disk.bytes(join(folder, name)));
    expect(disk.durable(join(folder, '.journal'))).toBeUndefined();
  });
});

describe('checkRun', () => {
  it('says that a run is not finished, or that there is none', async () => {
    const run = createMemoryRun(folder, 1);
    run.disk.put(run.inputPath, INPUT);
    await expect(checkRun(folder, run.disk.fs)).rejects.toMatchObject({
      message: expect.stringContaining('holds no run') as string,
    });
    run.disk.intercept((operation) => {
      if (operation > 60) throw new Error('stop');
    });
    await run.run().catch(() => undefined);
    run.disk.intercept(() => undefined);
    await expect(checkRun(folder, run.disk.fs)).rejects.toMatchObject({
      code: 'RESULTS_CHANGED',
      message: expect.stringMatching(/not finished: \d+ rows are committed/) as string,
    });
  });
});
