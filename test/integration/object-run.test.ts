import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { geomill as builtGeomill } from '../support/geomill-process.ts';
import { geomill } from './cli-harness.ts';
import { effort } from '../support/effort.ts';
import { ofTheDay } from '../support/of-the-day.ts';
import { s3Variables, useS3 } from '../support/use-s3.ts';
import type { S3Fault } from '../support/s3-server.ts';
import { useTemporaryFolders } from '../support/temporary-folders.ts';

const server = useS3();
const makeFolder = useTemporaryFolders('object-run');

const csv = (rows: number, note = 'a, b') =>
  `id,lat,lon,note\n${Array.from({ length: rows }, (_, at) => `${at},${10.7 + (at % 900) / 1e4},${106.6 + (at % 700) / 1e4},"${note}"`).join('\n')}\n`;
/** Some of these rows fill a part of 8 MiB. */
const LONG_NOTE = 'ghi chú, '.repeat(400);
const INPUT = 's3://bucket/in/points.csv';
const OUTPUT = 's3://bucket/out';
const COMMAND = ['run', 'forcode', '--input', INPUT, '--output', OUTPUT, '--workers', '1'];
/** The files whose bytes depend on the input only. */
const SAME = /^(?!activity\.ndjson|earlier\.json|report\.html)[^.]/;

/** A folder for the cache of a machine, and commands that use it. */
function machine() {
  const cache = join(makeFolder(), 'cache');
  const run = (...args: string[]) =>
    geomill([...COMMAND, '--no-report', ...args], {
      GEOMILL_CACHE: cache,
    });
  const command = (...args: string[]) => geomill(args, { GEOMILL_CACHE: cache });
  return { cache, run, command };
}

const localRuns = new Map<string, Promise<Record<string, string>>>();

/** What one run on this machine writes; it is made once for each input. */
function localRun(text: string): Promise<Record<string, string>> {
  const known = localRuns.get(text) ?? runHere(text);
  localRuns.set(text, known);
  return known;
}

/** Runs a job on this machine. Shape: with `isBuilt` by the built command line, whose version is in the manifest. */
async function runHere(text: string, isBuilt = false): Promise<Record<string, string>> {
  const folder = makeFolder();
  const input = join(folder, 'points.csv');
  writeFileSync(input, text);
  const output = join(folder, 'out');
  const args = ['run', 'forcode', '--input', input, '--output', output, '--workers', '1', '--no-report'];
  const { stderr, ...ended } = await (isBuilt ? builtGeomill(args) : geomill(args));
  expect('code' in ended ? ended.code : ended.exitCode, stderr).toBe(0);
  return Object.fromEntries(
    readdirSync(output)
      .filter((name) => SAME.test(name))
      .map((name) => [name, readFileSync(join(output, name), 'utf8')]),
  );
}

/** The objects below the prefix that do not depend on the time. */
function written(): Record<string, string> {
  return Object.fromEntries(
    [...server().objects.keys()]
      .filter((key) => key.startsWith('out/') && SAME.test(key.slice(4)))
      .map((key) => [key.slice(4), server().text(key) ?? '']),
  );
}

const requested = () =>
  server()
    .requests.splice(0)
    .map(({ operation, key }) => `${operation} ${key}`);

/** Several runs in one test; alone a few seconds. */
const SEVERAL_RUNS_MS = 180_000;

