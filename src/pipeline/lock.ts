import { createHash } from 'node:crypto';
import { realpath, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';

/** A function that releases a lock. */
export type Unlock = () => Promise<void>;

/**
 * Locks an output folder for this process.
 *
 * Shape: a socket named after the folder, which the kernel frees when the process ends for any reason: abstract on Linux, a named
 * pipe on Windows. Elsewhere it is a file in the temporary folder, and one without a listening process is replaced.
 * Errors: LOCKED if another process has the lock; IO if the folder cannot be locked.
 * Guarantee: valid on one machine (one network namespace), not on a network file system shared by several.
 */
export async function lockFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<Unlock> {
  const name = `geomill-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 40)}`;
  const file = join(tmpdir(), `${name}.sock`);
  const address = platform === 'linux' ? `\0${name}` : platform === 'win32' ? `\\\\.\\pipe\\${name}` : file;
  try {
    return await listen(address);
  } catch (cause) {
    if (errnoOf(cause) !== 'EADDRINUSE') throw new GeomillError('IO', `cannot lock ${folder}`, { cause });
    if (address === file && !(await isAnswered(file))) {
      await unlink(file);
      return listen(address);
    }
    throw new GeomillError(
      'LOCKED',
      `another run is writing to ${folder}: wait for it to end, or choose another --output`,
    );
  }
}

async function listen(address: string): Promise<Unlock> {
  const server: Server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  // The lock must not prevent the process from ending.
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function isAnswered(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
