import type { ServerResponse } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answerOf } from '../support/loopback-answers.ts';
import { startLoopbackService, type LoopbackHooks } from '../support/loopback-service.ts';
import { geomill } from './cli-harness.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const ROWS = 300;
const GOOD = 40;
const CONCURRENCY = 8;

/** Starts a service and returns a function that runs a job over a file of addresses against it. */
async function setUp(hooks: LoopbackHooks, job = 'geocode') {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-bad-'));
  cleanups.push(() => rm(folder, { recursive: true }));
  const service = await startLoopbackService(hooks);
  cleanups.push(() => service.close());
  const rows = Array.from({ length: ROWS }, (_, nth) => `${nth},"${nth} Lê Lợi, Huế"\n`);
  await writeFile(join(folder, 'many.csv'), `id,address\n${rows.join('')}`);
  const run = (...more: string[]) =>
    geomill(
      ['run', job, '--input', join(folder, 'many.csv'), '--output', join(folder, 'out')].concat([
        '--service',
        service.baseUrl,
        '--concurrency',
        String(CONCURRENCY),
        ...more,
      ]),
      { GEOMILL_CACHE: join(folder, 'cache') },
    );
  const statuses = async () => {
    const csv = await readFile(join(folder, 'out/many.csv'), 'utf8');
    return csv
      .split('\n')
      .slice(1, -1)
      .map((line) => /,(ok|not_found|error|review),/.exec(line)?.[1] ?? line);
  };
  return { run, statuses, sent: async () => (await service.log()).length };
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const FAULTS: [string, (response: ServerResponse) => void, number][] = [
  ['HTTP 402', (response) => response.writeHead(402).end(), 69],
  ['HTTP 402 with a message', (response) => json(response, 402, { status: 'ERROR', message: 'pay' }), 69],
  ['HTTP 403', (response) => response.writeHead(403).end(), 69],
  ['HTTP 404', (response) => response.writeHead(404).end(), 69],
  ['HTTP 418', (response) => response.writeHead(418).end(), 69],
  ['a redirect', (response) => response.writeHead(302, { location: 'https://login.example/' }).end(), 69],
  ['ERROR with HTTP 200', (response) => json(response, 200, { status: 'ERROR', message: 'no' }), 69],
  ['REQUEST_DENIED', (response) => json(response, 200, { results: [], status: 'REQUEST_DENIED' }), 69],
  ['9 MiB', (response) => response.writeHead(200, { 'content-length': 9 << 20 }).write('{'), 69],
  [
    'a position that is not on the earth',
    (response) => {
      const answer = answerOf('geocodeForward', new URLSearchParams({ text: 'x' })) as { features: object[] };
      const geometry = { type: 'Point', coordinates: [21.03, 105.85] };
      json(response, 200, { ...answer, features: answer.features.map((each) => ({ ...each, geometry })) });
    },
    69,
  ],
  ['HTTP 429 for ever', (response) => response.writeHead(429, { 'retry-after': '9'.repeat(20) }).end(), 75],
  [
    'OVER_QUERY_LIMIT for ever',
    (response) => {
      response.setHeader('retry-after', '4000');
      json(response, 200, { results: [], status: 'OVER_QUERY_LIMIT' });
    },
    75,
  ],
];

describe('a service that turns bad after the 40th request', () => {
  it.each(FAULTS)(
    '%s: the run stops, and the same command finishes it when it is good again',
    async (_, fault, exitCode) => {
      let isBad = true;
      const { run, statuses, sent } = await setUp({
        intercept: (_request, response, nth) => {
          if (isBad && nth > GOOD) fault(response);
          return isBad && nth > GOOD;
        },
      });
      const stopped = await run();
      expect([stopped.exitCode, stopped.stderr]).toEqual([exitCode, expect.stringContaining('same command')]);
      // Half of the last 200 requests, those in flight, and the first ones.
      const before = await sent();
      expect(before).toBeLessThanOrEqual(GOOD + 100 + CONCURRENCY);
      isBad = false;
      expect((await run()).exitCode).toBe(0);
      const outcomes = await statuses();
      expect([outcomes.length, outcomes.filter((status) => status === 'error')]).toEqual([ROWS, []]);
      expect(await sent()).toBe(before + ROWS - GOOD);
    },
  );
});

describe('a service that turns bad for the last rows', () => {
  it('gives them an error, since no later success shows whose fault it is; --restart requests only them again', async () => {
    const LAST = 12;
    let isBad = true;
    const { run, statuses, sent } = await setUp({
      intercept: (_request, response, nth) => {
        if (isBad && nth > ROWS - LAST) response.writeHead(402).end();
        return isBad && nth > ROWS - LAST;
      },
    });
    expect((await run()).exitCode).toBe(0);
    expect((await statuses()).filter((status) => status === 'error')).toHaveLength(LAST);
    isBad = false;
    const before = await sent();
    expect((await run('--restart')).exitCode).toBe(0);
    expect((await statuses()).filter((status) => status === 'error')).toEqual([]);
    expect(await sent()).toBe(before + LAST);
  });
});

describe('a service that refuses some requests', () => {
  it('gives these rows an error, and finishes', async () => {
    const { run, statuses } = await setUp({
      intercept: (request, response) => {
        const isRefused = /text=\d*7\+/.test(request.url ?? '');
        if (isRefused) response.writeHead(402).end();
        return isRefused;
      },
    });
    expect((await run()).exitCode).toBe(0);
    expect((await statuses()).filter((status) => status === 'error')).toHaveLength(ROWS / 10);
  });
});
