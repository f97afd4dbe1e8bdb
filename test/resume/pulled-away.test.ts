import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';

const INPUT = `id,address\n${csvRows(60)}\n`;
const REWRITTEN = INPUT.replaceAll('Bến', 'Bễn');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-pulled-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A run; `act` is called once, when the results are synced for the third time. */
function meddled(act: (run: ReturnType<typeof createMemoryRun>) => void) {
  const run = createMemoryRun(folder, 1);
  run.disk.put(run.inputPath, INPUT);
  let syncs = 0;
  run.disk.intercept((_, what, path) => {
    if (what === 'sync' && path.endsWith('results.csv.part') && (syncs += 1) === 3) act(run);
  });
  return run;
}

async function whole(input: string) {
  const run = createMemoryRun(folder, 1);
  run.disk.put(run.inputPath, input);
  await run.run();
  return run.results();
}

describe('a file of the run that is taken away while it is written', () => {
  it.each(['.results.csv.part', '.results.geojson.part', '.rejects.ndjson.part', '.journal'])(
    'ends the run with its name, and the same command makes %s again',
    async (name) => {
      const path = join(folder, name);
      for (const act of ['removed', 'replaced'] as const) {
        const run = meddled(({ disk }) => (act === 'removed' ? disk.drop(path) : disk.put(path, 'other')));
        await expect(run.run()).rejects.toMatchObject({
          code: 'IO',
          message: expect.stringMatching(new RegExp(`${path} was ${act}`)) as string,
        });
        run.disk.intercept(() => undefined);
        await run.run();
        expect(run.results()).toEqual(await whole(INPUT));
      }
    },
  );

  it('is noticed in the last moment too', async () => {
    const run = createMemoryRun(folder, 1);
    run.disk.put(run.inputPath, INPUT);
    run.disk.intercept((_, what, path) => {
      if (what === 'rename' && path.endsWith('.results.csv.part'))
        run.disk.drop(join(folder, '.results.geojson.part'));
    });
    await expect(run.run()).rejects.toMatchObject({
      code: 'IO',
      message: expect.stringContaining('.results.geojson.part was removed') as string,
    });
    run.disk.intercept(() => undefined);
    await run.run();
    expect(run.results()).toEqual(await whole(INPUT));
  });
});

describe('an input that changes while it is read', () => {
  it.each([
    ['was cut', INPUT.slice(0, 900)],
    ['has grown', `${INPUT}61,more\n`],
    ['was changed or replaced', REWRITTEN],
  ])('ends the run: it %s', async (what, text) => {
    const run = meddled(({ disk, inputPath }) => disk.put(inputPath, text));
    await expect(run.run()).rejects.toMatchObject({
      code: 'INPUT_CHANGED',
      message: expect.stringContaining(`${run.inputPath} ${what}`) as string,
    });
    expect(run.disk.names().filter((name) => name.endsWith('manifest.json'))).toEqual([]);
    // What was committed came from the first input.
    run.disk.intercept(() => undefined);
    run.disk.put(run.inputPath, INPUT);
    await run.run();
    expect(run.results()).toEqual(await whole(INPUT));
  });

  it('ends the run when it was removed, and goes on when only its times changed', async () => {
    const gone = meddled(({ disk, inputPath }) => disk.drop(inputPath));
    await expect(gone.run()).rejects.toMatchObject({ code: 'INPUT_CHANGED' });
    const touched = meddled(({ disk, inputPath }) => disk.put(inputPath, INPUT));
    expect((await touched.run()).outcome).toBe('finished');
    expect(touched.results()).toEqual(await whole(INPUT));
  });
});
