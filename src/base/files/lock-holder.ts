import { readFile, readlink } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';

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
