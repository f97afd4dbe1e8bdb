/**
 * What the code of the remote service, and that of a server, takes from its machine: files, connections, timers, random names.
 *
 * Shape: it takes the places of `base/files/file-calls.ts`, `base/files/durable-fs.ts`, `remote/transport.ts`, the timers and `node:crypto` in the bundle of
 * the simulator. Each call belongs to the simulated process in which it is made.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type * as nodeCrypto from 'node:crypto';
import type { DurableFs } from '../../../src/base/files/durable-fs.ts';
import type { FileCalls } from '../../../src/base/files/file-calls.ts';
import type { Transport } from '../../../src/remote/transport.ts';

/** The parts of a simulated process that its code finds around it. */
export interface Surroundings {
  /** Of a process of the remote service. */
  calls?: FileCalls;
  transport?: Transport;
  /** Of a server. */
  fs?: DurableFs;
  after: (ms: number, callback: () => void) => () => void;
  /** The time of day, of a process of the remote service. */
  wallMs?: () => number;
  randomName(bytes: number): string;
}

const current = new AsyncLocalStorage<Surroundings>();
const here = () => {
  const found = current.getStore();
  if (!found) throw new Error('simulated: code outside of a process');
  return found;
};

/** Runs code of a process. */
export const runIn = <T>(surroundings: Surroundings, run: () => T): T => current.run(surroundings, run);

export const FILE_CALLS = new Proxy({} as FileCalls, {
  get: (_, name: keyof FileCalls) => here().calls?.[name],
});

export { KIND_NAMES } from '../../../src/base/files/durable-fs.ts';
export const createDurableFs = (): DurableFs => here().fs as DurableFs;

export const createTransport = (): Transport => here().transport as Transport;
export const MAX_BODY_BYTES = 8 << 20;

/** The time of day for code that asks Node for it: a limiter of the registry. */
export class Date extends globalThis.Date {
  static override now = () => here().wallMs?.() ?? 0;
}

/** A timer, as of Node. */
interface Timer {
  cancel: () => void;
  unref(): Timer;
}

export function setTimeout(callback: () => void, ms: number): Timer {
  const timer: Timer = { cancel: here().after(ms, callback), unref: () => timer };
  return timer;
}

export function setInterval(callback: () => void, ms: number): Timer {
  const { after } = here();
  const again = () => {
    timer.cancel = after(ms, again);
    callback();
  };
  const timer: Timer = { cancel: after(ms, again), unref: () => timer };
  return timer;
}

/** The next turn of the event loop is a time of its own, before which a process may be killed or frozen; the scheduler begins outside of all. */
export function setImmediate(callback: () => void): void {
  if (current.getStore()) setTimeout(callback, 0);
  else globalThis.setImmediate(callback);
}

export const clearTimeout = (timer: Timer | undefined): void => timer?.cancel();
export const clearInterval = (timer: Timer | undefined): void => clearTimeout(timer);

const crypto: typeof nodeCrypto = process.getBuiltinModule('node:crypto');
export const { createHash, hash, timingSafeEqual } = crypto;
export const randomBytes = (bytes: number) => ({ toString: () => here().randomName(bytes) });
export const randomUUID = () => here().randomName(16);
