import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { NO_REDIS, startRedis } from '../support/redis-server.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { writeNoisyAddresses } from './noisy-address-file.ts';
import { median, megabytes, percent, sampled, seconds, target, whole } from './table.ts';

const ROWS = 1_000_000;
const QUICK_ROWS = 50_000;
const WORKERS = 2;
const LEAST_SHARE = 0.9;
/** Small enough for the window to be full until near the end. */
const WINDOW_MIB = 8;
const MOST_REDIS_BYTES = 4 * WINDOW_MIB * 2 ** 20;
const SAMPLE_MS = 500;
/** Of the clock of the kernel; 100 on every Linux of Node. */
const TICKS_PER_SECOND = 100;

/** One run: how long it took, the CPU time of all its processes, and its results. Units: ms. */
interface QueueRun {
  ms: number;
  cpuMs: number;
  sha256: string;
  jobs: number;
}

/** Measures a run whose chunks two processes compute through Redis, beside one of two threads. */
export const queue: Measurement = {
  name: 'queue',
  async run(context) {
    if (NO_REDIS) throw new Error(NO_REDIS);
    const rows = context.isQuick ? QUICK_ROWS : ROWS;
    const runs = context.isQuick ? 1 : 3;
    const input = await writeNoisyAddresses(join(context.folder, 'addresses.csv'), context, rows);
    const redis = await startRedis();
    const client = new Redis(redis.port);
    const workers: ChildProcess[] = [];
    const memory: number[] = [];
    const sampler = setInterval(() => void usedMemory(client).then((bytes) => memory.push(bytes)), SAMPLE_MS);
    const threads: QueueRun[] = [];
    const processes: QueueRun[] = [];
    try {
      for (let nth = 0; nth < WORKERS; nth += 1)
        workers.push(start(context, ['worker', '--queue', redis.url, '--concurrency', '1']));
      while ((await client.scard('geomill:workers')) < WORKERS) await delay(50);
      const empty = await usedMemory(client);
      memory.length = 0;
      for (let run = 1; run <= runs; run += 1) {
        process.stderr.write(`  run ${run} of ${runs}: threads, then processes\n`);
        threads.push(await runOnce(context, input, ['--workers', `${WORKERS}`]));
        processes.push(
          await runOnce(context, input, ['--queue', redis.url, '--queue-window', `${WINDOW_MIB}`], workers),
        );
      }
      return tableOf(rows, runs, { threads, processes, memory, empty, bytes: (await stat(input)).size });
    } finally {
      clearInterval(sampler);
      for (const worker of workers) worker.kill('SIGKILL');
      client.disconnect();
      await redis.close();
    }
  },
};

function start({ dist }: BenchContext, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(dist, 'cli', 'main.cjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Runs the job. Shape: `workers` are processes that run before and after it. */
async function runOnce(
  context: BenchContext,
  input: string,
  more: readonly string[],
  workers: readonly ChildProcess[] = [],
): Promise<QueueRun> {
  const output = join(context.folder, 'output');
  const before = await Promise.all(workers.map(cpuMsOf));
  const startMs = performance.now();
  const args = ['run', 'geocode', '--input', input, '--output', output, '--dataset', context.datasetDir];
  const child = start(context, [...args, '--no-report', '--quiet', '--json', ...more]);
  const cpu = watchCpu(child);
  let stdout = '';
  child.stdout?.on('data', (text: Buffer) => (stdout += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - startMs;
  if (code !== 0) throw new Error(`the run ended with ${code}: ${stdout}`);
  const after = await Promise.all(workers.map(cpuMsOf));
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(output, 'addresses.csv')), hash);
  await rm(output, { recursive: true });
  return {
    ms,
    cpuMs: after.reduce((sum, each, at) => sum + each - (before[at] ?? 0), cpu()),
    sha256: hash.digest('hex'),
    jobs: (JSON.parse(stdout) as { queue?: { jobs: number } }).queue?.jobs ?? 0,
  };
}

/** Reads the CPU time of a process until it ends; returns what was read last. */
function watchCpu(child: ChildProcess): () => number {
  let last = 0;
  const timer = setInterval(() => void cpuMsOf(child).then((ms) => (last = Math.max(last, ms))), 100);
  child.once('exit', () => clearInterval(timer));
  return () => last;
}

/** Returns the CPU time of a process, 0 once it has ended. Source: proc(5), utime and stime. */
async function cpuMsOf({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in parentheses, may have spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND;
}

async function usedMemory(client: Redis): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1] ?? 0);
}

interface Found {
  threads: readonly QueueRun[];
  processes: readonly QueueRun[];
  /** Of Redis, in the order in which it was read. */
  memory: readonly number[];
  empty: number;
  /** Of the input. */
  bytes: number;
}

function tableOf(rows: number, runs: number, { threads, processes, memory, empty, bytes }: Found) {
  const ms = (all: readonly QueueRun[]) => median(all.map((each) => each.ms));
  const cpuMs = (all: readonly QueueRun[]) => median(all.map((each) => each.cpuMs));
  const share = ms(threads) / ms(processes);
  const jobs = processes[0]?.jobs ?? 0;
  const perJob = (cpuMs(processes) - cpuMs(threads)) / jobs;
  const isSame = new Set([...threads, ...processes].map(({ sha256 }) => sha256)).size === 1;
  const peak = Math.max(...memory);
  const cellsOf = (name: string, all: readonly QueueRun[], more: readonly string[]) => [
    name,
    seconds(ms(all)),
    whole((rows * 1000) / ms(all)),
    seconds(cpuMs(all)),
    ...more,
  ];
  return {
    title: `queue: ${whole(rows)} addresses to CSV, ${WORKERS} processes through Redis beside ${WORKERS} threads; median of ${runs}, in turn`,
    columns: ['', 's', 'rows/s', 'CPU s', 'share', 'target'],
    rows: [
      cellsOf('threads', threads, ['', '']),
      cellsOf('processes', processes, [
        percent(share),
        target(`>= ${percent(LEAST_SHARE, 0)}`, share >= LEAST_SHARE),
      ]),
    ],
    notes: [
      target('bytes of the results identical', isSame),
      `${whole(jobs)} jobs of ${whole(bytes / jobs / 1024)} KiB; CPU time besides that of threads: ${perJob.toFixed(1)} ms a job, all processes together`,
      `Redis: ${megabytes(empty)} MB before, at most ${megabytes(peak)} MB; ${target(`< ${megabytes(MOST_REDIS_BYTES)} MB with a window of ${WINDOW_MIB} MB`, peak < MOST_REDIS_BYTES)}`,
      `Redis over time, MB: ${sampled(memory).map(megabytes).join(' ')}`,
      'the workers run before the coordinator is started, whose own start is measured; it and Redis need part of a core beside the two processes',
    ],
  };
}
