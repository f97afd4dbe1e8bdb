import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
  ? { ogrinfo: await isInstalled('ogrinfo'), gdalinfo: await isInstalled('gdalinfo') }
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
});
