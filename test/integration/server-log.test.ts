import { execFileSync } from 'node:child_process';
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLogFile } from '../../src/server/log.ts';
import { startServerProcess } from '../support/server-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const eventsOf = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event);

it('geomill serve --log-file: SIGHUP opens the file again, and the server keeps running', async () => {
  const path = join(folder, 'serve.log');
  const server = await startServerProcess(['--workers', '1', '--log-file', path]);
  try {
    await rename(path, `${path}.1`);
    server.child.kill('SIGHUP');
    await vi.waitFor(async () => expect(await eventsOf(path)).toEqual(['Log:Reopened']), 20_000);
    const health = await fetch(new URL('/healthz', server.baseUrl));
    expect(health.status).toBe(200);
  } finally {
    await server.stop('SIGTERM');
  }
  expect(server.child.exitCode).toBe(0);
  expect(await eventsOf(`${path}.1`)).toContain('Server:Started');
  expect((await eventsOf(path)).slice(-2)).toEqual(['Server:Stopping', 'Server:Stopped']);
});

it.skipIf(process.platform !== 'linux')(
  'geomill serve: SIGTERM ends a server whose log is not read',
  async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
    // Full before the first line.
    expect(() => {
      for (;;) writeSync(reader, ' '.repeat(4096));
    }).toThrow('EAGAIN');
    const server = await startServerProcess(['--workers', '1', '--log-level', 'debug'], { stdout: reader });
    try {
      for (let nth = 0; nth < 20; nth += 1)
        expect((await fetch(new URL('/healthz', server.baseUrl))).status).toBe(200);
    } finally {
      await server.stop('SIGTERM');
      closeSync(reader);
    }
    expect(server.child.exitCode).toBe(0);
  },
);

it('a log file that cannot be opened again keeps the one that is open', async () => {
  const failures: string[] = [];
  const path = join(folder, 'below', 'serve.log');
  expect(() => openLogFile(path, (message) => failures.push(message))).toThrow('cannot be opened (ENOENT)');
  const log = openLogFile(join(folder, 'serve.log'), (message) => failures.push(message));
  log.write('first\n');
  await rename(folder, `${folder}-moved`);
  log.reopen();
  log.write('second\n');
  log.close();
  expect(failures).toEqual([expect.stringContaining('ENOENT')]);
  await rename(`${folder}-moved`, folder);
  expect(await readFile(join(folder, 'serve.log'), 'utf8')).toBe('first\nsecond\n');
});

it.skipIf(!existsSync('/dev/full'))('a full disk loses lines and reports it once', () => {
  const failures: string[] = [];
  const log = openLogFile('/dev/full', (message) => failures.push(message));
  log.write('first\n');
  log.write('second\n');
  log.close();
  expect(failures).toEqual(['the log file /dev/full cannot be written to (ENOSPC): lines are lost']);
});
