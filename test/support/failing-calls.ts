import * as nodeFs from 'node:fs';
import type { FileCalls } from '../../src/base/files/file-calls.ts';

/** A call that a full or failing disk lets fail. */
export type FailingCall =
  'openSync' | 'writeSync' | 'fdatasync' | 'fdatasyncSync' | 'linkSync' | 'readSync' | 'closeSync' | 'rmSync';

/** System calls that fail where a test wants it. */
export interface FailingCalls {
  calls: FileCalls;
  /** Calls so far. */
  count(): number;
  /** The calls from this one on fail; those of one name alone, if given. A write that fails first writes so many bytes. */
  failFrom(nth: number, errno: string, only?: FailingCall, shortBytes?: number): void;
  heal(): void;
}

/** Builds system calls over those of Node. */
export function createFailingCalls(): FailingCalls {
  let count = 0;
  let from = Infinity;
  let errno = '';
  let only: FailingCall | undefined;
  let shortBytes = 0;

  const failure = () => Object.assign(new Error(`${errno}: injected`), { code: errno });
  const fails = (name: FailingCall) => {
    count += 1;
    return count >= from && (only === undefined || only === name);
  };
  const wrap = (name: Exclude<FailingCall, 'fdatasync' | 'writeSync'>) => ({
    [name]: (...args: unknown[]): unknown => {
      if (fails(name)) throw failure();
      return (nodeFs[name] as (...rest: unknown[]) => unknown)(...args);
    },
  });
  const calls = {
    ...nodeFs,
    ...wrap('openSync'),
    ...wrap('fdatasyncSync'),
    ...wrap('linkSync'),
    ...wrap('readSync'),
    ...wrap('closeSync'),
    ...wrap('rmSync'),
    writeSync(
      descriptor: number,
      bytes: Buffer,
      offset = 0,
      length = bytes.length,
      position: number | null = null,
    ) {
      if (!fails('writeSync')) return nodeFs.writeSync(descriptor, bytes, offset, length, position);
      if (shortBytes === 0) throw failure();
      const part = Math.min(shortBytes, length - 1);
      shortBytes = 0;
      return nodeFs.writeSync(descriptor, bytes, offset, part, position);
    },
    fdatasync(descriptor: number, callback: (error: Error | null) => void) {
      if (fails('fdatasync')) setImmediate(() => callback(failure()));
      else nodeFs.fdatasync(descriptor, callback);
    },
  } as unknown as FileCalls;
  return {
    calls,
    count: () => count,
    failFrom(nth, name, call, bytes = 0) {
      from = nth;
      errno = name;
      only = call;
      shortBytes = bytes;
    },
    heal() {
      from = Infinity;
    },
  };
}
