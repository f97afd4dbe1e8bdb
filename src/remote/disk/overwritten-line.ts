import { constants } from 'node:fs';
import { cacheError } from './cache-errors.ts';
import { decodeHeader, encodeHeader } from './shared-log-format.ts';
import { openPlainFile, type SharedFileOptions } from './shared-file.ts';

/** A file of one line that several processes overwrite in place. */
export interface OverwrittenLine {
  readonly path: string;
  /** Returns the text; undefined if there is none yet, or if it is damaged. Errors: IO. */
  read(): string | undefined;
  /** Errors: IO. */
  write(text: string): void;
  close(): void;
}

/**
 * Opens a file of one line, creating it if there is none.
 *
 * Shape: the text, padded to `length` characters, and its CRC32. It is not synced: after a power loss it may be an older one.
 * Errors: IO; OUTPUT_REFUSED for what is not an ordinary file.
 */
export function openOverwrittenLine(
  path: string,
  length: number,
  { calls }: Pick<SharedFileOptions, 'calls'>,
): OverwrittenLine {
  const descriptor = openPlainFile(path, constants.O_RDWR | constants.O_CREAT, calls);
  const encode = (text: string) => encodeHeader(text.padEnd(length));
  const lineBytes = encode('').length;
  const attempt = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw cacheError(path, error);
    }
  };
  return {
    path,
    read() {
      const bytes = Buffer.alloc(lineBytes);
      const count = attempt(() => calls.readSync(descriptor, bytes, 0, lineBytes, 0));
      return decodeHeader(bytes.subarray(0, count)).state?.trimEnd();
    },
    write(text) {
      const bytes = encode(text);
      // The second attempt returns the errno, which a short write does not.
      for (let tries = 0; tries < 2; tries += 1)
        if (attempt(() => calls.writeSync(descriptor, bytes, 0, lineBytes, 0)) === lineBytes) return;
      throw cacheError(path, new Error('short writes'));
    },
    close: () => attempt(() => calls.closeSync(descriptor)),
  };
}
