import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filledBy } from '../../src/formats/output-format.ts';
import { OUTPUT_FORMATS, outputFormat } from '../../src/formats/outputs.ts';
import { ofTheDay } from '../support/of-the-day.ts';
import { TABLE_ENDINGS, tableFiles } from '../support/table-formats.ts';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const loopback = useLoopback('cli-run-formats');
const ROWS = ['1 Lê Lợi', '2 down', '3 nowhere', '4 Lê Lợi'];

/** Changes among which so many rows more are matched than in the first run. */
const gained = (rows: number): unknown =>
  expect.arrayContaining([{ kind: 'status', stage: 'geocode', name: 'ok', before: 2, after: 2 + rows }]);

let files: Record<string, Buffer>;
beforeAll(async () => {
  files = await tableFiles(
    ['id', 'address'],
    ROWS.map((address, at) => [`00${at + 1}`, address]),
  );
});

/** A run without a report over an input of a format, at a service that fails for one row at first. */
async function setUp(ending: string) {
  const folder = loopback.newFolder();
  const input = join(folder, `in.${ending}`);
  await writeFile(input, files[ending] ?? '');
  const state = { isDown: true };
  const service = await loopback.start({
    intercept(request, response) {
      const text = new URL(request.url ?? '', 'http://host').searchParams.get('text') ?? '';
      if (!state.isDown || !text.includes('down')) return false;
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"status":"ERROR","message":"Unavailable"}');
      return true;
    },
    answer: (_, query) => {
      const text = query.get('text') ?? '';
      const feature = {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [106.7, 10.7] },
        properties: { name: text, label: `${text} found`, id: 'x', source: 'test' },
      };
      const features = text.includes('nowhere') ? [] : [feature];
      return { type: 'FeatureCollection', features, bbox: [], errors: null };
    },
  });
  const env = { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: join(folder, 'cache') };
  const command = (...args: string[]) => geomill([...args, '--quiet'], env);
  const run = (name: string, ...more: string[]) =>
    command('run', 'geocode', '--input', input, '--output', join(folder, name), '--no-report', ...more);
  const path = (name: string) => join(folder, name);
  const csvOf = (name: string) => readFile(join(folder, name, 'in.csv'), 'utf8');
  return { path, state, run, csvOf, command };
}

describe.each(TABLE_ENDINGS)('a finished run over %s, without a report', (ending) => {
  it('is asked again, reviewed, compared and converted', async () => {
    const { path, state, run, csvOf, command } = await setUp(ending);
    // The service never answered one row.
    expect(await run('old')).toMatchObject({ exitCode: 3 });
    state.isDown = false;
    expect(await command('retry', path('old'), '--no-report')).toMatchObject({ exitCode: 0, stderr: '' });
    await run('clean', '--no-cache');
    expect(await csvOf('old-retry')).toBe(await csvOf('clean'));

    const exported = await command('review', path('old-retry'), '--to', path('review.xlsx'));
    expect(exported.stdout).toMatch(/^\d+ doubtful rows? in/);
    await writeFile(path('decided.csv'), 'row,text,choice,lat,lon\n3,3 nowhere,,10.5,107.25\n');
    const applied = await command('review', path('old-retry'), '--apply', path('decided.csv'), '--no-report');
    expect(applied).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await csvOf('old-retry-reviewed')).split('\n')[3]).toContain('10.5,107.25');

    const against = ['--against', path('old'), '--json'];
    const compared = await geomill(['report', path('old-retry-reviewed'), ...against]);
    expect(JSON.parse(compared.stdout)).toMatchObject({ against: { changes: gained(2) } });
    // The workbook of the input is made by the run that reads it.
    const formats = Object.keys(OUTPUT_FORMATS).filter((name) => !filledBy(outputFormat(name)));
    const exportedTo = await geomill(['export', path('old'), '--to', formats.join()]);
    expect(exportedTo).toMatchObject({ exitCode: 0 });
    expect(exportedTo.stdout.trim().split('\n')).toHaveLength(formats.length);
    const job = await geomill(['convert', path('old')]);
    expect(job.exitCode).toBe(64);
    expect(job.stderr).toContain('geomill run convert');
  });
});

