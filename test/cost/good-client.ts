import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nestedBody, rowsWithoutCells, wideRows } from '../support/costly-bodies.ts';
import { dearFleets } from '../support/dear-fleets.ts';
import { dearGeometries } from '../support/dear-imagery.ts';
import { startServerProcess } from '../support/server-process.ts';
import { batch, get, post } from './inputs.ts';
import { buildPictures, bytesOf, type CostInput } from './subject.ts';

/*
 * Prints how long a good client waits at most while a server of two threads has four dear requests at once:
 * `npx tsx test/cost/good-client.ts [name]`, in the folder of a build. The client is a process of its own, which asks every 100 ms.
 */

const AT_ONCE = 4;
const PICTURES = 20_000;
/** The dear requests are given up after so long; one of the good client that is not answered then has waited for so long at least. Units: milliseconds. */
const GIVEN_UP_MS = 20_000;
const EVERY_MS = 100;
/** Before the dear requests, and behind them. Units: milliseconds. */
const REST_MS = 1000;
const GOOD = ['/v1/geocode/forward?text=86%20B%C3%A1t%20%C4%90%C3%A0n', '/healthz'];
const TRICKLES = 1040;
const TRICKLE_MS = 10_000;

type Dear = CostInput & { kind: 'request' };
const dear = (input: CostInput) => input as Dear;
const equalNames = `${'a,'.repeat(9998)}a\n${'1,'.repeat(9998)}1\n`;
const search = (geometry: object | undefined) => post('/imagery/v1/search', { intersects: geometry });
const fleet = (places: number) =>
  get('/v1/optimized-route', { json: JSON.stringify(dearFleets(places)['shared work and breaks']) });

/** The dear requests of issue 47. */
const DEAR: Readonly<Record<string, Dear>> = {
  'a header of equal names': dear(batch('geocode', 'text/csv', equalNames)),
  'all pictures': dear(get('/imagery/v1/search', { limit: '10000' })),
  'a line of 100 positions': dear(search(dearGeometries(100)['a line there and back'])),
  'a line of 9,000 positions': dear(search(dearGeometries(9000)['a line there and back'])),
  'a fleet of 60 places': dear(fleet(60)),
  'a body nested 6,000 deep': dear(post('/v1/forcodes/encode', nestedBody(6000))),
  'one wide row, then empty ones': dear(batch('forcode', 'application/x-ndjson', wideRows(5000, 5000))),
  'rows without cells': dear(batch('geocode', 'application/x-ndjson', rowsWithoutCells(200_000))),
};
const TRICKLE = `${TRICKLES} bodies that trickle`;

/** Sends a request; resolves with its status, or the failure of its connection. */
function send(
  port: number,
  { path, headers, body, method = body ? 'POST' : 'GET' }: Omit<Dear, 'kind'>,
  agent: Agent,
) {
  let sent: ClientRequest | undefined;
  const ended = new Promise<string>((resolve) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { ...headers, host: `127.0.0.1:${port}` },
      agent,
    };
    sent = request(options, (response) => {
      response.resume();
      response.on('close', () => resolve(String(response.statusCode)));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body);
  });
  return { ended, giveUp: () => sent?.destroy() };
}

/** The good client: sends each of its requests every 100 ms until it is told to end, and says how long each waited at most. Units: milliseconds. */
function beGood(port: number): void {
  const agent = new Agent();
  const longest = GOOD.map(() => 0);
  const open = new Map<number, { nth: number; sinceMs: number }>();
  let count = 0;
  let refused = 0;
  const ask = () =>
    GOOD.forEach((path, nth) => {
      const id = (count += 1);
      const sinceMs = performance.now();
      open.set(id, { nth, sinceMs });
      void send(port, { path }, agent).ended.then((status) => {
        open.delete(id);
        longest[nth] = Math.max(longest[nth] ?? 0, performance.now() - sinceMs);
        if (status !== '200') refused += 1;
      });
    });
  const timer = setInterval(ask, EVERY_MS);
  process.send?.('begun');
  process.once('message', () => {
    clearInterval(timer);
    for (const { nth, sinceMs } of open.values())
      longest[nth] = Math.max(longest[nth] ?? 0, performance.now() - sinceMs);
    process.send?.({ longest, count, refused }, () => process.exit());
  });
}

/** Sends all of a body but its end, a byte every 10 s, until the connection ends. */
function trickle(port: number, agent: Agent): { ended: Promise<string>; giveUp: () => void } {
  const headers = { 'content-type': 'text/csv', 'content-length': '1000', host: `127.0.0.1:${port}` };
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/v1/batch/geocode',
    method: 'POST',
    headers,
    agent,
  });
  const timer = setInterval(() => sent.write('a'), TRICKLE_MS);
  sent.write('a');
  const ended = new Promise<string>((resolve) => {
    sent.on('response', (response) => {
      response.resume();
      resolve(String(response.statusCode));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.on('close', () => clearInterval(timer));
  });
  return { ended, giveUp: () => sent.destroy() };
}

/** Measures one kind of dear requests at a server of its own. Returns a row of the table. */
async function row(name: string, dataset: string): Promise<string> {
  const isOfPictures = /pictures|positions/.test(name);
  const server = await startServerProcess([
    '--workers',
    '2',
    ...(isOfPictures ? ['--dataset', dataset] : []),
  ]);
  const agent = new Agent();
  const good = fork(fileURLToPath(import.meta.url), ['--client', String(server.port)]);
  const begun = once(good, 'message');
  try {
    // What is loaded with the first requests is no cost of the dear ones.
    for (const path of [...GOOD, ...GOOD]) await send(server.port, { path }, agent).ended;
    await begun;
    await delay(REST_MS);
    const input = DEAR[name];
    const sent = input
      ? Array.from({ length: AT_ONCE }, () => send(server.port, input, agent))
      : Array.from({ length: TRICKLES }, () => trickle(server.port, agent));
    const beganMs = performance.now();
    const given = delay(GIVEN_UP_MS, 'given up', { ref: false });
    const statuses = await Promise.all(sent.map(({ ended }) => Promise.race([ended, given])));
    const seconds = (performance.now() - beganMs) / 1000;
    await delay(REST_MS);
    const said = once(good, 'message');
    good.send('end');
    const [{ longest, refused, count }] = (await said) as [
      { longest: number[]; refused: number; count: number },
    ];
    sent.forEach(({ giveUp }) => giveUp());
    const counts = [...new Set(statuses)].map(
      (one) => `${statuses.filter((each) => each === one).length} x ${one}`,
    );
    const bytes = input ? bytesOf(input) : 0;
    return `| ${[name, bytes, counts.join(', '), seconds.toFixed(1), ...longest.map(Math.round), `${refused} of ${count}`].join(' | ')} |`;
  } finally {
    good.kill();
    await server.stop();
  }
}

const [first = '', second = ''] = process.argv.slice(2);
if (first === '--client') beGood(Number(second));
else void main(first);

async function main(only: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'geomill-good-client-'));
  try {
    const dataset = await buildPictures(folder, PICTURES);
    console.log('| dear requests | bytes | answered | s | geocode waits ms | healthz waits ms | refused |');
    console.log('|---|---:|---|---:|---:|---:|---:|');
    for (const name of [...Object.keys(DEAR), TRICKLE].filter((each) => each.includes(only)))
      console.log(await row(name, dataset));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
