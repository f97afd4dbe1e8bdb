import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gersIdOf, writeOverturePlaces } from '../support/overture-places.ts';
import { geomill, type CliResult } from './cli-harness.ts';

let folder: string;
let built: CliResult;
const at = (name: string) => join(folder, name);
const build = (out: string, ...args: string[]) => geomill(['dataset', 'build', '--out', at(out), ...args]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-overture-cli-'));
  await mkdir(at('release/type=place'), { recursive: true });
  // Of two releases with different schemas; the second part repeats ten places of the first, and has bad rows.
  await writeOverturePlaces(at('release/type=place/part-0.zstd.parquet'), { count: 300 });
  await writeOverturePlaces(at('release/type=place/part-1.parquet'), {
    from: 290,
    count: 110,
    schema: '1.16',
    copy: 'compression snappy, row_group_size 2048',
    query: `select * replace (case when i = 1 then null else geometry end as geometry,
      case when i = 2 then 'permanently_closed' else operating_status end as operating_status,
      case when i = 3 then {'primary': 'no_such_category', 'alternate': null} else categories end as categories,
      case when i = 3 then null else basic_category end as basic_category)
      from (select *, row_number() over () as i from places)`,
  });
  built = await build('places', '--overture', at('release'));
  expect(built.exitCode, built.stderr).toBe(0);
});
afterAll(() => rm(folder, { recursive: true }));

async function ask(operation: string, ...parameters: string[]): Promise<{ id: string; name: string }[]> {
  const args = ['ask', operation, ...parameters, '--dataset', at('places')];
  const { exitCode, stdout, stderr } = await geomill(args);
  expect(exitCode, stderr).toBe(0);
  const { features } = JSON.parse(stdout) as { features: { properties: { id: string; name: string } }[] };
  return features.map(({ properties: { id, name } }) => ({ id, name }));
}

describe('geomill dataset build --overture', () => {
  it('builds from a folder of Parquet files, each place once, and counts rows that cannot be used', () => {
    expect(built.stdout).toMatch(/part-0\.zstd\.parquet: 300 rows; used 300 rows\n/);
    expect(built.stdout).toMatch(/part-1\.parquet: 110 rows; used 108 rows\n/);
    expect(built.stdout).toContain('skipped 1: no position (row 1)\n');
    expect(built.stdout).toContain('skipped 1: permanently closed (row 2)\n');
    expect(built.stdout).toContain('note 1: category not known (row 3)\n');
  });

  it('gives GERS ids back as place ids: of an address, of places nearby, and of the place itself', async () => {
    const [found] = await ask('geocodeForward', 'text=Quán Thử 101, Hà Nội');
    expect(found).toEqual({ id: gersIdOf(101), name: 'Quán Thử 101' });
    // Other names, in another language and as a variant, lead to the same place.
    for (const name of ['Test Place 100', 'QT100'])
      expect((await ask('geocodeForward', `text=${name}, Hồ Chí Minh`))[0]?.id).toBe(gersIdOf(100));
    const near = await ask('nearby', 'categories=bakery', 'point.lat=20.98', 'point.lon=105.783');
    expect(near.length).toBeGreaterThan(0);
    for (const { id, name } of near) expect(id).toBe(gersIdOf(Number(name.replace('Quán Thử ', ''))));
    for (const id of [gersIdOf(101), gersIdOf(101).toUpperCase()])
      expect(await ask('place', `ids=${id}`)).toEqual([{ id: gersIdOf(101), name: 'Quán Thử 101' }]);
  });

  it('names the command to download with, and what another file of Overture is', async () => {
    const remote = await build('no', '--overture', 's3://overturemaps-us-west-2/release/2026-09-23.0/');
    expect(remote).toMatchObject({ exitCode: 64, stdout: '' });
    expect(remote.stderr).toContain('overturemaps download --bbox=102.1,8.3,109.5,23.4');
    const asPlaces = await build('no', '--places', at('release/type=place/part-0.zstd.parquet'));
    expect(asPlaces.exitCode).toBe(65);
    expect(asPlaces.stderr).toContain('it has places of Overture: give it with --overture.');
    const query = `select id, names, 'locality' as subtype, [[{'division_id': id}]] as hierarchies from places`;
    await writeOverturePlaces(at('division.parquet'), { count: 3, query });
    const division = await build('no', '--overture', at('division.parquet'));
    expect(division.exitCode).toBe(65);
    expect(division.stderr).toContain('it is a division file of Overture, not one of places.');
  });
});
