import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleProgram } from './bundle-program.ts';
import type { Loopback, LoopbackOptions, LoopbackReports } from './loopback-service.ts';

const SERVICE = fileURLToPath(new URL('./loopback-service.ts', import.meta.url));

/** Starts a loopback service in a process of its own, so that it takes no time from the client that is measured. */
export async function startLoopbackProcess(options: LoopbackOptions = {}): Promise<Loopback> {
  const program = await bundleProgram(SERVICE);
  const child = fork(program, [JSON.stringify(options)], { serialization: 'advanced' });
  async function next<K extends keyof LoopbackReports>(kind: K, ask?: K): Promise<LoopbackReports[K]> {
    if (ask) child.send(ask);
    for (;;) {
      const [message] = (await once(child, 'message')) as [Partial<LoopbackReports>];
      if (message[kind] !== undefined) return message[kind];
    }
  }
  const baseUrl = await next('ready');
  return {
    baseUrl,
    log: () => next('log', 'log'),
    requests: () => next('requests', 'requests'),
    mostOpen: () => next('mostOpen', 'mostOpen'),
    close: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
