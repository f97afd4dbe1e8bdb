import { unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';

/** A socket that this process listens at; the kernel frees it when the process ends for any reason. */
export interface Listening {
  close(): Promise<void>;
}

/**
 * Returns the address of a lock's socket.
 *
 * Shape: abstract on Linux, a named pipe on Windows, elsewhere a file in the temporary folder.
 */
export function socketAddress(token: string, platform: NodeJS.Platform): string {
  const name = `geomill-${token}`;
  if (platform === 'linux') return `\0${name}`;
  return platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** Listens at an address; undefined where a living process does. Errors: IO. */
export async function listenAt(address: string): Promise<Listening | undefined> {
  try {
    return await listen(address);
  } catch (cause) {
    if (errnoOf(cause) !== 'EADDRINUSE') {
      const errno = errnoOf(cause) ?? 'unknown error';
      throw new GeomillError('IO', `cannot make the socket of a lock (${errno})`, {
        cause,
        details: { errno },
      });
    }
    const isFile = address.endsWith('.sock') && !address.startsWith('\0');
    if (!isFile || (await isAnswered(address))) return undefined;
    // The process that made it was killed.
    await unlink(address);
    return listen(address);
  }
}

async function listen(address: string): Promise<Listening> {
  const server: Server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  });
  // The lock must not prevent the process from ending.
  server.unref();
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Reports whether a process listens at an address. */
export function isAnswered(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
