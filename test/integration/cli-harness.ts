import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { runCli } from '../../src/cli/program.ts';

/** Holds what a command line did. */
export interface CliResult {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command line in this process, away from its environment and its streams. */
export async function geomill(
  args: readonly string[],
  env: Record<string, string> = {},
  stdin: Readable = Readable.from([]),
  signals: EventEmitter = new EventEmitter(),
  onText: (text: string) => void = () => undefined,
): Promise<CliResult> {
  const result = { stdout: '', stderr: '' };
  const keep = (name: keyof typeof result) => (text: string) => {
    result[name] += text;
    onText(text);
  };
  const exitCode = await runCli(args, {
    env,
    stdin,
    stdout: { write: keep('stdout') },
    stderr: { write: keep('stderr') },
    signals,
    nowMs: () => performance.now(),
    exit: (code) => {
      throw new Error(`left with ${code}`);
    },
    jobsDir: 'jobs',
    starterDir: 'fixtures/starter',
    version: '0.0.0',
  });
  return { exitCode, ...result };
}

/** Starts a command that serves until it is ended. Shape: `said` resolves with what a pattern finds in its output. */
export function startServing(args: readonly string[], pattern: RegExp) {
  const signals = new EventEmitter();
  let found = (_: string): void => undefined;
  const said = new Promise<string>((resolve) => (found = resolve));
  const ended = geomill(args, {}, Readable.from([]), signals, (text) => {
    const [, part] = pattern.exec(text) ?? [];
    if (part !== undefined) found(part);
  });
  return {
    said: Promise.race([said, ended.then(({ stderr }) => Promise.reject(new Error(stderr)))]),
    ended,
    end: () => (signals.emit('SIGTERM'), ended),
  };
}

// The built command line: loading the TypeScript source takes each process some seconds.
const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { geomill: string } };
const MAIN = resolve(bin.geomill);

/** Starts the built command line in a process of its own. */
export function startGeomill(
  args: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  const result = { stdout: '', stderr: '' };
  child.stdout.on('data', (bytes: Buffer) => (result.stdout += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (result.stderr += bytes.toString()));
  const exited = once(child, 'close').then(([exitCode, signal]: (number | string | null)[]) => ({
    exitCode: exitCode as number | null,
    signal,
    ...result,
  }));
  return { child, exited, stderr: () => result.stderr };
}
