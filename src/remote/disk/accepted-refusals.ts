import type { FileCalls } from '../../base/files/file-calls.ts';
import { readLine, writeLine } from './overwritten-line.ts';

/** The number of equal refusals that the next run accepts before its first success; undefined: any number. */
export interface AcceptedRefusals {
  /** Errors: IO. */
  read(): number | undefined;
  /** Errors: IO. */
  write(count: number | undefined): void;
}

const LENGTH = 16;

/** Keeps the number in a file, which is made with the first number. Shape: a damaged file holds no number. */
export function acceptedRefusalsIn(path: string, calls: FileCalls): AcceptedRefusals {
  return {
    read() {
      const count = Number(readLine(path, LENGTH, calls) ?? '');
      return count > 0 ? count : undefined;
    },
    write: (count) => writeLine(path, count === undefined ? '' : String(count), LENGTH, calls),
  };
}

/** Keeps the number in memory. */
export function createAcceptedRefusals(): AcceptedRefusals {
  let accepted: number | undefined;
  return { read: () => accepted, write: (count) => (accepted = count) };
}
