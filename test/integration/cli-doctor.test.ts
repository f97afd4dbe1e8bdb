import { message, type Message } from '../../src/base/messages/message.ts';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkFolder,
  checkNode,
  checkPackages,
  checkTerminal,
  type Finding,
} from '../../src/cli/checks/check-machine.ts';
import { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';

const { newFolder, start } = useLoopback('doctor');
const KEY = 'k-0123456789';

/** Runs the command away from the folders of this working copy. */
async function doctor(args: readonly string[] = [], env: Record<string, string> = {}) {
  const folder = newFolder();
  const GEOMILL_CACHE = join(folder, 'cache');
  const { exitCode, stdout } = await geomill(['doctor', '--json', '--output', join(folder, 'out'), ...args], {
    GEOMILL_CACHE,
    ...env,
  });
  const { outcome, checks } = JSON.parse(stdout) as { outcome: string; checks: Finding[] };
  const of = (check: string) => checks.find((each) => each.check === check);
  return { exitCode, stdout, outcome, checks, of };
}

describe('geomill doctor', () => {
  it('finds no fault here, makes nothing, and asks no service that the environment names', async () => {
    const service = await start();
    const folder = newFolder();
    const env = {
      GEOMILL_CACHE: join(folder, 'cache'),
      GEOMILL_SERVICE: service.baseUrl,
      GEOMILL_API_KEY: KEY,
    };
    const { exitCode, stdout, stderr } = await geomill(['doctor', '--output', join(folder, 'out')], env);
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('FAULT');
    expect(stdout).toMatch(/^ok {7}dataset: fixtures\/starter: geomill-dataset 3, edition \d{4}-\d\d-\d\d/m);
    expect(stdout).toContain('ok       key: from GEOMILL_API_KEY (not shown)');
    expect(stdout).not.toContain(KEY);
    expect(await service.log()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('sends one request to the service that is named, and counts it', async () => {
    const service = await start();
    const env = { GEOMILL_CACHE: join(newFolder(), 'cache'), GEOMILL_API_KEY: KEY };
    for (const times of [1, 2]) {
      const { outcome, stdout, of } = await doctor(['--service', service.baseUrl], env);
      expect(outcome).not.toBe('fault');
      expect(of('service')?.state).toBe('ok');
      expect(of('clock')?.state).toBe('ok');
      expect(of('cache')?.message).toContain(
        `${times} request${times === 1 ? '' : 's'} of ${service.baseUrl} counted`,
      );
      expect(await service.log()).toHaveLength(times);
      expect(stdout).not.toContain(KEY);
    }
  });

  it.each([
    ['a key that is refused', 401, 'refused the key'],
    ['a service that fails', 503, 'HTTP 503'],
  ])('reports %s', async (_, status, message) => {
    const service = await start({
      intercept: (_request, response) => response.writeHead(status).end() !== undefined,
    });
    const { exitCode, of } = await doctor(['--service', service.baseUrl]);
    expect(exitCode).toBe(78);
    expect(of('service')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining(message) as string,
    });
  });

  it('reports a service that is down, and a clock that is wrong', async () => {
    const service = await start({
      intercept(_request, response) {
        response.setHeader('date', new Date(Date.now() + 600_000).toUTCString());
        return false;
      },
    });
    const { exitCode, of } = await doctor(['--service', service.baseUrl]);
    expect(exitCode).toBe(0);
    expect(of('clock')?.state).toBe('warning');
    expect(of('clock')?.message).toMatch(/^(599|600|601) seconds behind the service$/);
    await service.close();
    const { of: ofClosed } = await doctor(['--service', service.baseUrl]);
    expect(ofClosed('service')?.message).toContain('ECONNREFUSED');
  });

  it('reports a dataset that is missing, incomplete or damaged', async () => {
    const dir = join(newFolder(), 'data');
    expect((await doctor(['--dataset', dir])).of('dataset')).toMatchObject({ state: 'fault' });
    await cp('fixtures/starter', dir, { recursive: true });
    const cells = await readFile(join(dir, 'cells.bin'));
    cells[100]! ^= 1;
    await writeFile(join(dir, 'cells.bin'), cells);
    expect((await doctor([], { GEOMILL_DATASET: dir })).exitCode).toBe(0);
    const { exitCode, of } = await doctor(['--hashes'], { GEOMILL_DATASET: dir });
    expect(exitCode).toBe(78);
    expect(of('dataset')?.message).toContain('cells.bin');
    await rm(join(dir, 'cells.bin'));
    const incomplete = await doctor([], { GEOMILL_DATASET: dir });
    expect(incomplete.of('dataset')).toMatchObject({
      state: 'fault',
      message: `${dir} lacks cells.bin`,
    });
  });

  it('reports folders that cannot be used, and settings that are wrong', async () => {
    const folder = newFolder();
    await writeFile(join(folder, 'file'), '');
    const { of: ofFile } = await doctor(['--output', join(folder, 'file')]);
    expect(ofFile('output folder')).toMatchObject({
      state: 'fault',
      message: `${join(folder, 'file')} is not a folder`,
    });
    await mkdir(join(folder, 'open'), { mode: 0o755 });
    const { of } = await doctor([], { GEOMILL_CACHE: join(folder, 'open') });
    expect(of('cache')).toMatchObject({
      state: 'fault',
      message: expect.stringContaining('chmod 700') as string,
    });
    const wrong = await doctor([], { GEOMILL_WORKERS: '0', GEOMILL_API_KEY: 'two words' });
    expect(wrong.exitCode).toBe(78);
    expect(wrong.of('settings')?.message).toContain('GEOMILL_WORKERS');
    expect(wrong.stdout).not.toContain('two words');
  });
});

describe('the checks of geomill doctor', () => {
  it.each([
    ['20.18.3', 'fault'],
    ['20.19.0', 'ok'],
    ['22.0.0', 'ok'],
    ['24.14.1', 'ok'],
    ['24.15.0', 'warning'],
    ['24.18.1', 'warning'],
    ['24.18.2', 'ok'],
    ['9.99.0', 'fault'],
  ])('Node %s: %s', async (version, state) => {
    expect((await checkNode(version)).state).toBe(state);
  });

  it('names one command for all packages that are missing, and the library of one that cannot be loaded', async () => {
    const fail = (reason: Message | string) => () =>
      Promise.reject(new GeomillError('NOT_SUPPORTED', reason));
    const absent = (name: string) => fail(message('pictures.packageMissing', { name, version: '1.0.0' }));
    const [road, sqlite, sharp, broken] = await checkPackages([
      {
        name: 'road',
        install: 'road@1.0.0',
        purpose: 'routes',
        load: fail('need libbsd0: run apt-get install libbsd0'),
      },
      { name: 'sqlite', install: 'sqlite@2.0.0', purpose: 'gpkg', load: absent('sqlite') },
      { name: 'sharp', install: 'sharp@3.0.0', purpose: 'pictures', load: absent('sharp') },
      {
        name: 'broken',
        install: 'broken@4.0.0',
        purpose: 'none',
        load: () => Promise.reject(new Error('ABI 115\nstack')),
      },
    ]);
    expect(sqlite?.remedy).toBe('npm install sqlite@2.0.0 sharp@3.0.0');
    expect(sharp?.remedy).toBe(sqlite?.remedy);
    expect(road).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('apt-get install libbsd0') as string,
    });
    expect(broken?.message).toContain('cannot be loaded: ABI 115:');
  });

  it.each([
    [10 << 20, true, 'fault'],
    [500 << 20, true, 'warning'],
    [2 ** 33, true, 'ok'],
    [2 ** 33, false, 'fault'],
  ])('%s bytes free, room for files %s: %s', async (bytes, hasFiles, state) => {
    expect((await checkFolder('folder', '/tmp', () => ({ bytes, hasFiles }))).state).toBe(state);
  });

  it('warns of a terminal that is not UTF-8', () => {
    const stderr = { write: () => undefined, isTTY: true, columns: 80 };
    expect(checkTerminal({ stderr, env: { LANG: 'C' } }, 'linux').state).toBe('warning');
    expect(checkTerminal({ stderr, env: { LANG: 'vi_VN.UTF-8' } }, 'linux').state).toBe('ok');
  });
});
