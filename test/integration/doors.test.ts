import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalService } from '../../src/engine/local/local-service.ts';
import { createServer, type GeomillServer } from '../../src/server/create-server.ts';
import { geomill } from './cli-harness.ts';

// Programs of others against a server, run by `make doors`: what is not installed is skipped, with its name.
const isAsked = process.env.GEOMILL_DOORS !== undefined;
const run = promisify(execFile);
const isInstalled = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );
const has = isAsked
  ? {
      ogrinfo: await isInstalled('ogrinfo'),
      gdalinfo: await isInstalled('gdalinfo'),
      soffice: await isInstalled('soffice'),
    }
  : undefined;

describe.skipIf(!isAsked)('programs of others (make doors)', () => {
  let folder: string;
  let server: GeomillServer;
  let root: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-doors-'));
    const datasetDir = join(folder, 'street');
    const items = 'fixtures/street/items.ndjson';
    await geomill(['dataset', 'build', '--imagery', items, '--out', datasetDir, '--from', 'none', '--quiet']);
    const { service } = await createLocalService({ datasetDir });
    server = await createServer({ service, datasetDir });
    root = `${await server.app.listen({ host: '127.0.0.1', port: 0 })}/imagery/v1`;
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it('ogrinfo (GDAL) reads the pictures of a search', async ({ skip }) => {
    if (!has?.ogrinfo) skip('ogrinfo is missing: apt-get install gdal-bin');
    const { stdout } = await run('ogrinfo', ['-so', '-al', `/vsicurl/${root}/search?limit=5`]);
    expect(stdout).toMatch(/Feature Count: 5/);
  });

  it('gdalinfo reads a search as STACIT, and finds no asset that lies on a map', async ({ skip }) => {
    if (!has?.gdalinfo) skip('gdalinfo is missing: apt-get install gdal-bin');
    const said = await run('gdalinfo', ['-if', 'STACIT', `STACIT:"${root}/search?limit=2"`]).then(
      ({ stdout, stderr }) => stdout + stderr,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
    // STACIT is for pictures with a place on the map; what it says comes after it has read features, links and assets.
    expect(said).toContain('No compatible asset found');
  });

  it('LibreOffice reads the workbook of a run: every cell as in its CSV, codes with their zeros', async ({
    skip,
  }) => {
    if (!has?.soffice) skip('LibreOffice is missing: apt-get install libreoffice-calc');
    const output = join(folder, 'run');
    await geomill([
      ...['run', 'geocode', '--input', 'fixtures/addresses.csv', '--output', output],
      ...['--set', 'outputs=csv,xlsx', '--quiet'],
    ]);
    // All sheets, as UTF-8 with cells as they are stored.
    const csv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
    await run(
      'soffice',
      ['--headless', '--convert-to', csv, '--outdir', folder, join(output, 'addresses.xlsx')],
      { env: { PATH: process.env.PATH, HOME: folder } },
    );
    const cellsOf = async (path: string) =>
      parse(await readFile(path, 'utf8'), { bom: true, relax_column_count: true })
        .flat()
        .map((cell) => (/^-?\d+\.\d+$/.test(cell) ? Number(cell).toFixed(9) : cell));
    expect(await cellsOf(join(folder, 'addresses-results.csv'))).toEqual(
      await cellsOf(join(output, 'addresses.csv')),
    );
  });
});
