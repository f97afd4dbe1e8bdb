import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { geomill } from './cli-harness.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-monitoring-'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (...args: string[]) =>
  geomill(['run', 'forcode', '--input', 'fixtures/points.csv', '--output', join(folder, 'out'), ...args]);

/** Starts a monitor that answers requests with these statuses, then with 200. */
async function startMonitor(...statuses: number[]) {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(statuses.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/check/7c2f`, paths, close: () => server.close() };
}

describe('--ping-url', () => {
  it('tells the monitor of the start and of the exit code', async () => {
    const monitor = await startMonitor();
    expect((await run('--ping-url', monitor.url)).exitCode).toBe(0);
    expect(
      (await run('--ping-url', `${monitor.url}/`, '--restart', '--set', 'expect.min_rows=999')).exitCode,
    ).toBe(3);
    expect(
      (await geomill(['run', 'forcode', '--input', 'none.csv', '--ping-url', monitor.url])).exitCode,
    ).toBe(66);
    monitor.close();
    const path = '/check/7c2f';
    expect(monitor.paths).toEqual([
      ...[`${path}/start`, `${path}/0`],
      ...[`${path}/start`, `${path}/3`],
      ...[`${path}/start`, `${path}/66`],
    ]);
  });

  it('fails no run, and does not print the address', async () => {
    const monitor = await startMonitor(503, 200, 404, 404);
    const { exitCode, stderr } = await run('--ping-url', monitor.url);
    monitor.close();
    expect(exitCode).toBe(0);
    expect(monitor.paths).toHaveLength(4);
    expect(stderr).toContain('the monitor of --ping-url was not told of the end (status 404)');
    expect(stderr).not.toContain('7c2f');
    const closed = await run('--restart', '--ping-url', monitor.url);
    expect(closed.exitCode).toBe(0);
    expect(closed.stderr).toContain('was not told of the start (ECONNREFUSED)');
  });

  it('refuses what is no address', async () => {
    const { exitCode, stderr } = await run('--ping-url', 'file:///etc/passwd');
    expect(exitCode).toBe(64);
    expect(stderr).toContain('https://');
  });
});

describe('--metrics', () => {
  it('writes figures of a run that ended, and the exit code of one that failed', async () => {
    const path = join(folder, 'geomill.prom');
    expect((await run('--metrics', path)).exitCode).toBe(0);
    const text = await readFile(path, 'utf8');
    expect(text).toContain('geomill_run_exit_code{job="forcode",input="points.csv"} 0\n');
    expect(text).toContain('geomill_run_rows{job="forcode",input="points.csv",outcome="results"} 154\n');
    expect(text).toContain(
      'geomill_run_stage_rows{job="forcode",input="points.csv",stage="forcode",status="ok"} 146\n',
    );
    await run('--metrics', path, '--set', 'forcode.resolution=99');
    expect(await readFile(path, 'utf8')).toContain(
      'geomill_run_exit_code{job="forcode",input="points.csv"} 78\n',
    );
    expect((await readdir(folder)).sort()).toEqual(['geomill.prom', 'out']);
  });

  it('fails no run where the file cannot be written', async () => {
    const { exitCode, stderr } = await run('--metrics', join(folder, 'none', 'x.prom'));
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/the metrics could not be written to .*x\.prom \(ENOENT\)/);
  });
});
