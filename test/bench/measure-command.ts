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

/** Runs the built command line and returns what it cost. Errors: it ends with another code than 0. */
export async function measureProcess(
  dist: string,
  folder: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<CommandCost> {
  const own = join(folder, `command-${++count}`);
  const figures = `${own}.json`;
  const hook = `${own}.cjs`;
  await writeFile(
    hook,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(figures)}, JSON.stringify({ ...process.cpuUsage(), maxRSS: process.resourceUsage().maxRSS })));`,
  );
  const startMs = performance.now();
  const child = spawn(
    process.execPath,
    [...nodeOptions, '--require', hook, join(dist, 'cli/main.cjs'), ...args],
    { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - startMs;
  if (code !== 0) throw new Error(`geomill ${args.join(' ')} ended with ${code}: ${errors.slice(-500)}`);
  const { user, system, maxRSS } = JSON.parse(await readFile(figures, 'utf8')) as {
    user: number;
    system: number;
    maxRSS: number;
  };
  for (const file of [figures, hook]) await rm(file, { force: true });
  return { ms, cpuMs: (user + system) / 1000, peakRssBytes: maxRSS * 1024 };
}
