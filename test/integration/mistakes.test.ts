import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useLoopback } from '../support/use-loopback.ts';
import { geomill } from './cli-harness.ts';
import { MISTAKE_FILES, MISTAKES } from './mistakes-list.ts';

let folder: string;
const taken = createServer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-mistakes-'));
  for (const [name, content] of Object.entries(MISTAKE_FILES)) await writeFile(join(folder, name), content);
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  for (const [job, input, output] of [
    ['geocode', 'good.csv', 'done'],
    ['forcode', 'points.csv', 'forcodes'],
  ] as const) {
    const args = ['--input', join(folder, input), '--output', join(folder, output), '--workers', '1'];
    const ended = await geomill(['run', job, ...args, '--no-report']);
    expect(ended.exitCode, ended.stderr).toBe(0);
  }
});
afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true });
});

/** Returns the words of a command line. */
function wordsOf(command: string): string[] {
  const { port } = taken.address() as AddressInfo;
  return command.split(' ').map((word) => word.replace(/^@/, `${folder}/`).replace('$PORT', String(port)));
}

describe('a mistake about a service', () => {
  const loopback = useLoopback('mistakes');
  const run = (baseUrl: string, output: string, env: Record<string, string> = {}) =>
    geomill(
      wordsOf(`run geocode --input @good.csv --output @${output} --no-cache --service ${baseUrl}`),
      env,
    );

  it('says that no key was given, or that it was refused', async () => {
    const { baseUrl } = await loopback.start({ key: 'right' });
    const without = await run(baseUrl, 'keyless');
    expect(without.exitCode).toBe(77);
    expect(without.stderr).toMatch(
      /wants a key \(HTTP 401\), and no key was given\. Set GEOMILL_API_KEY, or name a file with --api-key-file/,
    );
    const wrong = await run(baseUrl, 'wrong-key', { GEOMILL_API_KEY: 'wrong-key-wrong-key' });
    expect(wrong.exitCode).toBe(77);
    expect(wrong.stderr).toMatch(/refused the key \(HTTP 401\)/);
  });

  it('says that the path of a gateway is wrong', async () => {
    const { baseUrl } = await loopback.start({
      intercept: ({ url = '' }, response) => {
        if (url.startsWith('/v1/')) return false;
        response.writeHead(404, { 'content-type': 'text/html' }).end('<html>nothing here</html>');
        return true;
      },
    });
    const ended = await run(baseUrl.replace('/v1', '/geo/v1'), 'path');
    expect(ended.exitCode).toBe(69);
    expect(ended.stderr).toMatch(
      /HTTP 404.*The path of its address is probably wrong: .*https:\/\/host\/geo\/v1/,
    );
  });
});

describe('--json', () => {
  it('lists what the job expects, met or not', async () => {
    const command = 'run @unmet.yaml --input @good.csv --output @listed --workers 1 --json';
    const { exitCode, stdout } = await geomill(wordsOf(command));
    expect(exitCode).toBe(3);
    const [first, second] = (JSON.parse(stdout) as { expectations: object[] }).expectations;
    expect([first, second]).toMatchObject([
      { name: 'ok_rate', expected: '>= 0.99', met: true },
      { name: 'min_rows', expected: '>= 100', found: 2, met: false },
    ]);
  });
});

describe('a deliberate mistake', () => {
  it('is made with every command, 87 times or more', () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(87);
    expect(new Set(MISTAKES.map(({ wrong }) => wrong)).size).toBe(MISTAKES.length);
  });

  it.each(MISTAKES)('$wrong: geomill $command', async ({ command, env = {}, exit, place, remedy }) => {
    const { exitCode, stderr } = await geomill(wordsOf(command), env);
    expect
      .soft({ exitCode, stderr }, stderr)
      .toEqual({ exitCode: exit, stderr: expect.stringMatching(place) as string });
    expect.soft(stderr).toMatch(remedy);
    expect.soft(stderr).not.toMatch(/bug in Geomill|undefined|\[object|at .*\.ts:/);
  });
});
