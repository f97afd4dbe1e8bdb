import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a command cost from its start to its end, with starting and compiling. Units: milliseconds, CPU of all threads; bytes. */
export interface CommandCost {
  ms: number;
  cpuMs: number;
  peakRssBytes: number;
}

let count = 0;

/** Runs a job by the built command line and returns what it cost; its output folder is removed. Errors: as of {@link measureProcess}. */
export async function measureCommand(
  dist: string,
  folder: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<CommandCost> {
  const output = join(folder, `output-${++count}`);
  const cost = await measureProcess(dist, folder, [...args, '--output', output], nodeOptions);
  await rm(output, { recursive: true, force: true });
  return cost;
}

/** Runs the built command line and returns what it cost. Errors: as of {@link measureNode}. */
export async function measureProcess(
  dist: string,
  folder: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<CommandCost> {
  return measureNode(folder, [...nodeOptions, join(dist, 'cli/main.cjs'), ...args]);
}

/** Runs Node and returns what it cost. Shape: `folder` is for a file with the figures. Errors: it ends with another code than 0. */
export async function measureNode(folder: string, args: readonly string[]): Promise<CommandCost> {
  const own = join(folder, `command-${++count}`);
  const figures = `${own}.json`;
  const hook = `${own}.cjs`;
  await writeFile(
    hook,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(figures)}, JSON.stringify({ ...process.cpuUsage(), maxRSS: process.resourceUsage().maxRSS })));`,
  );
  const ms = await run(folder, process.execPath, ['--require', hook, ...args]);
  const { user, system, maxRSS } = JSON.parse(await readFile(figures, 'utf8')) as {
    user: number;
    system: number;
    maxRSS: number;
  };
  for (const file of [figures, hook]) await rm(file, { force: true });
  return { ms, cpuMs: (user + system) / 1000, peakRssBytes: maxRSS * 1024 };
}

/** Runs a script of Python, which gets the path of its figures as last argument: CPU in seconds and peak in kB. Errors: as of {@link measureNode}. */
export async function measurePython(folder: string, args: readonly string[]): Promise<CommandCost> {
  const figures = join(folder, `command-${++count}.json`);
  const ms = await run(folder, '/usr/bin/python3', [...args, figures]);
  const [cpuSeconds, peakKb] = JSON.parse(await readFile(figures, 'utf8')) as [number, number];
  await rm(figures);
  return { ms, cpuMs: cpuSeconds * 1000, peakRssBytes: peakKb * 1024 };
}

/** Runs a program to its end. Units: ms. */
async function run(folder: string, program: string, args: readonly string[]): Promise<number> {
  const startMs = performance.now();
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${errors.slice(-500)}`);
  return performance.now() - startMs;
}
