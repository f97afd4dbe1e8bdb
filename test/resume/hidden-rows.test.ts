import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkRun } from '../../src/run/pipeline/check-run.ts';
import { exportRun } from '../../src/run/pipeline/rerun/export-run.ts';
import { EARLIER_NAME, type Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import type { RunOptions } from '../../src/run/pipeline/spec.ts';
import { createMemoryRun, csvRows } from '../support/memory-run.ts';
import { PowerLoss } from '../support/memory-disk.ts';

const INPUT = `id,address\n${csvRows(12)}\n`;
const HIDDEN = ['csv.gz'];
const VISIBLE = ['csv', 'csv.gz'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-hidden-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A run on a disk in memory whose rows are hidden or not, by its outputs. */
function hiddenRun(seed = 0) {
  const { disk, run, job, inputPath, questions } = createMemoryRun(folder, seed);
  disk.put(inputPath, INPUT);
  const textOf = (name: string) => disk.get(join(folder, name)) ?? '';
  return {
    disk,
    inputPath,
    textOf,
    run: (outputs: readonly string[], more: Partial<RunOptions> = {}) =>
      run({ job: { ...job, outputs }, ...more }),
    convert: (...formats: string[]) => exportRun({ folder, formats, fs: disk.fs, onNote: () => undefined }),
    asked: () => questions.length,
    manifest: () => JSON.parse(textOf('manifest.json')) as Manifest,
    described: () =>
      (JSON.parse(textOf('datapackage.json')) as { resources: { path: string }[] }).resources.map(
        ({ path }) => path,
      ),
    names: () => disk.names().flatMap((name) => (name === inputPath ? [] : [name.slice(folder.length + 1)])),
    /** The hashes of all files of the folder that do not depend on the run before. */
    files: () =>
      Object.fromEntries(
        disk
          .names()
          .filter((name) => basename(name) !== EARLIER_NAME)
          .map((name) => [
            name.slice(folder.length + 1),
            createHash('sha256')
              .update(disk.bytes(name) ?? '')
              .digest('hex'),
          ]),
      ),
  };
}
type HiddenRun = ReturnType<typeof hiddenRun>;

/** Cuts the power before each operation of a step in turn, and calls back with the run after it; the number of operations. */
async function cutEverywhere(
  prepare: (made: HiddenRun) => Promise<unknown>,
  step: (made: HiddenRun) => Promise<unknown>,
  check: (made: HiddenRun, when: string) => Promise<void>,
): Promise<number> {
  const whole = hiddenRun();
  await prepare(whole);
  const before = whole.disk.operations();
  await step(whole);
  const operations = whole.disk.operations() - before;
  for (let at = 0; at <= operations; at += 1) {
    const made = hiddenRun(at);
    await prepare(made);
    const first = made.disk.operations();
    made.disk.intercept((operation) => {
      if (operation >= first + at) throw new PowerLoss('power loss');
    });
    await step(made).catch(() => undefined);
    made.disk.crash();
    await check(made, `after power loss at operation ${at} of ${operations}`);
  }
  return operations;
}

async function filesAfter(...steps: readonly ((made: HiddenRun) => Promise<unknown>)[]) {
  const made = hiddenRun();
  for (const step of steps) await step(made);
  return made.files();
}

describe('the rows that only other outputs are made from', () => {
  it('are a hidden file, which the manifest lists, and no result', async () => {
    const { run, names, manifest, described, textOf, disk } = hiddenRun();
    const { files } = await run(['xlsx', 'csv', 'csv.gz']);
    expect(Object.values(files).sort()).toEqual([
      'rejects.ndjson',
      'results.csv',
      'results.csv.gz',
      'results.xlsx',
    ]);
    expect(names().filter((name) => name.startsWith('.'))).toEqual(['.results.geojson']);
    expect(names()).not.toContain('results.geojson');
    expect(described().sort()).toEqual(Object.values(files).sort());
    expect(manifest().files.geojson).toMatchObject({ name: '.results.geojson', tailBytes: 4 });
    expect(JSON.parse(textOf('.results.geojson'))).toHaveProperty('features');
    await checkRun(folder, disk.fs);
    disk.put(join(folder, '.results.geojson'), 'edited');
    await expect(checkRun(folder, disk.fs)).rejects.toThrow(/\.results\.geojson was changed/);
  });

  it('have no file that is made of them described by it', async () => {
    const { run, textOf } = hiddenRun();
    await run(HIDDEN);
    expect(textOf('datapackage.json')).not.toContain('.results.csv"');
    expect(textOf('datapackage.json')).not.toContain('The same rows as');
  });

  it.each([
    ['visible', HIDDEN, VISIBLE],
    ['hidden', VISIBLE, HIDDEN],
  ])('are %s as the continued run wants it that was interrupted anywhere', async (_title, first, second) => {
    const wanted = await filesAfter((made) => made.run(second));
    // A run whose files are whole ends as it was begun, and what is visible then stays so.
    const kept = await filesAfter((made) => made.run(first));
    const found: string[] = [];
    await cutEverywhere(
      async () => undefined,
      (made) => made.run(first),
      async (made, when) => {
        const isNamed = made.names().some((name) => /^\.?results\.csv(\.gz)?$/.test(name));
        const before = made.asked();
        await made.run(second);
        if (isNamed) expect(made.asked(), when).toBe(before);
        const isKept = first === VISIBLE && !made.names().includes('.results.csv');
        found.push(isKept ? 'kept' : 'wanted');
        expect(made.files(), when).toEqual(isKept ? kept : wanted);
      },
    );
    expect(new Set(found)).toEqual(new Set(first === VISIBLE ? ['wanted', 'kept'] : ['wanted']));
  });

  it('become a result of a finished run that is asked for them, without a request, wherever it is stopped', async () => {
    const wanted = await filesAfter((made) => made.run(VISIBLE));
    const operations = await cutEverywhere(
      (made) => made.run(HIDDEN),
      (made) => made.run(VISIBLE),
      async (made, when) => {
        await checkRun(folder, made.disk.fs);
        const asked = made.asked();
        expect(await made.run(VISIBLE), when).toMatchObject({
          outcome: 'already_finished',
          files: { csv: 'results.csv' },
        });
        expect(made.files(), when).toEqual(wanted);
        // What is visible is not taken away: also a folder of a version that had every row file visible stays as it is.
        expect(await made.run(HIDDEN), when).toMatchObject({ outcome: 'already_finished' });
        expect(made.files(), when).toEqual(wanted);
        expect(made.asked(), when).toBe(asked);
      },
    );
    expect(operations).toBeGreaterThan(10);
  });

  it('stay hidden where a finished run is asked for another output that is made of them', async () => {
    const { run, names, asked, textOf, described } = hiddenRun();
    await run(['xlsx']);
    const before = [asked(), textOf('.results.geojson')];
    expect(await run(['parquet', 'geojson.gz'])).toMatchObject({ outcome: 'already_finished' });
    expect([asked(), textOf('.results.geojson')]).toEqual(before);
    expect(described().sort()).toEqual(
      ['rejects.ndjson', 'results.geojson.gz', 'results.parquet'].concat('results.xlsx'),
    );
    expect(names()).not.toContain('results.geojson');
  });

  it('are made a result by export, wherever it is stopped', async () => {
    const wanted = await filesAfter((made) => made.run(VISIBLE));
    await cutEverywhere(
      (made) => made.run(HIDDEN),
      (made) => made.convert('csv'),
      async (made, when) => {
        await checkRun(folder, made.disk.fs);
        expect(await made.convert('csv'), when).toEqual({ csv: 'results.csv' });
        expect(made.files(), when).toEqual(wanted);
      },
    );
  });

  it.each([
    ['visible', HIDDEN, VISIBLE],
    ['hidden', VISIBLE, HIDDEN],
  ])(
    'are %s in one file after rows were appended, wherever that is stopped',
    async (_title, first, second) => {
      const grow = ({ disk, inputPath }: HiddenRun) => disk.put(inputPath, `${INPUT}${csvRows(5, 12)}\n`);
      const wanted = await filesAfter(async (made) => {
        grow(made);
        await made.run(second);
      });
      await cutEverywhere(
        async (made) => {
          await made.run(first);
          grow(made);
        },
        (made) => made.run(second, { mode: 'append' }),
        async (made, when) => {
          const before = made.asked();
          await made.run(second, { mode: 'append' });
          // Of the appended rows alone.
          expect(made.asked() - before, when).toBeLessThanOrEqual(5);
          expect(Object.keys(made.files()), when).toEqual(Object.keys(wanted));
          for (const name of ['.results.csv', 'results.csv', 'results.csv.gz'])
            expect(made.files()[name], `${name} ${when}`).toBe(wanted[name]);
          await checkRun(folder, made.disk.fs);
        },
      );
    },
  );

  it('continue after the rows of a limit, whatever the outputs are then', async () => {
    const wanted = await filesAfter((made) => made.run(VISIBLE));
    const made = hiddenRun();
    await made.run(HIDDEN, { limitRows: 7 });
    await made.run(VISIBLE);
    expect(made.files()).toEqual(wanted);
    expect(made.asked()).toBe(await requestsOf(VISIBLE));
  });

  it('replace the visible file of the run before, unless somebody edited it', async () => {
    const replaced = hiddenRun();
    await replaced.run(VISIBLE);
    await replaced.run(HIDDEN, { mode: 'restart' });
    expect(replaced.names()).not.toContain('results.csv');
    expect(gunzipSync(replaced.disk.bytes(join(folder, 'results.csv.gz')) ?? '')).toEqual(
      replaced.disk.bytes(join(folder, '.results.csv')),
    );
    const edited = hiddenRun();
    await edited.run(VISIBLE);
    edited.disk.put(join(folder, 'results.csv'), 'edited');
    await edited.run(HIDDEN, { mode: 'restart' });
    expect(edited.textOf('results.csv')).toBe('edited');
  });

  it('leave a file with their visible name that the run before did not write, whatever its bytes', async () => {
    const { run, disk, textOf } = hiddenRun();
    await run(HIDDEN);
    const rows = disk.bytes(join(folder, '.results.csv')) ?? '';
    disk.put(join(folder, 'results.csv'), rows);
    await run(HIDDEN, { mode: 'restart' });
    expect(textOf('results.csv')).toBe(rows.toString());
  });

  it('are never an input that has their visible name', async () => {
    const { disk, run } = hiddenRun();
    const path = join(folder, 'results.csv');
    disk.put(path, INPUT);
    const input = { name: 'results', fileName: 'results.csv', path };
    await expect(run(HIDDEN, { input })).rejects.toThrow(/would overwrite its own input/);
    expect(disk.get(path)).toBe(INPUT);
  });
});

async function requestsOf(outputs: readonly string[]): Promise<number> {
  const made = hiddenRun();
  await made.run(outputs);
  return made.asked();
}
