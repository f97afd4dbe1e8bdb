import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-shards-'));
});
afterAll(() => rm(folder, { recursive: true }));

const path = (...names: string[]) => join(folder, ...names);

async function filesOf(name: string): Promise<Record<string, string>> {
  const names = await readdir(path(name));
  // What a process did and when is no part of the results.
  const own = names.filter((each) => each !== 'activity.ndjson' && each !== '.command.json');
  return Object.fromEntries(
    await Promise.all(own.map(async (each) => [each, await readFile(path(name, each), 'latin1')] as const)),
  );
}

/** Runs a job as one run and in shards, merges these, and returns the files of both. */
async function runBoth(name: string, job: string, input: string, count: number, ofShards: string[] = []) {
  const run = async (output: string, ...more: string[]) => {
    const args = ['run', job, '--input', input, '--output', path(output), '--quiet', '--no-report'];
    const { exitCode, stderr } = await geomill([...args, '--workers', '1', ...more]);
    expect(exitCode, stderr).toBe(0);
  };
  await run(`${name}-single`);
  const shards = Array.from({ length: count }, (_, at) => `${name}-${at + 1}`);
  for (const [at, shard] of shards.entries()) await run(shard, '--shard', `${at + 1}/${count}`, ...ofShards);
  const merged = await geomill([
    ...['merge', '--no-report', '--output', path(`${name}-merged`)],
    ...shards.map((shard) => path(shard)),
  ]);
  return { merged, single: await filesOf(`${name}-single`), files: await filesOf(`${name}-merged`) };
}

