import { addAbortSignal, type Readable } from 'node:stream';
import { constants, open } from 'node:fs';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import { errnoOf, failure, GeomillError, isGeomillError } from '../../../base/errors/geomill-error.ts';
import { readBytes, type DurableFs, type DurableFile } from '../../../base/files/durable-fs.ts';
import { ioError } from '../../../base/files/io-error.ts';
import { message } from '../../../base/messages/message.ts';
import type { InputSource } from '../spec.ts';
import { streamFile } from './stream-file.ts';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { nearestName } from '../../../base/text/suggestion.ts';

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
  if (!stream) throw failure('INTERNAL', 'input.noSource');
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
    return await readBytes(file, 0, Math.min(maxBytes, await file.size()));
  } finally {
    await file.close();
  }
}

/** Failures of opening that are about the input itself; other failures may pass. */
const OF_INPUT = ['EACCES', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENODEV', 'ENOTDIR', 'ENXIO', 'EPERM'];

/**
 * Opens an input for reading.
 *
 * Errors: INPUT_MISSING with the reason when it is missing, not a file, or not to be read; IO otherwise.
 */
export async function openInput(fs: DurableFs, path: string): Promise<DurableFile> {
  const kind = await inputKind(fs, path);
  if (kind === 'pipe') throw failure('INPUT_MISSING', 'input.pipe', { path });
  return fs.openRead(path).catch((error: unknown) => {
    throw inputError(path, error);
  });
}

/** Returns whether an input is a file, or a pipe to be read as a stream. Errors: INPUT_MISSING for any other kind, and as {@link openInput}. */
export async function inputKind(fs: DurableFs, path: string): Promise<'file' | 'pipe'> {
  const found = await fs.stat(path).catch((error: unknown) => {
    throw inputError(path, error);
  });
  if (found === undefined) throw await noInput(path);
  if (found.kind === 'file' || found.kind === 'pipe') return found.kind;
  throw failure('INPUT_MISSING', 'input.noFileButKind', { path, kind: found.kind });
}

/** Returns the failure of an input that is not there, with the file of the folder that was probably meant. */
async function noInput(path: string): Promise<GeomillError> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => undefined);
  const nearest = names && nearestName(basename(path), names);
  return new GeomillError(
    'INPUT_MISSING',
    names === undefined
      ? message('input.missingFolder', { path, folder: resolve(folder) })
      : nearest === undefined
        ? message('input.missingInFolder', { path, folder: resolve(folder) })
        : message('input.missingMeant', { path, nearest: join(folder, nearest) }),
  );
}

function inputError(path: string, error: unknown): unknown {
  const errno = errnoOf(error) ?? '';
  if (errno === 'ENOENT')
    return new GeomillError('INPUT_MISSING', message('input.missing', { path }), {
      cause: error,
    });
  if (!OF_INPUT.includes(errno)) return error;
  return new GeomillError('INPUT_MISSING', message('input.notReadable', { path, errno }), {
    cause: error,
  });
}