describe('a run from and to an object store', () => {
  it(
    'writes the bytes of a run over files, the manifest last, and has nothing to do afterwards',
    async () => {
      server().put('in/points.csv', csv(50));
      const { run, cache, command } = machine();
      const { exitCode, stdout } = await run();
      expect(exitCode).toBe(0);
      expect(stdout).toContain('s3://bucket/out/points.csv');
      expect(written()).toEqual(await localRun(csv(50)));
      expect(
        requested()
          .filter((each) => each.startsWith('PUT'))
          .at(-1),
      ).toBe('PUT out/manifest.json');
      // The copy of the input remains, the work folder does not.
      expect(
        readdirSync(join(cache, 'runs')).flatMap((name) => readdirSync(join(cache, 'runs', name))),
      ).toEqual([]);
      expect((await run()).stdout).toContain('already finished');
      expect((await machine().run()).stdout).toContain('already finished');
      expect(requested().filter((each) => /^(PUT|POST|DELETE)/.test(each))).toEqual([]);
      expect((await command('check', OUTPUT)).exitCode).toBe(0);
      server().put('out/points.csv', 'edited');
      expect(await command('check', OUTPUT)).toMatchObject({ exitCode: 65 });
    },
    SEVERAL_RUNS_MS,
  );

  it(
    'writes the report with the results',
    async () => {
      server().put('in/points.csv', csv(5));
      const { exitCode, stdout } = await machine().command(...COMMAND);
      expect([exitCode, stdout]).toEqual([0, expect.stringContaining('s3://bucket/out/report.html')]);
      expect([...server().objects.keys()]).toEqual(
        expect.arrayContaining(['out/report.html', 'out/activity.ndjson']),
      );
      // The record names the input as it was given.
      expect(server().text('out/activity.ndjson')).toContain(`"input":"${INPUT}"`);
    },
    SEVERAL_RUNS_MS,
  );

  it(
    'adds rows on another machine, and replaces what it has seen',
    async () => {
      server().put('in/points.csv', csv(50));
      await machine().run();
      server().put('in/points.csv', csv(80));
      expect(await machine().run()).toMatchObject({ exitCode: 65 });
      requested();
      expect(await machine().run('--append')).toMatchObject({ exitCode: 0 });
      expect(written()).toEqual(await localRun(csv(80)));
      const changes = requested().filter((each) => /^(PUT|DELETE)/.test(each));
      expect(changes[0]).toBe('DELETE out/manifest.json');
      expect(changes.at(-1)).toBe('PUT out/manifest.json');
      server().put('in/points.csv', csv(20));
      expect(await machine().run('--restart')).toMatchObject({ exitCode: 0 });
      expect(written()).toEqual(await localRun(csv(20)));
    },
    SEVERAL_RUNS_MS,
  );

  it(
    'writes hidden rows, which other machines read, and removes them when they become a result',
    async () => {
      server().put('in/points.csv', csv(20));
      const rows = () =>
        [...server().objects.keys()].filter((key) => /^out\/\.?points\./.test(key)).toSorted();
      const { exitCode, stdout } = await machine().run('--set', 'outputs=csv.gz');
      expect(exitCode).toBe(0);
      expect(stdout).toContain('s3://bucket/out/points.csv.gz');
      expect(stdout).not.toContain('points.csv\n');
      expect(rows()).toEqual(['out/.points.csv', 'out/points.csv.gz']);
      expect(await machine().command('check', OUTPUT)).toMatchObject({ exitCode: 0 });
      const asked = await machine().run('--set', 'outputs=csv,csv.gz');
      expect(asked.stdout).toContain('already finished');
      expect(rows()).toEqual(['out/points.csv', 'out/points.csv.gz']);
      expect(await machine().command('check', OUTPUT)).toMatchObject({ exitCode: 0 });
      server().put('in/points.csv', csv(30));
      expect(await machine().run('--append', '--set', 'outputs=csv.gz')).toMatchObject({ exitCode: 0 });
      expect(rows()).toEqual(['out/.points.csv', 'out/points.csv.gz']);
      expect(server().text('out/.points.csv')).toBe((await localRun(csv(30)))['points.csv']);
    },
    SEVERAL_RUNS_MS,
  );

  it('copies no file of a manifest whose name is that of another record', async () => {
    server().put('in/points.csv', csv(5));
    await machine().run('--set', 'outputs=csv.gz');
    const { check, ...manifest } = JSON.parse(server().text('out/manifest.json') ?? '') as {
      check: string;
      files: Record<string, { name: string }>;
    };
    manifest.files.csv!.name = '.journal';
    const other = createHash('sha256').update(JSON.stringify(manifest)).digest('hex');
    expect(other).not.toBe(check);
    server().put('out/manifest.json', JSON.stringify({ ...manifest, check: other }));
    const { exitCode, stderr } = await machine().command('check', OUTPUT);
    expect([exitCode, stderr]).toEqual([65, expect.stringContaining('names the file ".journal"')]);
  });

  it.each<[string, S3Fault]>([
    ['503', { status: 503, code: 'SlowDown' }],
    ['a lost reply', 'lost'],
    ...effort<[string, S3Fault][]>(
      [],
      [
        ['409', { status: 409, code: 'ConditionalRequestConflict' }],
        ['a cut reply', 'truncated'],
      ],
    ),
  ])(
    'has the same bytes when every request meets %s once',
    async (_, fault) => {
      server().put('in/points.csv', csv(50));
      const failed = new Set<string>();
      server().fault = ({ operation, key }) => {
        const name = `${operation} ${key}`;
        return failed.has(name) ? undefined : (failed.add(name), fault);
      };
      expect(await machine().run()).toMatchObject({ exitCode: 0 });
      expect(written()).toEqual(await localRun(csv(50)));
      expect(failed.size).toBeGreaterThan(10);
    },
    SEVERAL_RUNS_MS,
  );

  it('keeps what is finished when the store refuses, and goes on', async () => {
    server().put('in/points.csv', csv(50));
    server().fault = ({ operation, key }) =>
      operation === 'PUT' && key === 'out/points.geojson' ? { status: 403, code: 'AccessDenied' } : undefined;
    const { run } = machine();
    expect(await run()).toMatchObject({ exitCode: 77 });
    expect(written()).not.toHaveProperty('manifest.json');
    server().fault = () => undefined;
    const { exitCode, stdout } = await run();
    expect([exitCode, stdout.includes('already finished')]).toEqual([0, true]);
    expect(written()).toEqual(await localRun(csv(50)));
  });

  it('ends with 65 when the input is replaced while it is copied', async () => {
    const text = csv(2500, LONG_NOTE);
    server().put('in/points.csv', text);
    let reads = 0;
    server().fault = ({ operation }) => {
      if (operation === 'GET' && (reads += 1) === 2)
        server().put('in/points.csv', `${text}last,10.7,106.6,\n`);
      return undefined;
    };
    const { exitCode, stderr } = await machine().run();
    expect(stderr).toContain('s3://bucket/in/points.csv was changed while it was copied');
    expect(exitCode).toBe(65);
    expect(written()).toEqual({});
  });

  it('refuses objects of something else by name, and another run that was faster', async () => {
    server().put('in/points.csv', csv(50));
    server().put('out/notes.txt', 'mine');
    const foreign = await machine().run();
    expect([foreign.exitCode, foreign.stderr]).toEqual([73, expect.stringContaining('out/notes.txt')]);
    server().objects.delete('out/notes.txt');
    server().fault = ({ operation, key }) => {
      if (operation === 'PUT' && key === 'out/points.csv' && !server().objects.has(key))
        server().put(key, 'theirs');
      return undefined;
    };
    const late = await machine().run();
    expect([late.exitCode, late.stderr]).toEqual([
      65,
      expect.stringContaining('another run has written s3://bucket/out/points.csv'),
    ]);
    expect(server().text('out/points.csv')).toBe('theirs');
    expect(written()).not.toHaveProperty('manifest.json');
  });

  it('ends with 66 without the input, and 73 without the bucket', async () => {
    expect(await machine().run()).toMatchObject({ exitCode: 66 });
    server().put('in/points.csv', csv(5));
    expect(await machine().run('--output', 's3://other-bucket/out')).toMatchObject({ exitCode: 73 });
  });

  it('leaves no secret in any file', async () => {
    server().put('in/points.csv', csv(5));
    const { cache, run } = machine();
    server().fault = ({ operation }) =>
      operation === 'PUT' ? { status: 403, code: 'AccessDenied' } : undefined;
    const failed = await run('--json');
    server().fault = () => undefined;
    const texts = readdirSync(cache, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    await run();
    const all = [
      ...texts,
      failed.stdout,
      failed.stderr,
      ...[...server().objects.values()].map(({ bytes }) => bytes.toString('latin1')),
    ];
    expect(texts.length).toBeGreaterThan(3);
    expect(all.filter((text) => /AKIATESTACCESSKEY|test-secret-key|Signature=/.test(text))).toEqual([]);
  });
});

describe('a dataset in an object store', () => {
  it(
    'is copied once, compared with its hashes, and looked at by one request afterwards',
    async () => {
      for (const name of readdirSync('fixtures/starter'))
        server().put(`data/starter/${name}`, readFileSync(join('fixtures/starter', name)));
      const { command } = machine();
      const args = ['forcode', 'encode', '10.77', '106.7', '--dataset', 's3://bucket/data/starter'];
      const first = await command(...args);
      expect(first).toMatchObject({ exitCode: 0 });
      requested();
      expect((await command(...args)).stdout).toBe(first.stdout);
      expect(requested()).toEqual(['HEAD data/starter/manifest.json']);
      const wards = server().text('data/starter/wards.csv') ?? '';
      server().put('data/starter/wards.csv', wards.replace('1', '2'));
      const damaged = await machine().command(...args);
      expect([damaged.exitCode, damaged.stderr]).toEqual([78, expect.stringContaining('wards.csv')]);
    },
    SEVERAL_RUNS_MS,
  );
});

describe('other commands', () => {
  it(
    'merge, compare and export runs in an object store',
    async () => {
      server().put('in/points.csv', csv(60));
      const { run, command } = machine();
      const folder = makeFolder();
      for (const shard of [1, 2]) {
        const done = await run('--shard', `${shard}/2`, '--output', `s3://bucket/shards/${shard}`);
        expect(done).toMatchObject({ exitCode: 0 });
      }
      const merged = await command(
        'merge',
        '--output',
        OUTPUT,
        's3://bucket/shards/1',
        's3://bucket/shards/2',
      );
      expect(merged).toMatchObject({ exitCode: 0 });
      expect(written()).toEqual(await localRun(csv(60)));
      const own = join(folder, 'own');
      expect(await run('--output', own)).toMatchObject({ exitCode: 0 });
      const compared = await command('report', own, '--against', OUTPUT);
      expect(compared.stdout).toContain(`${OUTPUT}: 60 rows of the same input, all counts are the same`);
      expect(await command('export', OUTPUT, '--to', 'csv.gz')).toMatchObject({
        exitCode: 0,
        stdout: 's3://bucket/out/points.csv.gz\n',
      });
      expect(await command('check', OUTPUT)).toMatchObject({ exitCode: 0 });
      const retried = await command('retry', OUTPUT, '--input', INPUT, '--output', join(folder, 'retry'));
      expect(retried.stdout).toContain('no row to ask again');
    },
    SEVERAL_RUNS_MS,
  );

  it.each([
    [['status', OUTPUT]],
    [['report', OUTPUT]],
    [['review', OUTPUT]],
    [['run', 's3://bucket/job.yaml', '--input', 'x.csv']],
    [['merge', '--output', 'x', '--no-report', 's3://b']],
    [['dataset', 'info', OUTPUT]],
    [['dataset', 'check', OUTPUT]],
  ])('refuse what is not possible: %j', async (args) => {
    const { exitCode, stderr } = await machine().command(...args);
    expect(exitCode).toBe(64);
    expect(stderr).toMatch(/takes a path on this machine|is no place in an object store/);
  });
});

describe('a run that is killed while it is written', () => {
  it.each([
    'POST complete',
    ...effort([], ofTheDay(['PUT part', 'PUT out/datapackage.json', 'PUT out/manifest.json'], 1)),
  ])(
    'goes on after a kill in %s',
    async (place) => {
      // More than one part of 8 MiB.
      const text = csv(2500, LONG_NOTE);
      server().put('in/points.csv', text);
      const cwd = makeFolder();
      const env = {
        ...s3Variables(server()),
        PATH: process.env.PATH ?? '',
        GEOMILL_CACHE: join(cwd, 'cache'),
      };
      const args = [...COMMAND, '--no-report'];
      const start = () =>
        spawn(process.execPath, [join('dist', 'cli', 'main.cjs'), ...args], { env, stdio: 'ignore' });
      const child = start();
      server().fault = ({ operation, key }) => {
        if (`${operation} ${key}`.startsWith(place)) {
          child.kill('SIGKILL');
          return 'reset';
        }
        return undefined;
      };
      expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
      expect(written()).not.toHaveProperty('manifest.json');
      server().fault = () => undefined;
      // On the same machine the input is not copied again, and the rows are not processed again.
      rmSync(join(cwd, 'cache', 'objects'), { recursive: true });
      expect(await once(start(), 'close')).toEqual([0, null]);
      expect(written()).toEqual(await runHere(text, true));
      expect(server().uploads.size).toBe(0);
    },
    SEVERAL_RUNS_MS,
  );
});
