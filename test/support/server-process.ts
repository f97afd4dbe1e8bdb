import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { PROGRAM } from './geomill-process.ts';

/** A process of `geomill serve`. */
export interface ServerProcess {
  port: number;
  /** Address for `--service`. */
  baseUrl: string;
  imageryBaseUrl: string;
  child: ChildProcess;
  /** Ends it, with SIGKILL by default, and waits. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts the built `geomill serve`, and waits until its threads have started; port 0 takes a free one. */
export async function startServerProcess(
  args: readonly string[],
  {
    port = 0,
    env = {},
    stdout = 'ignore',
  }: { port?: number; env?: Record<string, string>; stdout?: number | 'ignore' } = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', String(port), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let stderr = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', (text: Buffer) => {
      stderr += text.toString();
      const address = /serving .* at (http:\/\/\S+)\/v1/.exec(stderr)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`geomill serve ended with ${code}: ${stderr}`)));
  });
  while (!(await fetch(`${origin}/readyz`)).ok) await setTimeout(20);
  return {
    port: Number(new URL(origin).port),
    baseUrl: `${origin}/v1`,
    imageryBaseUrl: `${origin}/imagery/v1`,
    child,
    async stop(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}
