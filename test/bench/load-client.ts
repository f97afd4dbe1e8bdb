import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

/** A load: without `ratePerSecond` every connection sends the next request as soon as the last is answered. */
export interface Load {
  host: string;
  port: number;
  method: 'GET' | 'POST';
  paths: readonly string[];
  connections: number;
  seconds: number;
  ratePerSecond?: number;
}

/** The outcome of a load. Units: latencies in milliseconds; `errors` are responses other than 200 and broken connections. */
export interface LoadResult {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
  p999: number;
  errors: number;
  unanswered: number;
  clientCpuMs: number;
}

/** A process that sends loads. */
export interface LoadClient {
  run(load: Load): Promise<LoadResult>;
  end(): void;
}

/** Starts the process, on the last core where it can be pinned. */
export function startLoadClient(): LoadClient {
  const child = fork(fileURLToPath(new URL('load-client.js', import.meta.url)));
  pinToLastCore(child);
  return {
    async run(load) {
      child.send(load);
      const [result] = (await once(child, 'message')) as [LoadResult];
      return result;
    },
    end: () => void child.kill(),
  };
}

/** Keeps a process on the last core, where the system allows it. */
function pinToLastCore({ pid = 0 }: ChildProcess): void {
  const last = availableParallelism() - 1;
  if (last < 1) return;
  try {
    execFileSync('taskset', ['-acp', String(last), String(pid)], {
      stdio: 'ignore',
    });
  } catch {
    // Only some systems have taskset, and some workplaces forbid it.
  }
}
