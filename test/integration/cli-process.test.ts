import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  startLoopbackService,
  type Loopback,
  type LoopbackHooks,
  type LoopbackOptions,
} from '../support/loopback-service.ts';
import { startGeomill } from './cli-harness.ts';

let cwd: string;
let service: Loopback | undefined;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'geomill-cli-'));
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  await rm(cwd, { recursive: true });
});

async function serve(options: LoopbackOptions & LoopbackHooks): Promise<string> {
  service = await startLoopbackService(options);
  return service.baseUrl;
}
const requests = async () => (await service?.log())?.length ?? 0;
const output = (name: string) => readFile(join(cwd, 'output', name), 'utf8');

describe('the process', () => {
  it('puts results where the input’s name says, whatever letters it has', async () => {
    const name = 'tên có dấu và khoảng trắng';
    const folder = join(cwd, 'thư mục của tôi');
    await mkdir(folder);
    await copyFile(`fixtures/good/${name}.csv`, join(folder, `${name}.csv`));
    const { exitCode, stdout } = await startGeomill(['run', 'geocode', '--input', `${name}.csv`], {
      cwd: folder,
    }).exited;
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`output/geocode/${name}/${name}.csv\n`);
    expect(await readdir(join(folder, 'output/geocode', name))).toContain(`${name}.geojson`);
  });

  it('reads standard input, and tells findings apart from results', async () => {
    const { child, exited } = startGeomill(['run', 'forcode', '--input', '-', '--json'], { cwd });
    child.stdin.end('lat,lon\n21.03,105.85\n');
    const { exitCode, stdout, stderr } = await exited;
    expect(exitCode).toBe(0);
    expect((JSON.parse(stdout) as { rows: number }).rows).toBe(1);
    expect(stderr).toContain('positions are read from "lat" and "lon"\n');
    expect(await output('forcode/stdin/stdin.csv')).toMatch(
      /^lat,lon,forcode_status.*\n21\.03,105\.85,ok,,HN/,
    );
  });

  it('ends quietly when nobody reads its results', async () => {
    const { child, exited } = startGeomill(['ask', '--help'], { cwd });
    child.stdout.destroy();
    expect(await exited).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it('goes on when nobody reads its notes', async () => {
    const input = resolve('fixtures/points.csv');
    const { child, exited } = startGeomill(['run', 'forcode', '--input', input], { cwd });
    child.stderr.destroy();
    expect((await exited).exitCode).toBe(0);
    expect((await output('forcode/points/points.csv')).split('\n')).toHaveLength(156);
  });
});

describe('signals', () => {
  const ROWS = 700;
  const CSV = 'output/geocode/many/many.csv';
  beforeEach(async () => {
    const rows = Array.from({ length: ROWS }, (_, i) => `${i},"${i} Lê Lợi, Huế"\n`);
    await writeFile(join(cwd, 'many.csv'), `id,address\n${rows.join('')}`);
  });
  const args = (url: string, ...more: string[]) => [
    'run',
    'geocode',
    '--input',
    'many.csv',
    '--service',
    url,
    ...more,
  ];

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    '%s commits what is under way and exits with %d; the same command ends in the same bytes',
    async (signal, code) => {
      const url = await serve({ delayMs: 8 });
      const stopped = startGeomill(args(url), { cwd });
      await vi.waitUntil(async () => (await requests()) > 100, { timeout: 30_000 });
      stopped.child.kill(signal);
      const { exitCode, stdout, stderr } = await stopped.exited;
      expect([exitCode, stdout]).toEqual([code, '']);
      expect(stderr).toMatch(
        /stopping: .*\ngeomill: stopped after row \d+: the same command goes on from there\n$/,
      );
      const done = Number(/after row (\d+)/.exec(stderr)?.[1]);
      expect(done).toBeGreaterThan(0);
      expect(done).toBeLessThan(ROWS);

      const rest = await startGeomill(args(url), { cwd }).exited;
      expect(rest.exitCode).toBe(0);
      expect(rest.stdout).toContain(
        `geocode: ${ROWS} rows, ${done.toLocaleString('en-US')} of them in earlier runs`,
      );
      expect(await requests()).toBe(ROWS);
      const bytes = await readFile(join(cwd, CSV), 'utf8');
      expect((await startGeomill(args(url, '--restart'), { cwd }).exited).exitCode).toBe(0);
      expect(await readFile(join(cwd, CSV), 'utf8')).toBe(bytes);
      expect(await requests()).toBe(ROWS);
    },
  );

  it('leaves at once on the second, and the run can be gone on with', async () => {
    let hangs = true;
    const url = await serve({ intercept: () => hangs });
    const stopped = startGeomill(args(url), { cwd });
    await vi.waitUntil(async () => (await requests()) > 0, { timeout: 30_000 });
    stopped.child.kill('SIGINT');
    await vi.waitUntil(() => stopped.stderr().includes('stopping'), { timeout: 30_000 });
    stopped.child.kill('SIGINT');
    const { exitCode, stderr } = await stopped.exited;
    expect(exitCode).toBe(130);
    // After a drain it would tell how far it came.
    expect(stderr).not.toContain('stopped after');
    hangs = false;
    expect((await startGeomill(args(url), { cwd }).exited).exitCode).toBe(0);
  });
});
