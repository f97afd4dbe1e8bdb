import type { WriteStream } from 'node:tty';
import { errnoOf } from '../base/errors/geomill-error.ts';
import type { OutputStream } from './io.ts';

/**
 * Wraps a stream of the process so that a failure to write never stops the work.
 *
 * Shape: after the first failure the rest is dropped, and `errno` is its name: EPIPE when the reader has gone, ENOSPC when the disk is full.
 */
export function watchStream(
  stream: Pick<WriteStream, 'write' | 'on'> & { isTTY?: boolean; columns?: number },
): Required<Pick<OutputStream, 'errno' | 'flush'>> & OutputStream {
  let errno: string | undefined;
  const failed = (error: unknown) => {
    errno ??= errnoOf(error) ?? String(error);
  };
  stream.on('error', failed);
  return {
    get isTTY() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns;
    },
    write(text) {
      if (errno !== undefined) return;
      try {
        stream.write(text);
      } catch (error) {
        // A stream over a file writes at once, and throws.
        failed(error);
      }
    },
    errno: () => errno,
    flush: () =>
      new Promise((resolve) => {
        if (errno !== undefined) return resolve();
        try {
          // A failure of an earlier write is an event, which comes after the callback.
          stream.write('', () => setImmediate(resolve));
        } catch (error) {
          failed(error);
          resolve();
        }
      }),
  };
}
