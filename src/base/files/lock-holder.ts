import { readFile, readlink, unlink } from 'node:fs/promises';
import { hostname, userInfo, tmpdir } from 'node:os';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';

/**
 * The process that has a lock.
 *
 * Shape: `token` is a secret, the name of its socket; `space` identifies where socket names are shared: one boot of one machine, and one
 * network namespace.
 */
export interface LockHolder {
  token: string;
  space: string;
  pid: number;
  user: string;
  host: string;
}

/** Returns this process as a holder, without a token. */
export async function ownHolder(): Promise<Omit<LockHolder, 'token'>> {
  const [boot, network] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/net').catch(() => ''),
  ]);
  const host = hostname();
  return { space: [boot.trim() || host, network].join(' '), pid: process.pid, user: userName(), host };
}

/** Returns the content of a lock file. */
export function encodeHolder(holder: LockHolder): string {
  return `${JSON.stringify(holder)}\n`;
}

/** Parses a lock file; undefined for anything else. */
export function parseHolder(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as Partial<LockHolder> | null;
    const isWhole = /^[0-9a-f]{32}$/.test(holder?.token ?? '') && typeof holder?.space === 'string';
    return isWhole ? (holder as LockHolder) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns who has a lock, for messages; of a file that cannot be read, its owner. */
export function describeHolder(holder: LockHolder | undefined, ownerId: number): string {
  if (!holder) return `its lock belongs to the user with the id ${ownerId}`;
  return `process ${holder.pid} of ${holder.user} on ${holder.host}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container, a user id may have no name.
    return `user id ${process.getuid?.() ?? 'unknown'}`;
  }
}

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
