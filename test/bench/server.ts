import autocannon from 'autocannon';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchContext, Measurement } from './measurement.ts';
import { createRandom } from './random.ts';
import { megabytes, target, whole } from './table.ts';

const CONNECTIONS = 64;
const PATHS = 2000;
/** Units: seconds. */
const SECONDS = { quick: 2, usual: 10, long: 300 };
/** Share of the rate of the closed loop that the open loop sends. */
const OPEN_SHARE = 0.7;
const CONSTANT = JSON.stringify({ text: 'a'.repeat(340) });
const TICKS_PER_SECOND = 100;

interface Target {
  name: string;
  method: 'GET' | 'POST';
  paths: readonly string[];
  /** Requests a second that the server must reach; the constants have none. */
  least?: number;
}

/** Measures `geomill serve` under load, beside bare node:http and Fastify answering a constant: `server`, and `server-long` for five minutes. */
export const server: Measurement = { name: 'server', run: (context) => measure(context, SECONDS.usual) };
export const serverLong: Measurement = {
  name: 'server-long',
  run: (context) => measure(context, SECONDS.long),
};

async function measure(context: BenchContext, usual: number) {
  const seconds = context.isQuick ? SECONDS.quick : usual;
  const rows: string[][] = [];
  for (const kind of ['node:http', 'fastify']) {
    const peer = fork(fileURLToPath(new URL('server-peer.js', import.meta.url)), [kind, CONSTANT]);
    try {
      const [{ port }] = (await once(peer, 'message')) as [{ port: number }];
      const constant = { name: `${kind}, a constant`, method: 'GET' as const, paths: ['/'] };
      rows.push(...(await loops(`http://127.0.0.1:${port}`, peer, constant, seconds)));
    } finally {
      peer.kill();
    }
  }
  const geomill = await startGeomill(context);
  try {
    for (const each of targets(context.seed)) {
      rows.push(...(await loops(geomill.origin, geomill.child, each, seconds)));
    }
  } finally {
    geomill.child.kill();
  }
  return {
    title: `server: ${CONNECTIONS} connections, ${seconds} s each; client and server in different processes`,
    columns: [
      '',
      'loop',
      'req/s',
      'p50 ms',
      'p99',
      'p99.9',
      'CPU us/req',
      'MB before',
      'after',
      'errors',
      'target',
    ],
    rows,
    notes: [
      `open loop: ${OPEN_SHARE * 100} % of the rate of the closed loop, latency from the time when the request was due`,
      'CPU: user and system time of the server process for each answered request, all its threads',
    ],
  };
}

function targets(seed: number): Target[] {
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

async function startGeomill({ dist, datasetDir }: BenchContext) {
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
  return { child, origin };
}

/** Runs the closed loop, then the open loop. */
async function loops(
  origin: string,
  child: ChildProcess,
  each: Target,
  seconds: number,
): Promise<string[][]> {
  const closed = await load(origin, child, each, seconds);
  const rate = Math.max(1, Math.round(closed.rate * OPEN_SHARE));
  const open = await load(origin, child, each, seconds, rate);
  const goal = each.least === undefined ? '' : target(`>= ${whole(each.least)}/s`, closed.rate >= each.least);
  return [
    [each.name, 'closed', ...closed.cells, goal],
    ['', `open, ${whole(rate)}/s`, ...open.cells, ''],
  ];
}

async function load(
  origin: string,
  { pid = 0 }: ChildProcess,
  { method, paths }: Target,
  seconds: number,
  overallRate?: number,
) {
  const before = usageOf(pid);
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: paths.map((path) => ({ method, path })),
    // With a rate, autocannon corrects latencies for coordinated omission by itself.
    ...(overallRate === undefined ? {} : { overallRate }),
  });
  const after = usageOf(pid);
  const { latency, requests } = result;
  const rate = requests.total / result.duration;
  const errors = result.errors + result.timeouts + result.non2xx;
  const cpuMicroseconds = ((after.cpuMs - before.cpuMs) * 1000) / requests.total;
  const cells = [
    whole(rate),
    ...[latency.p50, latency.p99, latency.p99_9].map((ms) => ms.toFixed(0)),
    cpuMicroseconds.toFixed(0),
    megabytes(before.rssBytes),
    megabytes(after.rssBytes),
    whole(errors),
  ];
  return { rate, cells };
}

/** Returns what a process has used so far. Source: proc(5), the 14th and 15th field of stat and VmRSS of status. */
function usageOf(pid: number): { cpuMs: number; rssBytes: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { cpuMs: (ticks / TICKS_PER_SECOND) * 1000, rssBytes: kilobytes * 1024 };
}
