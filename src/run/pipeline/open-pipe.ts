import { constants, open } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { ioError } from '../../base/files/io-error.ts';

/**
 * Opens a pipe by its path: a FIFO, or the `/dev/fd/63` of a process substitution.
 *
 * Shape: a stream that waits for a writer without a thread: one that is blocked in `open` would prevent the process from ending.
 * Errors: IO.
 */
export async function openPipe(path: string): Promise<Readable> {
  try {
    const fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: true, writable: false });
  } catch (error) {
    throw ioError('open', path, error);
  }
}
