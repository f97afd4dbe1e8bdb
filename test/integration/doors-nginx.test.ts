import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { geomill, PROGRAM } from '../support/geomill-process.ts';

// Two servers behind the nginx of deploy/nginx.conf, of which one after the other gets another dataset: run by `make doors`.
const isAsked = process.env.GEOMILL_DOORS !== undefined;
const run = promisify(execFile);
const why = !isAsked
  ? 'make doors'
  : await run('nginx', ['-v']).then(
      () => undefined,
      () => 'nginx is missing: apt-get install nginx-light',
    );

const DECREE = `
decree: 999/NQ-UBTVQH16
effective: 2026-11-01
items:
  - code: "00070"
    from: Phường Hoàn Kiếm
    to: Phường Hồ Gươm
    item: 1
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

describe.skipIf(why !== undefined)(`servers behind nginx (${why ?? 'installed'})`, () => {
  let folder: string;
  const started = new Set<ChildProcess>();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-nginx-'));
  });
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  /** Starts a program and waits for its address to answer with a status. */
  async function start(
    command: string,
    args: readonly string[],
    url: string,
    status = 200,
  ): Promise<ChildProcess> {
    const child = spawn(command, args, { stdio: 'ignore', env: { PATH: process.env.PATH } });
    started.add(child);
    const ready = async () => expect((await fetch(url)).status).toBe(status);
    await vi.waitFor(ready, { timeout: 60_000, interval: 200 });
    return child;
  }

  it('lose no request when their dataset changes', async () => {
    const ports = [await freePort(), await freePort()];
    const front = await freePort();
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    for (const dataset of [before, after]) await cp('fixtures/starter', dataset, { recursive: true });
    await writeFile(join(folder, 'decree.yaml'), DECREE);
    const added = await geomill(['decree', 'add', join(folder, 'decree.yaml'), '--dataset', after]);
    expect(added.code, added.stderr).toBe(0);
    const serve = (port: number, dataset: string) =>
      start(
        process.execPath,
        [
          PROGRAM,
          'serve',
          '--port',
          String(port),
          '--dataset',
          dataset,
          '--allow-host',
          'maps.example',
          '--workers',
          '1',
        ],
        `http://127.0.0.1:${port}/readyz`,
      );
    const servers = [await serve(ports[0] ?? 0, before), await serve(ports[1] ?? 0, before)];

    const site = (await readFile('deploy/nginx.conf', 'utf8'))
      .replace('127.0.0.1:8081', `127.0.0.1:${ports[0]}`)
      .replace('127.0.0.1:8082', `127.0.0.1:${ports[1]}`)
      .replace('listen 8080', `listen 127.0.0.1:${front}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const config = join(folder, 'nginx.conf');
    await writeFile(
      config,
      `daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')}; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${site}}\n`,
    );
    const nginx = await start('nginx', ['-c', config, '-p', folder], `http://127.0.0.1:${front}/healthz`);

    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    const path = `/v1/geocode/forward?${new URLSearchParams({ text: 'Phường Hoàn Kiếm, Hà Nội', admin_v2: 'true' }).toString()}`;
    const answers: string[] = [];
    let isOver = false;
    const ask = (): Promise<string> =>
      new Promise((resolve) => {
        get(
          { host: '127.0.0.1', port: front, path, agent, headers: { host: 'maps.example' } },
          (response) => {
            let body = '';
            response.setEncoding('utf8').on('data', (part: string) => (body += part));
            response.on('end', () =>
              resolve(`${response.statusCode} ${/"label":"([^,"]*)/.exec(body)?.[1] ?? body.slice(0, 200)}`),
            );
          },
        ).on('error', (error) => resolve(String(error)));
      });
    const clients = Array.from({ length: 4 }, async () => {
      while (!isOver) answers.push(await ask());
    });
    for (const [at, port] of ports.entries()) {
      servers[at]?.kill('SIGTERM');
      const [code] = (await once(servers[at] as ChildProcess, 'exit')) as [number | null];
      expect(code).toBe(0);
      await serve(port, after);
      const soFar = answers.length;
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(soFar + 200), { timeout: 60_000 });
    }
    isOver = true;
    await Promise.all(clients);
    agent.destroy();
    nginx.kill('SIGTERM');
    expect([...new Set(answers)].sort()).toEqual(['200 Phường Hoàn Kiếm', '200 Phường Hồ Gươm']);
    expect(answers.at(-1)).toBe('200 Phường Hồ Gươm');
    console.log(`${answers.length} requests`);
  });
});
