import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MAIN = resolve('dist/cli/main.cjs');
const KEY = 'gm_AAAAAAAAAAAAAAAAAAAAAA';

const isAllowed = await mayWriteCoreFiles();

/** Only Linux states the limits of a process in a file. */
describe.skipIf(!existsSync('/proc/self/limits'))('a server and core files', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'geomill-core-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  /** Serves after a limit was set, sends a request with a key, and ends the process as an abort does. */
  async function crash(limit: string): Promise<string> {
    const command = `ulimit -S -c ${limit} && exec "$0" "$@"`;
    const args = ['-c', command, process.execPath, MAIN, 'serve', '--port', '0', '--workers', '1'];
    const child = spawn('sh', args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    let messages = '';
    child.stdout.on('data', (text: Buffer) => (log += text.toString()));
    const ended = new Promise<NodeJS.Signals | null>((done) => child.once('close', (_code, by) => done(by)));
    const origin = await new Promise<string>((found, fail) => {
      child.stderr.on('data', (text: Buffer) => {
        messages += text.toString();
        const address = /at (http:\/\/\S+)\/v1/.exec(messages)?.[1];
        if (address !== undefined) found(address);
      });
      child.once('exit', () => fail(new Error(`geomill serve ended: ${messages}`)));
    });
    const response = await fetch(`${origin}/v1/geocode/reverse?point.lat=21&point.lon=105.8&apikey=${KEY}`);
    expect(response.status).toBe(200);
    child.kill('SIGABRT');
    expect(await ended).toBe('SIGABRT');
    return log;
  }

  it('that are forbidden: no warning, and a crash leaves no file', async () => {
    expect(await crash('0')).not.toContain('Server:CoreFiles');
    expect(await readdir(dir)).toEqual([]);
  }, 60_000);

  it.skipIf(!isAllowed)(
    'that are allowed: the log warns at the start',
    async () => {
      // One block: the file is cut before the heap.
      expect(await crash('1')).toContain('"event":"Server:CoreFiles"');
    },
    60_000,
  );
});

async function mayWriteCoreFiles(): Promise<boolean> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const hard = /^Max core file size\s+\S+\s+(\S+)/m.exec(limits)?.[1];
  return hard !== undefined && hard !== '0';
}
