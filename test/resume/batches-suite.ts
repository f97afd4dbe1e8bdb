import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { geomill } from '../support/geomill-process.ts';
import { seededRandom } from '../support/memory-disk.ts';

/** Defines the tests of runs that work on batches; `killsWanted` killed processes among them. */
export function describeBatches(killsWanted: number): void {
  const FILES = [
    'in.csv',
    'in.geojson',
    'in.routes.geojson',
    'in.stops.csv',
    'manifest.json',
    'rejects.ndjson',
    'in.left.csv',
    'in.gpx',
    'in.links.csv',
    'in.plan.csv',
  ];

  let folder: string;
  let command: (out: string, ...more: string[]) => string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-batches-'));
    const random = seededRandom(7);
    const rows = Array.from({ length: 900 }, (_, at) => {
      if (at % 97 === 50) return 'ragged';
      // Dealt like cards: the rows of a batch are nowhere neighbours.
      const position =
        at % 31 === 3 ? ',' : `${(21 + random() / 10).toFixed(5)},${(105.8 + random() / 10).toFixed(5)}`;
      return `day ${at % 90},${at},${position}`;
    });
    const input = join(folder, 'in.csv');
    await writeFile(input, `batch,id,lat,lon\n${rows.join('\n')}\n`);
    const job = join(folder, 'tours.yaml');
    await writeFile(
      job,
      "name: tours\nstages:\n  - route: { batch: '{batch}' }\n  - forcode\noutputs: [csv, geojson]\nlimits: { chunk_bytes: 2048, checkpoint_ms: 0 }\n",
    );
    command = (out, ...more) => [
      'run',
      '--yes',
      job,
      '--input',
      input,
      '--output',
      join(folder, out),
      '--quiet',
      '--no-report',
      ...more,
    ];
  });
  afterAll(() => rm(folder, { recursive: true }));

  const readAll = (out: string) =>
    Promise.all(FILES.map((name) => readFile(join(folder, out, name), 'utf8')));

  describe('tours of delivery batches', () => {
    it('come out whole, each row once, those without a position kept', async () => {
      expect((await geomill(command('whole'))).code).toBe(0);
      const [csv = '', , routes = '', , manifest = ''] = await readAll('whole');
      const { counts } = JSON.parse(manifest) as {
        counts: { rowsIn: number; results: number; rejected: number; stages: Record<string, unknown> };
      };
      expect(counts).toMatchObject({ rowsIn: 900, results: 891, rejected: 9 });
      expect(counts.stages.route).toMatchObject({ ok: 862, skipped: 29, error: 0 });
      const ids = csv
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[1]);
      expect(new Set(ids).size).toBe(891);
      const { features } = JSON.parse(routes) as {
        features: { properties: { batch: string; stops: number; note: string } }[];
      };
      expect(features.map(({ properties }) => properties.batch).sort()).toHaveLength(90);
      expect(features.reduce((sum, { properties }) => sum + properties.stops, 0)).toBe(862);
      expect(features[0]?.properties.note).toMatch(/^straight lines, not roads: /);
    });

    it(`give the same bytes after each of ${killsWanted} kills, and with any number of workers`, async () => {
      const startMs = performance.now();
      expect((await geomill(command('again', '--workers', '2'))).code).toBe(0);
      const wholeMs = performance.now() - startMs;
      const wanted = await readAll('whole');
      expect(await readAll('again')).toEqual(wanted);
      const random = seededRandom(3);
      let kills = 0;
      for (let round = 0; round < killsWanted || kills === 0; round += 1) {
        const killed = await geomill(command('killed'), {}, (child) => {
          setTimeout(() => child.kill('SIGKILL'), (0.3 + 0.7 * random()) * wholeMs).unref();
        });
        kills += killed.signal === 'SIGKILL' ? 1 : 0;
        expect((await geomill(command('killed'))).code).toBe(0);
        expect(await readAll('killed'), `round ${round}`).toEqual(wanted);
        expect((await readdir(join(folder, 'killed'))).sort()).toEqual(
          [...FILES, '.command.json', 'datapackage.json'].sort(),
        );
        await rm(join(folder, 'killed'), { recursive: true });
      }
    });

    it('leave nothing but results when a finished run is started again', async () => {
      expect((await geomill(command('whole'))).code).toBe(0);
      expect((await readdir(join(folder, 'whole'))).sort()).toEqual(
        [...FILES, '.command.json', 'datapackage.json'].sort(),
      );
    });

    it('are never cut by a limit: the batch of the last row is done', async () => {
      expect((await geomill(command('limited', '--limit', '40'))).code).toBe(0);
      const [csv = ''] = await readAll('limited');
      const batches = csv
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0]);
      const whole = (await readAll('whole'))[0] as string;
      const inWhole = (batch: string | undefined) =>
        whole.split('\n').filter((line) => line.startsWith(`${batch},`)).length;
      for (const batch of new Set(batches))
        expect(batches.filter((one) => one === batch)).toHaveLength(inWhole(batch));
      expect(batches.length).toBeGreaterThanOrEqual(39);
      expect((await geomill(command('limited'))).code).toBe(0);
      expect(await readAll('limited')).toEqual(await readAll('whole'));
    });
  });

  describe('records that cannot be read', () => {
    it('are told by where they stand in the input, as for rows that are not put together', async () => {
      const rows = Array.from(
        { length: 40 },
        (_, at) => `day ${at % 3},"note ${at}",${21 + at / 1000},105.8`,
      );
      rows[4] = 'day 1,"never closed,21,105.8';
      rows[11] = 'day 2,"two\n\nlines",21,105.8';
      rows[17] = 'day 2,ragged';
      rows[23] = `day 0,"${'x'.repeat(1_200_000)}",21,105.8`;
      const input = join(folder, 'bad.csv');
      await writeFile(input, `batch,note,lat,lon\n${rows.join('\n')}\n`);
      const rejects = async (name: string, stage: string) => {
        const job = join(folder, `${name}.yaml`);
        await writeFile(job, `name: ${name}\nstages:\n  - ${stage}\noutputs: [csv]\n`);
        const { code, stderr } = await geomill([
          'run',
          '--yes',
          job,
          '--input',
          input,
          '--output',
          join(folder, name),
          '--quiet',
        ]);
        expect(code, stderr).toBe(0);
        const text = await readFile(join(folder, name, 'rejects.ndjson'), 'utf8');
        return text.trim().split('\n').sort();
      };
      const byRow = await rejects('rows', 'forcode');
      expect(byRow).toHaveLength(3);
      expect(await rejects('batches', "route: { batch: '{batch}' }")).toEqual(byRow);
    });
  });
}
