import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLoadClient, type LoadClient } from './load-client.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { createRandom } from './random.ts';
import { batchSpeed, type BatchSpeed } from './server-batch.ts';
import { megabytes, percent, target, whole } from './table.ts';

const CONNECTIONS = 64;
const PATHS = 2000;
/** Loads before the measured ones, in which V8 compiles what is used: several thousand forward requests a thread. Units: seconds. */
const WARM_UP_SECONDS = { quick: 1, usual: 5 };
/** Units: seconds. */
const SECONDS = { quick: 2, usual: 10 };
/** Share of the rate of the closed loop that the open loop sends. */
const OPEN_SHARE = 0.7;
const CONSTANT = JSON.stringify({ text: 'a'.repeat(340) });
const TICKS_PER_SECOND = 100;
/** Least rate of a batch, as a share of the rate of the engine. */
const BATCH_SHARE = 0.8;

export interface Target {
  name: string;
  method: 'GET' | 'POST';
  paths: readonly string[];
  /** Requests a second that the server must reach; the constants have none. */
  least?: number;
}

/** Measures `geomill serve` under load, beside bare node:http and Fastify answering a constant. */
export const server: Measurement = { name: 'server', run: measure };

async function measure(context: BenchContext) {
  const seconds = context.isQuick ? SECONDS.quick : SECONDS.usual;
  const rows: string[][] = [];
  const client = startLoadClient();
  let fastifyRate = NaN;
  for (const kind of ['node:http', 'fastify']) {
    const peer = fork(fileURLToPath(new URL('server-peer.js', import.meta.url)), [kind, CONSTANT]);
    try {
      const [{ port }] = (await once(peer, 'message')) as [{ port: number }];
      const constant = { name: `${kind}, a constant`, method: 'GET' as const, paths: ['/'] };
      const measured = await loops({ client, port, child: peer }, constant, seconds);
      fastifyRate = measured.rate;
      rows.push(...measured.rows);
    } finally {
      peer.kill();
    }
  }
  let batch: BatchSpeed;
  const geomill = await startGeomill(context);
  try {
    for (const each of targets(context.seed)) {
      const measured = await loops({ client, ...geomill }, each, seconds, fastifyRate);
      rows.push(...measured.rows);
    }
    batch = await batchSpeed(context, geomill.port, () => usageOf(geomill.child.pid ?? 0).cpuMs);
    rows.push(batchRow(batch));
  } finally {
    geomill.child.kill();
    client.end();
  }
  return {
    title: `server: ${CONNECTIONS} connections, ${seconds} s each; client and server in different processes; the client on one core, the server on all, as its threads need them`,
    columns: [
      '',
      'loop',
      'req/s',
      'p50 ms',
      'p99',
      'p99.9',
      'CPU us/req',
      'of the client',
      'MB before',
      'after',
      'errors',
      'of Fastify',
      'target',
    ],
    rows,
    notes: [
      `open loop: ${OPEN_SHARE * 100} % of the rate of the closed loop, latency from the time when the request was due`,
      'CPU: user and system time of the server process for each answered request, all its threads; and of the client',
      'errors: responses other than 200, broken connections, and requests of the open loop that were due and not sent',
      engineNote(batch),
    ],
  };
}

/** Writes the row of a batch, whose requests are its rows. */
function batchRow({ rows, engine, batch }: BatchSpeed): string[] {
  const share = engine.ms / batch.ms;
  const goal = target(`>= ${percent(BATCH_SHARE, 0)} of the engine`, share >= BATCH_SHARE);
  const cpu = whole((batch.cpuMs * 1000) / rows);
  return ['batch forward', 'rows', perSecond(rows, batch.ms), '', '', '', cpu, '', '', '', '0', '', goal];
}

function engineNote({ rows, rounds, threads, engine, batch }: BatchSpeed): string {
  const shares = `${percent(engine.ms / batch.ms, 0)} of its rate, ${percent(engine.cpuMs / batch.cpuMs, 0)} by CPU time`;
  const cpu = whole((engine.cpuMs * 1000) / rows);
  return `batch: ${whole(rows)} addresses in one body, median of ${rounds} rounds; the engine alone, the same texts in ${threads} threads of a process in turn: ${perSecond(rows, engine.ms)}/s, CPU ${cpu} us; the batch has ${shares}`;
}

