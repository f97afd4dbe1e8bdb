import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Times of a process. Units: ms. */
export interface ProcessTime {
  cpuMs: number;
  wallMs: number;
}

/** Runs a script of Node in a process of its own, and returns its times. Shape: `folder` is for a file with the times. Errors: where it ends with another code than 0. */
export async function timeOf(folder: string, args: readonly string[]): Promise<ProcessTime> {
  const times = join(folder, 'times');
  const hook = join(folder, 'times.cjs');
  await writeFile(
    hook,
    `process.on('exit', () => { const { user, system } = process.cpuUsage(); require('node:fs').writeFileSync(${JSON.stringify(times)}, String((user + system) / 1000)); });`,
  );
  const begun = performance.now();
  const child = spawn(process.execPath, ['-r', hook, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the process ended with ${code}`);
  return { cpuMs: Number(await readFile(times, 'utf8')), wallMs: performance.now() - begun };
}
