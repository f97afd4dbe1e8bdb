import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadSqlite } from '../../src/formats/geopackage/sqlite-package.ts';
import { makeDerived } from '../support/make-derived.ts';

interface Reader {
  prepare(sql: string): { all(): Record<string, unknown>[] };
  pragma(name: string, options: { simple: true }): unknown;
  close(): void;
}

const load = createRequire(import.meta.url);

function sqlite(): (new (path: string) => Reader) | undefined {
  try {
    return load('better-sqlite3') as new (path: string) => Reader;
  } catch {
    return undefined;
  }
}

const Sqlite = sqlite();
/** Why tests are skipped, for their names. */
const MISSING = Sqlite ? '' : ': better-sqlite3 is not installed or has no binary here';

describe('GeoPackage', () => {
  it('names the command that installs its package', async () => {
    await expect(loadSqlite(() => Promise.reject(new Error('missing')))).rejects.toMatchObject({
      code: 'JOB_WRONG',
      message: expect.stringMatching(
        /gpkg needs the package better-sqlite3: run npm install better-sqlite3@12/,
      ) as string,
    });
  });

  it.skipIf(Sqlite === undefined)(
    `has the rows with their numbers, types and positions${MISSING}`,
    async () => {
      const make = () =>
        makeDerived(
          'gpkg',
          ['code', 'Code', 'fid', 'n', 'share'],
          [
            { values: ['007', 'Đà Nẵng', 'x', 5, 1.5], position: { lat: 10.77, lon: 106.7 } },
            { values: ['', null, 'y', null, 2], position: null },
          ],
        );
      const bytes = await make();
      expect(await make()).toEqual(bytes);
      const folder = await mkdtemp(join(tmpdir(), 'geomill-gpkg-test-'));
      const path = join(folder, 'x.gpkg');
      await writeFile(path, bytes);
      const database = new Sqlite!(path);
      const all = (sql: string) => database.prepare(sql).all();
      expect(database.pragma('application_id', { simple: true })).toBe(0x47504b47);
      expect(all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(all('PRAGMA foreign_key_check')).toEqual([]);
      expect(
        all('SELECT fid_2, code, Code_2, fid, n, share, typeof(n) AS type, hex(geom) AS geom FROM results'),
      ).toEqual([
        {
          fid_2: 1,
          code: '007',
          Code_2: 'Đà Nẵng',
          fid: 'x',
          n: 5,
          share: 1.5,
          type: 'integer',
          geom: '47500001E61000000101000000CDCCCCCCCCAC5A400AD7A3703D8A2540',
        },
        { fid_2: 2, code: '', Code_2: null, fid: 'y', n: null, share: 2, type: 'null', geom: '' },
      ]);
      expect(all('SELECT min_x, max_y, srs_id FROM gpkg_contents')).toEqual([
        { min_x: 106.7, max_y: 10.77, srs_id: 4326 },
      ]);
      database.close();
      await rm(folder, { recursive: true });
    },
  );
});
