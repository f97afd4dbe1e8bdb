import { addAbortSignal, type Readable } from 'node:stream';
import { constants, open } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { GeomillError, isGeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { ioError } from '../../../base/files/io-error.ts';
import { message } from '../../../base/messages/message.ts';
import { inputKind, openInput } from './open-input.ts';
import type { InputSource } from '../spec.ts';
import { streamFile } from './stream-file.ts';

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

/**
 * Stores an input that is a stream or a pipe in a file of the run, and returns the path of the input.
 *
 * Errors: INPUT_MISSING, IO with the errno; ABORTED when `stop` is aborted meanwhile: the writer of a pipe may never come.
 * Guarantee: the same bytes piped again have the same fingerprint, so that a run from standard input can be resumed.
 */
export async function receiveInput(
  fs: DurableFs,
  { path, stream }: InputSource,
  receivedPath: string,
  stop?: AbortSignal,
): Promise<string> {
  if (path !== undefined) {
    if ((await inputKind(fs, path)) === 'file') return path;
    await receive(fs, await openPipe(path), path, receivedPath, stop);
    return receivedPath;
  }
  if (!stream) throw new GeomillError('INTERNAL', message('input.noSource'));
  await receive(fs, stream, 'standard input', receivedPath, stop);
  return receivedPath;
}

async function receive(
  fs: DurableFs,
  stream: Readable,
  name: string,
  receivedPath: string,
  stop: AbortSignal | undefined,
): Promise<void> {
  const file = await fs.openWrite(receivedPath);
  try {
    await file.truncate(0);
    let at = 0;
    for await (const block of (stop ? addAbortSignal(stop, stream) : stream) as AsyncIterable<Buffer>) {
      await file.write(block, at);
      at += block.length;
    }
    await file.sync();
  } catch (error) {
    if (stop?.aborted)
      throw new GeomillError('ABORTED', message('input.stoppedWhileRead', { name }), { cause: error });
    throw isGeomillError(error) ? error : ioError('read', name, error);
  } finally {
    await file.close();
  }
}

/** Streams the bytes of an input from an offset on. Errors: INPUT_MISSING, IO. */
export async function* streamInput(fs: DurableFs, path: string, from = 0): AsyncGenerator<Uint8Array> {
  yield* streamFile(fs, path, from, openInput);
}

/** Reads the first bytes of an input. Errors: INPUT_MISSING, IO. */
export async function readHead(fs: DurableFs, path: string, maxBytes: number): Promise<Buffer> {
  const file = await openInput(fs, path);
  try {
    const head = Buffer.alloc(Math.min(maxBytes, await file.size()));
    let length = 0;
    while (length < head.length) {
      const read = await file.read(head.subarray(length), length);
      if (read === 0) break;
      length += read;
    }
    return head.subarray(0, length);
  } finally {
    await file.close();
  }
}
