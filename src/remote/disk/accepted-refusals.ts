import { join } from 'node:path';
import { openOverwrittenLine } from './overwritten-line.ts';
import { exists } from './cache-folder.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';

/** The number of equal refusals that the next run accepts before its first success; undefined: any number. */
export interface AcceptedRefusals {
  /** Errors: IO. */
  read(): number | undefined;
  /** Errors: IO. */
  write(count: number | undefined): void;
}

const LENGTH = 16;

/** Keeps the number in a file of the cache folder, which is made with the first number. Shape: a damaged file holds no number. */
export function acceptedRefusalsIn(folder: string, name: string, calls: FileCalls): AcceptedRefusals {
  const path = join(folder, name);
  function withLine<T>(action: (line: ReturnType<typeof openOverwrittenLine>) => T): T {
    const line = openOverwrittenLine(path, LENGTH, { calls });
    try {
      return action(line);
    } finally {
      line.close();
    }
  }
  return {
    read() {
      if (!exists(path, calls)) return undefined;
      const count = Number(withLine((line) => line.read()) ?? '');
      return count > 0 ? count : undefined;
    },
    write: (count) => withLine((line) => line.write(count === undefined ? '' : String(count))),
  };
}

/** Keeps the number in memory. */
export function createAcceptedRefusals(): AcceptedRefusals {
  let accepted: number | undefined;
  return { read: () => accepted, write: (count) => (accepted = count) };
}
