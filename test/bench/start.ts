import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { measureProcess, type CommandCost } from './measure-command.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { median, megabytes, seconds, target } from './table.ts';

const MAX_THREAD_MS = 150;

interface Command {
  label: string;
  args: readonly string[];
  maxMs: number;
  maxRssBytes?: number;
}

/** Measures how long commands take to start and end, and how long a worker thread takes to load its code. */
export const start: Measurement = {
  name: 'start',
  async run(context) {
    const runs = context.isQuick ? 3 : 15;
    const commands = await listCommands(context);
    const measured = commands.map((): CommandCost[] => []);
    const threads: number[] = [];
    // With the first run Node keeps the compiled code, where it can.
    for (let run = 0; run <= runs; run += 1) {
      for (const [at, { args }] of commands.entries()) {
        const figures = await measureProcess(context.dist, context.folder, args);
        if (run > 0) measured[at]?.push(figures);
      }
      if (run > 0) threads.push(await measureThread(context));
    }
    const cells = commands.map(({ label, maxMs, maxRssBytes }, at) => {
      const starts = measured[at] ?? [];
      const ms = median(starts.map((each) => each.ms));
      const rss = median(starts.map(({ peakRssBytes }) => peakRssBytes));
      return [
        label,
        seconds(ms),
        seconds(median(starts.map(({ cpuMs }) => cpuMs))),
        megabytes(rss),
        target(`<= ${seconds(maxMs, 1)} s`, ms <= maxMs),
        maxRssBytes === undefined ? '' : target(`<= ${megabytes(maxRssBytes)} MB`, rss <= maxRssBytes),
      ];
    });
    const threadMs = median(threads);
    cells.push([
      'worker thread, until its code is loaded',
      seconds(threadMs),
      '',
      '',
      target(`<= ${seconds(MAX_THREAD_MS)} s`, threadMs <= MAX_THREAD_MS),
      '',
    ]);
    return {
      title: `start: whole processes, median of ${runs}, in turn`,
      columns: ['', 's', 'CPU s', 'peak MB', 'target', ''],
      rows: cells,
      notes: ['compare with another build: --dist FOLDER; on a busy machine compare the CPU seconds'],
    };
  },
};

async function listCommands({ folder }: BenchContext): Promise<Command[]> {
  const input = join(folder, 'one.csv');
  await writeFile(input, 'id,address\n1,"Phường Hoàn Kiếm, Hà Nội"\n');
  const output = join(folder, 'out');
  return [
    { label: '--help', args: ['--help'], maxMs: 200, maxRssBytes: 70 << 20 },
    { label: 'forcode encode', args: ['forcode', 'encode', '21.0285', '105.8542'], maxMs: 300 },
    {
      label: 'ask geocodeForward',
      args: ['ask', 'geocodeForward', 'text=Phường Hoàn Kiếm, Hà Nội'],
      maxMs: 600,
      maxRssBytes: 120 << 20,
    },
    {
      label: 'run geocode, one row',
      args: ['run', 'geocode', '--input', input, '--output', output, '--restart', '--quiet'],
      maxMs: 700,
    },
  ];
}

/** Starts a thread that loads the code of a worker thread, and nothing else. */
function measureThread({ dist }: BenchContext): Promise<number> {
  const path = join(dist, 'bundle', 'chunk-worker.cjs');
  const program = `require(${JSON.stringify(path)}); require('node:worker_threads').parentPort.postMessage('loaded');`;
  const before = performance.now();
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: {} });
    // Without a dataset the service of the thread cannot be opened; only its code is measured.
    worker.on('error', () => undefined);
    worker.once('message', () => {
      resolve(performance.now() - before);
      void worker.terminate();
    });
    worker.once('exit', () => reject(new Error('the thread ended before its code was loaded')));
  });
}