// The formats above were read by the same commands: what follows is about the outputs of a run.
describe.each(ofTheDay(TABLE_ENDINGS, 2))('a finished run over %s, without a report', (ending) => {
  it('is read by every command from rows that it has hidden', async () => {
    const { path, state, run, command } = await setUp(ending);
    const rowFiles = async (name: string) =>
      (await readdir(path(name))).filter((file) => /^\.?in\.(?!xlsx)/.test(file)).toSorted();
    expect(await run('old', '--set', 'outputs=xlsx')).toMatchObject({ exitCode: 3 });
    state.isDown = false;
    expect(await run('clean', '--set', 'outputs=xlsx', '--no-cache')).toMatchObject({ exitCode: 0 });
    expect(await rowFiles('old')).toEqual(['.in.geojson']);
    expect(await geomill(['check', path('old')])).toMatchObject({ exitCode: 0 });
    expect(await geomill(['report', path('old')])).toMatchObject({ exitCode: 0 });
    expect(await readFile(path('old/report.html'), 'utf8')).not.toContain('in.geojson');
    expect(await command('retry', path('old'), '--no-report')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await rowFiles('old-retry')).toEqual(['.in.geojson']);
    const rows = (name: string) => readFile(path(`${name}/.in.geojson`), 'utf8');
    expect(await rows('old-retry')).toBe(await rows('clean'));
    const exported = await command('review', path('old-retry'), '--to', path('review.csv'));
    expect(exported.stdout).toMatch(/^\d+ doubtful rows? in/);
    const compared = await geomill(['report', path('clean'), '--against', path('old'), '--json']);
    expect(JSON.parse(compared.stdout)).toMatchObject({ against: { changes: gained(1) } });
    expect(await geomill(['export', path('old'), '--to', 'csv,parquet'])).toMatchObject({ exitCode: 0 });
    expect(await rowFiles('old')).toEqual(['.in.geojson', 'in.csv', 'in.parquet']);
    const again = await run('old', '--set', 'outputs=xlsx', '--key', 'id', '--json');
    const { outcome, files } = JSON.parse(again.stdout) as { outcome: string; files: object };
    expect([outcome, Object.keys(files)]).toEqual([
      'already_finished',
      ['rejects', 'xlsx', 'csv', 'parquet'],
    ]);
  });

  it.each(['csv', 'xlsx'])(
    'can be retried, reviewed, compared and exported with the output %s alone',
    async (only) => {
      const { path, state, run, command } = await setUp(ending);
      state.isDown = false;
      expect(await run('old', '--set', `outputs=${only}`)).toMatchObject({ exitCode: 0 });
      const geojson = (name: string) => readFile(path(`${name}/in.geojson`), 'utf8');
      expect(await geomill(['export', path('old'), '--to', 'geojson,ndjson,excel'])).toMatchObject({
        exitCode: 0,
      });
      await run('direct', '--set', 'outputs=geojson');
      if (only === 'xlsx') expect(await geojson('old')).toBe(await geojson('direct'));
      // CSV has no types: numbers of the input are text.
      else expect(positionsOf(await geojson('old'))).toEqual(positionsOf(await geojson('direct')));
      expect(await command('retry', path('old'), '--not-found', '--no-report')).toMatchObject({
        exitCode: 0,
        stderr: '',
      });
      expect(await command('review', path('old-retry'), '--to', path('review.csv'))).toMatchObject({
        exitCode: 0,
      });
      const against = ['--against', path('old'), '--json'];
      const compared = await geomill(['report', path('old-retry'), ...against]);
      expect(JSON.parse(compared.stdout)).toMatchObject({ against: { changes: [] } });
    },
  );
});

function positionsOf(geojson: string): unknown[] {
  const { features } = JSON.parse(geojson) as { features: { geometry: unknown; properties: object }[] };
  return features.map(({ geometry, properties }) => [geometry, Object.keys(properties)]);
}