const perSecond = (rows: number, ms: number) => whole((rows * 1000) / ms);

export function targets(seed: number): Target[] {
  const random = createRandom(seed);
  // Over Ha Noi and Ho Chi Minh City, where the starter dataset has streets and houses.
  const point = () => {
    const [lat, lon] = random() < 0.5 ? [21.02, 105.84] : [10.78, 106.69];
    return [lat + (random() - 0.5) * 0.1, lon + (random() - 0.5) * 0.1].map((each) => each.toFixed(6));
  };
  const points = Array.from({ length: PATHS }, point);
  const [, ...lines] = readFileSync('fixtures/addresses.csv', 'utf8').trimEnd().split('\n');
  const addresses = lines.map((line) => /"([^"]+)"/.exec(line)?.[1] ?? line.split(',').slice(1).join(','));
  return [
    {
      name: 'reverse',
      method: 'GET',
      paths: points.map(([lat, lon]) => `/v1/geocode/reverse?point.lat=${lat}&point.lon=${lon}`),
      least: 8000,
    },
    {
      name: 'forcode',
      method: 'POST',
      paths: points.map(([lat, lon]) => `/v1/forcodes/encode?lat=${lat}&lng=${lon}`),
      least: 8000,
    },
    {
      name: 'forward',
      method: 'GET',
      paths: addresses.map((text) => `/v1/geocode/forward?text=${encodeURIComponent(text)}`),
      least: 4000,
    },
  ];
}

export async function startGeomill({ dist, datasetDir }: Pick<BenchContext, 'dist' | 'datasetDir'>) {
  const args = [
    join(dist, 'cli', 'main.cjs'),
    'serve',
    '--port',
    '0',
    '--dataset',
    datasetDir,
    '--log-level',
    'error',
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const address = /(http:\/\/\S+)\/v1/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`geomill serve ended: ${text}`)));
  });
  return { child, port: Number(new URL(origin).port) };
}

/** A server process, and the process that sends requests to it. */
export interface Measured {
  client: LoadClient;
  port: number;
  child: ChildProcess;
}

/** Runs the closed loop, then the open loop. */
async function loops(
  measured: Measured,
  each: Target,
  seconds: number,
  fastifyRate?: number,
): Promise<{ rows: string[][]; rate: number }> {
  await load(measured, each, seconds > SECONDS.quick ? WARM_UP_SECONDS.usual : WARM_UP_SECONDS.quick);
  const closed = await load(measured, each, seconds);
  const rate = Math.max(1, Math.round(closed.rate * OPEN_SHARE));
  const open = await load(measured, each, seconds, rate);
  const goal = each.least === undefined ? '' : target(`>= ${whole(each.least)}/s`, closed.rate >= each.least);
  const share = fastifyRate === undefined ? '' : percent(closed.rate / fastifyRate, 0);
  return {
    rate: closed.rate,
    rows: [
      [each.name, 'closed', ...closed.cells, share, goal],
      ['', `open, ${whole(rate)}/s`, ...open.cells, '', ''],
    ],
  };
}

/** Sends requests for some seconds; as fast as answers come, unless a rate is given. */
export async function load(
  { client, port, child: { pid = 0 } }: Measured,
  { method, paths }: Target,
  seconds: number,
  ratePerSecond?: number,
) {
  const before = usageOf(pid);
  const result = await client.run({
    host: '127.0.0.1',
    port,
    method,
    paths,
    connections: CONNECTIONS,
    seconds,
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
  });
  const after = usageOf(pid);
  const rate = result.requests / result.seconds;
  const eachMicroseconds = (ms: number) => whole((ms * 1000) / result.requests);
  const cells = [
    whole(rate),
    ...[result.p50, result.p99, result.p999].map((ms) => ms.toFixed(1)),
    eachMicroseconds(after.cpuMs - before.cpuMs),
    eachMicroseconds(result.clientCpuMs),
    megabytes(before.rssBytes),
    megabytes(after.rssBytes),
    whole(result.errors + result.unanswered),
  ];
  return { rate, cells, ...result, rssBytes: after.rssBytes };
}

/** Returns what a process has used so far. Source: proc(5), the 14th and 15th field of stat and VmRSS of status. */
function usageOf(pid: number): { cpuMs: number; rssBytes: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { cpuMs: (ticks / TICKS_PER_SECOND) * 1000, rssBytes: kilobytes * 1024 };
}
