import { fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunReport } from '../../src/run/pipeline/spec.ts';
import type { RemoteServiceOptions, RemoteStats } from '../../src/remote/options.ts';
import type * as InternalsModule from './internals.ts';
import type { Table } from './table.ts';

/** The inner parts that some measurements call directly. */
export type Internals = typeof InternalsModule;

/** Measures one function. */
export interface Measurement {
  name: string;
  run(context: BenchContext): Promise<Table | Table[]>;
}

/** Holds what a measurement needs. */
export interface BenchContext {
  /** Small figures, to see that everything works. */
  isQuick: boolean;
  /** Folder for inputs and outputs; removed at the end. */
  folder: string;
  /** Folder of the built code. */
  dist: string;
  /** Loads the inner parts, bundled from the sources as the built code is. */
  internals: () => Promise<Internals>;
  datasetDir: string;
  /** Folder of another checkout, built, that is measured beside this one. */
  against?: string | undefined;
  seed: number;
  /** Runs a task in a process of its own; its outputs are removed afterwards. */
  measure(label: string, task: Task): Promise<Measured>;
}

/** Says what a process does. */
export type Task = JobTask | CopyTask | AskTask;

/** Runs a job with the built code. */
export interface JobTask {
  kind: 'job';
  job: {
    name: string;
    stages: readonly { kind: string; options: Readonly<Record<string, unknown>> }[];
    outputs: readonly string[];
  };
  service: { local: string } | { remote: RemoteServiceOptions };
  input: string;
  chunkBytes?: number;
  checkpointMs?: number;
  /** Threads of a local service; the main one when left out. */
  workers?: number;
  /** Looks at the outputs before they are removed. */
  look?: (outputDir: string) => Promise<void>;
}

/** Copies a CSV file by csv-parse and csv-stringify alone. */
export interface CopyTask {
  kind: 'copy';
  input: string;
}

/** Asks questions by undici alone; `paths` is a file of them, one a line. */
export interface AskTask {
  kind: 'ask';
  origin: string;
  paths: string;
  concurrency: number;
}

/** Holds what a task cost. Units: milliseconds; CPU is user and system time of the process; RSS is sampled every second. */
export interface Measured {
  ms: number;
  cpuMs: number;
  peakRssBytes: number;
  rssBytes: number[];
  report?: RunReport;
  stats?: RemoteStats;
  error?: { code: string; message: string };
}

/** Builds the function that measures tasks with the code built in a folder; `execArgv` are options of Node for their processes. */
export function createMeasure(
  dist: string,
  folder: string,
  execArgv: readonly string[] = [],
): BenchContext['measure'] {
  let count = 0;
  return async (label, { ...task }) => {
    const outputDir = join(folder, `output-${++count}`);
    process.stderr.write(`  ${label} ...`);
    const look = task.kind === 'job' ? task.look : undefined;
    try {
      const measured = await runWorker(dist, { ...task, outputDir, output: outputDir }, execArgv);
      process.stderr.write(` ${(measured.ms / 1000).toFixed(2)} s\n`);
      await look?.(outputDir);
      return measured;
    } finally {
      await rm(outputDir, { recursive: true, force: true });
    }
  };
}

function runWorker(dist: string, task: object, execArgv: readonly string[]): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const child = fork(
      fileURLToPath(new URL('worker.js', import.meta.url)),
      [JSON.stringify({ dist, task })],
      { execArgv: [...execArgv] },
    );
    let measured: Measured | undefined;
    child.on('message', (message) => (measured = message as Measured));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (measured && code === 0) resolve(measured);
      else reject(new Error(`the measured process ended with ${signal ?? code}`));
    });
  });
}

/** Measures tasks in turn (A B A B), so that whatever else the machine does meets all of them. */
export async function inTurn<K extends string>(
  context: BenchContext,
  runs: number,
  tasks: Readonly<Record<K, Task | (() => Task)>>,
): Promise<Record<K, Measured[]>> {
  const names = Object.keys(tasks) as K[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, Measured[]>;
  for (let run = 1; run <= runs; run += 1) {
    for (const name of names) {
      const task = tasks[name];
      const measured = await context.measure(
        `${name} (${run}/${runs})`,
        typeof task === 'function' ? task() : task,
      );
      if (measured.error) throw new Error(`${name}: ${measured.error.code} ${measured.error.message}`);
      results[name].push(measured);
    }
  }
  return results;
}
