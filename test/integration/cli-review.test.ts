import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const loopback = useLoopback('cli-review');

/** A file of addresses, and commands against a service that knows them all. */
async function setUp(rows: readonly string[]) {
  const folder = loopback.newFolder();
  const path = (name: string) => join(folder, name);
  await writeFile(path('in.csv'), `id,address\n${rows.map((row, at) => `${at + 1},"${row}"\n`).join('')}`);
  const service = await loopback.start({
    answer: (_, query) => {
      const text = query.get('text') ?? '';
      const size = Number(query.get('size') ?? 1);
      const features = text.includes('nowhere') ? [] : candidates(text).slice(0, size);
      return { type: 'FeatureCollection', features, bbox: [], errors: null };
    },
  });
  const command = (...args: string[]) =>
    geomill(args, { GEOMILL_SERVICE: service.baseUrl, GEOMILL_CACHE: path('cache') });
  const run = (name: string, ...more: string[]) =>
    command('run', 'geocode', '--input', path('in.csv'), '--output', path(name), ...more);
  const results = async (name: string) =>
    Promise.all(
      ['in.csv', 'in.geojson', 'rejects.ndjson', 'datapackage.json', 'manifest.json'].map((file) =>
        readFile(path(join(name, file)), 'utf8'),
      ),
    );
  const texts = async () =>
    (await service.log()).map(({ question }) => new URLSearchParams(question.split('?')[1]).get('text'));
  return { path, command, run, results, texts };
}

/** Two places for each text; weak matches of a doubtful one. */
function candidates(text: string) {
  const units = { ward: null, ward_code: null, district: null, province: null, province_code: null };
  return [1, 2].map((rank) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [106 + rank / 10, 10] },
    properties: {
      name: `place ${rank}`,
      label: `${text} ${rank}`,
      id: `id ${rank}`,
      source: 'test',
      geomill: {
        level: 'street',
        accuracy_radius_meters: 50,
        confidence: text.includes('doubtful') ? 0.3 : 0.9,
        score: 0.5,
        margin: 0.1,
        old: { ...units, ward: `ward ${rank}` },
        new: units,
      },
    },
  }));
}

describe('an alias file', () => {
  it('answers its texts without a request, marked as manual, and is part of the identity of the run', async () => {
    const { path, run, results, texts } = await setUp(['1 Lê Lợi', '2 Lê Lợi', '3 nowhere']);
    await writeFile(path('aliases.csv'), 'text,lat,lon,feature\n2  LE LOI,11.5,107.5,\n');
    expect(await run('aliased', '--aliases', path('aliases.csv'))).toMatchObject({ exitCode: 0 });
    expect(await texts()).toEqual(['1 Lê Lợi', '3 nowhere']);
    const [csv = ''] = await results('aliased');
    expect(csv.split('\n')[2]).toMatch(/^2,2 Lê Lợi,ok,,11\.5,107\.5,2 {2}LE LOI,.*,house,1,.*,manual,/);
    expect((await run('aliased')).stderr).toContain('the service was');
    await writeFile(path('aliases.csv'), 'text,lat,lon,feature\n2 le loi,12,107.5,\n');
    expect((await run('aliased', '--aliases', path('aliases.csv'))).stderr).toContain('the service was');
    await writeFile(path('aliases.csv'), 'text,lat,lon\n2 le loi,12,\n');
    expect((await run('other', '--aliases', path('aliases.csv'))).stderr).toContain(
      'row 1: lat and lon are no position',
    );
  });
});
