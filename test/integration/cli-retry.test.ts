import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nextFolder } from '../../src/cli/run-command.ts';
import type { Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const ROWS = 100;
const loopback = useLoopback('cli-retry');

/** One row of twenty. */
const isFailing = (text: string) => Number(/\d+/.exec(text)?.[0]) % 20 === 7;

async function setUp() {
  const folder = loopback.newFolder();
  const input = join(folder, 'addresses.csv');
  const rows = Array.from({ length: ROWS }, (_, at) => `${at},"${at} Lê Lợi, ""Bến Nghé"""`);
  await writeFile(input, `id,address\n${rows.join('\n')}\n`);
  const state = { isDown: true };
  const service = await loopback.start({
    intercept(request, response) {
      const text = new URL(request.url ?? '', 'http://host').searchParams.get('text') ?? '';
      if (!state.isDown || !isFailing(text)) return false;
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"status":"ERROR","message":"Unavailable"}');
      return true;
    },
  });
  const env = { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: join(folder, 'cache') };
  const command = (...args: string[]) => geomill(args, env);
  /** Where workers would compute the chunks of a run; there is no Redis. */
  const retry = (...args: string[]) =>
    geomill(['retry', ...args], { ...env, GEOMILL_QUEUE: 'redis://127.0.0.1:1' });
  const run = (name: string, ...more: string[]) =>
    command(
      'run',
      'geocode',
      '--input',
      input,
      '--output',
      join(folder, name),
      '--set',
      'outputs=csv,geojson,xlsx',
      ...more,
    );
  const filesOf = async (name: string) => {
    const own = (await readdir(join(folder, name)))
      .filter((file) => !/^(\.|activity|earlier|report)/.test(file))
      .sort();
    return Object.fromEntries(
      await Promise.all(
        own.map(async (file) => [file, await readFile(join(folder, name, file), 'latin1')] as const),
      ),
    );
  };
  return { folder, state, service, command, retry, run, filesOf };
}

describe('geomill retry', () => {
  it('asks the rows that met 503 once more, in this process, and the files are those of a run without failures', async () => {
    const { folder, state, service, command, retry, run, filesOf } = await setUp();
    const lost = await run('old');
    expect(lost.exitCode).toBe(3);
    expect(lost.stderr).toContain(
      'the service did not answer 5 rows of the stage geocode: send them again with geomill retry',
    );
    const old = await filesOf('old');
    expect(old['addresses.csv']?.match(/,error,/g)).toHaveLength(ROWS / 20);
    state.isDown = false;
    const before = (await service.log()).length;

    const retried = await retry(join(folder, 'old'));
    expect(retried).toMatchObject({ exitCode: 0 });
    expect(retried.stderr).toContain('5 of 100 rows are asked again');
    const asked = (await service.log())
      .slice(before)
      .map(({ question }) => new URLSearchParams(question.split('?')[1]).get('text'));
    expect(asked).toHaveLength(ROWS / 20);
    expect(asked.every((text) => isFailing(text ?? ''))).toBe(true);

    expect((await run('clean', '--no-cache')).exitCode).toBe(0);
    const clean = await filesOf('clean');
    expect(Object.keys(clean)).toContain('addresses.xlsx');
    expect(await filesOf('old-retry')).toEqual(clean);
    expect(await filesOf('old')).toEqual(old);
    const earlier = JSON.parse(await readFile(join(folder, 'old-retry', 'earlier.json'), 'utf8')) as Manifest;
    expect(earlier.counts.stages['geocode']?.error).toBe(5);
    expect((await run('old-retry')).stdout).toContain('already finished');
    expect((await command('retry', join(folder, 'old-retry'))).stdout).toContain('has no row to ask again');
    expect(await readFile(join(folder, 'old-retry', 'report.html'), 'utf8')).not.toContain(folder);
  });

  it('says what to do where it cannot know the input, and where a job works on batches', async () => {
    const { folder, state, command, run } = await setUp();
    state.isDown = false;
    await run('old', '--no-report');
    // The record of the command, as a folder has none that an older version wrote.
    await rm(join(folder, 'old', '.command.json'));
    const unknown = await command('retry', join(folder, 'old'));
    expect(unknown).toMatchObject({ exitCode: 64 });
    expect(unknown.stderr).toContain('name it with --input');
    const stop = 'A,10.8,106.7,10.8,106.7\n';
    await writeFile(join(folder, 'stops.csv'), `route,lat,lon,depot_lat,depot_lon\n${stop}${stop}`);
    const route = ['--service', 'local', '--input', join(folder, 'stops.csv')];
    await command('run', 'route', ...route, '--output', join(folder, 'tours'));
    const batches = await command('retry', join(folder, 'tours'), '--service', 'local');
    expect(batches.stderr).toContain('works on batches of rows');
    expect(await readdir(folder)).not.toContain('tours-retry');
  });

  it('names its folders after the run', () => {
    expect(['a/', 'a-retry', 'a-retry-2', 'a-2024'].map((run) => nextFolder(run, 'retry'))).toEqual([
      'a-retry',
      'a-retry-2',
      'a-retry-3',
      'a-2024-retry',
    ]);
  });
});
