import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Says how a process of the built command line ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stderr: string;
  stdout: string;
}

/** The command line that tests start: the built one, or that of a mutant. */
export const PROGRAM = process.env.GEOMILL_PROGRAM ?? join('dist', 'cli', 'main.cjs');

/** Runs the built command line; `onStart` may kill it. */
export async function geomill(
  args: readonly string[],
  env: Record<string, string> = {},
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  let stdout = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  onStart(child);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stderr, stdout };
}