describe('geomill run --shard and geomill merge', () => {
  it('keep batches whole, with their numbers of rows, tours and stops', async () => {
    const rows = Array.from({ length: 120 }, (_, at) =>
      at % 41 === 20 ? 'ragged' : `day ${at % 13},${at},${21 + (at % 37) / 100},${105.8 + (at % 11) / 100}`,
    );
    await writeFile(path('tours.csv'), `batch,id,lat,lon\n${rows.join('\n')}\n`);
    await writeFile(
      path('tours.yaml'),
      "name: tours\nstages:\n  - route: { batch: '{batch}' }\noutputs: [csv, xlsx]\n",
    );
    const { merged, single, files } = await runBoth('tours', path('tours.yaml'), path('tours.csv'), 3);
    expect(merged.exitCode, merged.stderr).toBe(0);
    expect(merged.stdout).toContain('tours: 3 shards merged, 120 rows, 3 of them rejected');
    expect(Object.keys(single).sort()).toEqual(
      ['.tours.geojson', 'datapackage.json', 'manifest.json', 'rejects.ndjson', 'tours.csv'].concat([
        'tours.gpx',
        'tours.left.csv',
        'tours.links.csv',
        'tours.plan.csv',
        'tours.routes.geojson',
        'tours.stops.csv',
        'tours.xlsx',
      ]),
    );
    expect(files).toEqual(single);
  });

  it('divide an input that is compressed, and an array of JSON', async () => {
    const points = Array.from({ length: 50 }, (_, at) => ({ id: at, lat: 10 + at / 1000, lon: 106 }));
    await writeFile(path('points.json.gz'), gzipSync(JSON.stringify(points)));
    await writeFile(
      path('f.yaml'),
      'name: f\nstages:\n  - forcode\noutputs: [geojsons, ndjson.gz, parquet, xlsx, csv.gz]\n',
    );
    const { single, files } = await runBoth('points', path('f.yaml'), path('points.json.gz'), 3);
    expect(files).toEqual(single);
    const planned = await geomill([
      'shard',
      'plan',
      '--input',
      path('points.json.gz'),
      '--shards',
      '3',
      '--json',
    ]);
    const { is_copied: isCopied, shards } = JSON.parse(planned.stdout) as {
      is_copied: boolean;
      shards: { shard: string; rows: number; first_row: number }[];
    };
    expect(isCopied).toBe(true);
    expect(shards.map(({ shard }) => shard)).toEqual(['1/3', '2/3', '3/3']);
    expect(shards.reduce((sum, { rows }) => sum + rows, 0)).toBe(50);
    expect(shards[1]?.first_row).toBe((shards[0]?.rows ?? 0) + 1);
  });

  it.each([
    ['hidden where not every shard was asked for them', ['geojson,xlsx', 'xlsx'], 'xlsx'],
    ['visible where the shards have no other result in common', ['xlsx', 'parquet'], 'geojson'],
  ])('have rows that are %s', async (_title, [first = '', second = ''], same) => {
    await writeFile(path('rows.csv'), 'id,lat,lon\n1,10,106\n2,11,106\n3,12,106\n');
    const run = async (output: string, outputs: string, ...more: string[]) => {
      const args = ['run', 'forcode', '--input', path('rows.csv'), '--output', path(output), '--no-report'];
      const done = await geomill([...args, '--set', `outputs=${outputs}`, '--workers', '1', ...more]);
      expect(done.exitCode, done.stderr).toBe(0);
    };
    const name = `rows-${same}`;
    await run(`${name}-1`, first, '--shard', '1/2');
    await run(`${name}-2`, second, '--shard', '2/2');
    await run(`${name}-whole`, same);
    const folders = [path(`${name}-1`), path(`${name}-2`)];
    const merge = () => geomill(['merge', '--no-report', '--output', path(`${name}-merged`), ...folders]);
    const merged = await merge();
    expect(merged.exitCode, merged.stderr).toBe(0);
    expect(merged.stdout.includes('rows.geojson')).toBe(same === 'geojson');
    expect(await filesOf(`${name}-merged`)).toEqual(await filesOf(`${name}-whole`));
    expect((await geomill(['export', path(`${name}-merged`), '--to', 'geojson'])).exitCode).toBe(0);
    expect((await merge()).stdout).toContain('already merged');
  });

  it('compare the sum with what the job expects, and not each shard', async () => {
    await writeFile(path('two.csv'), 'lat,lon\n10,106\n11,106\n');
    await writeFile(
      path('least.yaml'),
      'name: least\nstages:\n  - forcode\noutputs: [csv]\nexpect: { min_rows: 2, max_rejects: 0 }\n',
    );
    const { merged, single, files } = await runBoth('two', path('least.yaml'), path('two.csv'), 2);
    expect(merged.exitCode, merged.stderr).toBe(0);
    expect(files).toEqual(single);
  });

  it('exit with 64 and what to do for a shard that there cannot be, with 65 for one that is missing', async () => {
    const run = (...more: string[]) => geomill(['run', 'forcode', '--input', path('two.csv'), ...more]);
    for (const [shard, advice] of [
      ['3/2', /the shards of 2 are 1\/2 to 2\/2/],
      ['0/4', /add 1 to an index of a scheduler/],
      ['a/b', /write the number of the shard, a slash/],
      ['1/0', /the number of shards is 1 to 10000/],
      ['1/10001', /the number of shards is 1 to 10000/],
    ] as const) {
      const { exitCode, stderr } = await run('--shard', shard);
      expect(exitCode).toBe(64);
      expect(stderr).toMatch(advice);
    }
    expect((await run('--shard', '1/2', '--append')).exitCode).toBe(64);
    expect((await run('--shard', '1/2', '--limit', '1')).exitCode).toBe(64);
    const missing = await geomill(['merge', '--output', path('none'), path('two-1')]);
    expect(missing).toMatchObject({ exitCode: 65, stdout: '' });
    expect(missing.stderr).toContain('the shard 2/2 is missing');
    const many = await geomill(['shard', 'plan', '--input', path('two.csv'), '--shards', '10001']);
    expect(many.exitCode).toBe(64);
  });

  it('plan the commands that a shell runs', async () => {
    const input = path("it's two.csv");
    await writeFile(input, await readFile(path('two.csv')));
    const { stdout } = await geomill([
      ...['shard', 'plan', 'forcode', '--input', input, '--shards', '10'],
      ...['--output', '/out', '--commands'],
    ]);
    expect(stdout.split('\n')[2]).toBe(
      `geomill run forcode --input '${folder}/it'\\''s two.csv' --shard 3/10 --output /out/03-of-10`,
    );
    const table = await geomill(['shard', 'plan', '--input', path('two.csv'), '--shards', '3']);
    expect(table.stdout).toMatch(
      /^shard .*\n1\/3 +1 +1 +7\n2\/3 +1 +2 +7\n3\/3 +0 +- +0\n2 rows in 3 shards/,
    );
  });
});
