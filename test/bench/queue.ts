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
import { megabytes, percent, seconds, target, whole } from './table.ts';

const ROWS = 1_000_000;
const QUICK_ROWS = 100_000;
const WORKERS = 2;
const LEAST_SHARE = 0.9;
/** Small enough for the window to be full until near the end. */
const WINDOW_MIB = 8;
/** The window, and results that wait for the coordinator: four times as large as their rows. */
const MOST_REDIS_BYTES = 4 * WINDOW_MIB * 2 ** 20;
const SAMPLE_MS = 250;
const QUARTERS = [0.25, 0.5, 0.75, 1] as const;
/** Of the clock of the kernel; 100 on every Linux of Node. */
const TICKS_PER_SECOND = 100;

/** One run: how long it took, the CPU time of its parts, and its results. Units: ms. */
interface QueueRun {
  ms: number;
  cpuMs: { run: number; workers: number; redis: number };
  sha256: string;
  jobs: number;
  /** Of Redis, in the order in which it was read. Units: bytes. */
  memory: readonly number[];
}

/** The processes that run before and after a run, and are used by it. */
interface Others {
  workers: readonly number[];
  redis: number;
  client: Redis;
}

/** Measures a run whose chunks two processes compute through Redis, beside one of two threads. */
export const queue: Measurement = {
  name: 'queue',
  async run(context) {
    if (NO_REDIS) throw new Error(NO_REDIS);
    const rows = context.isQuick ? QUICK_ROWS : ROWS;
    process.stderr.write(`  input of ${whole(rows)} rows\n`);
    const input = await writeNoisyAddresses(join(context.folder, 'addresses.csv'), context, rows);
    const redis = await startRedis();
    const client = new Redis(redis.port);
    const workers: ChildProcess[] = [];
    try {
      const pid = Number(/^process_id:(\d+)/m.exec(await client.info('server'))?.[1]);
      for (let nth = 0; nth < WORKERS; nth += 1)
        workers.push(start(context, ['worker', '--queue', redis.url, '--concurrency', '1']));
      while ((await client.scard('geomill:workers')) < WORKERS) await delay(50);
      const others: Others = { workers: workers.map((worker) => worker.pid as number), redis: pid, client };
      const empty = await usedMemory(client);
      process.stderr.write('  threads\n');
      const threads = await runOnce(context, input, ['--workers', `${WORKERS}`]);
      process.stderr.write('  processes\n');
      const viaQueue = ['--queue', redis.url, '--queue-window', `${WINDOW_MIB}`];
      const processes = await runOnce(context, input, viaQueue, others);
      return tableOf(rows, { threads, processes, empty, bytes: (await stat(input)).size });
    } finally {
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

/** Runs the job. */
async function runOnce(
  context: BenchContext,
  input: string,
  more: readonly string[],
  others?: Others,
): Promise<QueueRun> {
  const output = join(context.folder, 'output');
  const cpuOfOthers = async () => ({
    workers: sum(await Promise.all((others?.workers ?? []).map(cpuMsOf))),
    redis: others ? await cpuMsOf(others.redis) : 0,
  });
  const memory: number[] = [];
  const sample = async () => void (others && memory.push(await usedMemory(others.client)));
  const sampler = setInterval(() => void sample(), SAMPLE_MS);
  const before = await cpuOfOthers();
  const startMs = performance.now();
  const args = [
    'run',
    '--yes',
    'geocode',
    '--input',
    input,
    '--output',
    output,
    '--dataset',
    context.datasetDir,
  ];
  const child = start(context, [...args, '--no-report', '--quiet', '--json', ...more]);
  const cpu = watchCpu(child);
  let stdout = '';
  child.stdout?.on('data', (text: Buffer) => (stdout += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - startMs;
  clearInterval(sampler);
  if (code !== 0) throw new Error(`the run ended with ${code}: ${stdout}`);
  const after = await cpuOfOthers();
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(output, 'addresses.csv')), hash);
  await rm(output, { recursive: true });
  return {
    ms,
    cpuMs: { run: cpu(), workers: after.workers - before.workers, redis: after.redis - before.redis },
    sha256: hash.digest('hex'),
    jobs: (JSON.parse(stdout) as { queue?: { jobs: number } }).queue?.jobs ?? 0,
    memory,
  };
}

/** Reads the CPU time of a process until it ends; returns what was read last. */
function watchCpu(child: ChildProcess): () => number {
  const { pid = 0 } = child;
  let last = 0;
  const timer = setInterval(() => void cpuMsOf(pid).then((ms) => (last = Math.max(last, ms))), 100);
  child.once('exit', () => clearInterval(timer));
  return () => last;
}

/** Returns the CPU time of a process, 0 once it has ended. Source: proc(5), utime and stime. */
async function cpuMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in parentheses, may have spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1000) / TICKS_PER_SECOND;
}

async function usedMemory(client: Redis): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))?.[1] ?? 0);
}

const sum = (figures: readonly number[]) => figures.reduce((total, each) => total + each, 0);

interface Found {
  threads: QueueRun;
  processes: QueueRun;
  /** Memory of Redis before the run. */
  empty: number;
  /** Of the input. */
  bytes: number;
}

function tableOf(rows: number, { threads, processes, empty, bytes }: Found) {
  const { jobs, memory, cpuMs } = processes;
  const totalOf = (run: QueueRun) => sum(Object.values(run.cpuMs));
  const share = threads.ms / processes.ms;
  const perJob = (totalOf(processes) - totalOf(threads)) / jobs;
  const peak = Math.max(...memory);
  const at = (part: number) => memory[Math.max(0, Math.ceil(part * memory.length) - 1)] ?? 0;
  const cellsOf = (name: string, run: QueueRun) => [
    name,
    seconds(run.ms),
    whole((rows * 1000) / run.ms),
    seconds(totalOf(run)),
    ((totalOf(run) * 1000) / rows).toFixed(1),
  ];
  return {
    title: `queue: ${whole(rows)} addresses to CSV, ${WORKERS} worker processes through Redis after ${WORKERS} threads`,
    columns: ['', 's', 'rows/s', 'CPU s', 'CPU us/row'],
    rows: [cellsOf('threads', threads), cellsOf('processes', processes)],
    notes: [
      `rate of the processes to that of the threads: ${percent(share)}; ${target(`>= ${percent(LEAST_SHARE, 0)}`, share >= LEAST_SHARE)}`,
      `identical: ${threads.sha256 === processes.sha256 ? 'yes' : 'NO'}`,
      `CPU s of the processes: workers ${seconds(cpuMs.workers)}, coordinator ${seconds(cpuMs.run)}, Redis ${seconds(cpuMs.redis)}; to that of the threads ${percent(totalOf(processes) / totalOf(threads))}`,
      `${whole(jobs)} jobs of ${whole(bytes / jobs / 1024)} KiB; overhead per job, all processes together: ${perJob.toFixed(1)} ms of CPU, ${percent((perJob * jobs) / totalOf(threads))} of its work`,
      `Redis: ${megabytes(empty)} MB before; ${QUARTERS.map((part) => `${megabytes(at(part))} MB at ${percent(part, 0)}`).join(', ')} of the time; at most ${megabytes(peak)} MB, ${target(`< ${megabytes(MOST_REDIS_BYTES)} MB with a window of ${WINDOW_MIB} MB`, peak < MOST_REDIS_BYTES)}`,
      'the workers run before the coordinator is started, whose own start is measured; it and Redis need part of a core beside the two processes',
    ],
  };
}
