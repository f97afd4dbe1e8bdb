import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lutimes, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';
import { ioError } from './io-error.ts';
import { describeHolder, encodeHolder, ownHolder, parseHolder, type LockHolder } from './lock-holder.ts';
import { listenAt, socketAddress, type Listening } from './lock-socket.ts';

/** The lock of an output folder. */
export interface FolderLock {
  /** Checks that this process still has the lock. Errors: LOCKED when it was taken over or removed. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** Settings of a lock; tests use shorter times. */
export interface LockOptions {
  platform?: NodeJS.Platform;
  /** Time between two signs of life; ms. */
  beatMs?: number;
  /** Time without a sign of life after which a lock of another machine or namespace is free; ms. */
  leaseMs?: number;
}

/** A lock file as it was found; `holder` is undefined where the file cannot be read. */
export interface FoundLock {
  holder: LockHolder | undefined;
  ownerId: number;
  state: string;
}

/** Name of the lock file in an output folder. */
export const LOCK_NAME = '.lock';
/** Time without a sign of life after which a lock of another machine or namespace is free. */
export const LEASE_MS = 6000;
const LOOKS_IN_A_LEASE = 12;

/**
 * Locks an output folder for this process.
 *
 * Shape: a file `.lock` in the folder, which only its user can read, with the holder and a secret name; a socket of that name, which the kernel
 * frees when the process ends for any reason; and a change of the file's time every few seconds. A process that shares the socket names
 * (the same machine and network namespace) tests the socket; any other one watches the time.
 * Errors: LOCKED with the holder if another process has the lock; IO, OUTPUT_REFUSED.
 * Guarantee: valid for all paths of the folder (bind mounts, links), for containers, and for network file systems with coherent file times.
 */
export async function lockFolder(folder: string, options: LockOptions = {}): Promise<FolderLock> {
  const { platform = process.platform, beatMs = 2000, leaseMs = LEASE_MS } = options;
  const path = join(folder, LOCK_NAME);
  for (;;) {
    const lock = await claim(path, platform, beatMs);
    if (lock) return lock;
    const found = await readLock(path);
    if (!found) continue;
    const { holder } = found;
    if (holder?.space === (await ownHolder()).space) await freeDead(folder, path, found, holder, platform);
    else await freeSilent(folder, path, found, leaseMs);
  }
}

/** Makes the lock file; undefined where there is one. */
async function claim(
  path: string,
  platform: NodeJS.Platform,
  beatMs: number,
): Promise<FolderLock | undefined> {
  const token = randomBytes(16).toString('hex');
  // Before the file: whoever reads the name finds the socket, while this process lives.
  const listening = await listenAt(socketAddress(token, platform));
  if (!listening) throw new GeomillError('INTERNAL', 'a random socket name is in use');
  try {
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW;
    const file = await open(path, flags, 0o600);
    await file.writeFile(encodeHolder({ ...(await ownHolder()), token })).finally(() => file.close());
  } catch (error) {
    await listening.close();
    const errno = errnoOf(error);
    if (errno === 'EEXIST') return undefined;
    // Where this process can write nothing, it needs no lock to read that a run is finished.
    if (errno === 'EROFS' || errno === 'EACCES' || errno === 'EPERM') return NO_LOCK;
    await unlink(path).catch(() => undefined);
    throw ioError('make', path, error);
  }
  return holdLock(path, token, listening, beatMs);
}

const NO_LOCK: FolderLock = { check: async () => undefined, release: async () => undefined };

function holdLock(path: string, token: string, listening: Listening, beatMs: number): FolderLock {
  const beat = setInterval(() => {
    const now = new Date();
    // A file that is gone is found by the next check.
    lutimes(path, now, now).catch(() => undefined);
  }, beatMs);
  beat.unref();
  const isOwn = async () => (await readLock(path))?.holder?.token === token;
  return {
    async check() {
      if (await isOwn()) return;
      throw new GeomillError(
        'LOCKED',
        `the lock ${path} was removed, or taken over by another run: this run ends; run the same command again`,
      );
    },
    async release() {
      clearInterval(beat);
      if (await isOwn()) await unlink(path).catch(() => undefined);
      await listening.close();
    },
  };
}

/** Removes the lock of a process that has ended. Errors: LOCKED while it lives. */
async function freeDead(
  folder: string,
  path: string,
  found: FoundLock,
  { token }: LockHolder,
  platform: NodeJS.Platform,
): Promise<void> {
  // Whoever has the socket of the dead process may remove its file; all others wait for the next turn.
  const listening = await listenAt(socketAddress(token, platform));
  if (!listening) throw locked(folder, path, found);
  try {
    if ((await readLock(path))?.holder?.token === token) await unlink(path).catch(unlessMissing);
  } finally {
    await listening.close();
  }
}

/** Removes a lock that shows no sign of life for the time of a lease. Errors: LOCKED as soon as it shows one. */
async function freeSilent(folder: string, path: string, found: FoundLock, leaseMs: number): Promise<void> {
  for (let look = 0; look < LOOKS_IN_A_LEASE; look += 1) {
    await sleep(leaseMs / LOOKS_IN_A_LEASE);
    const now = await readLock(path);
    if (!now) return;
    if (now.state !== found.state) throw locked(folder, path, found);
  }
  await unlink(path).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw locked(folder, path, found);
  });
}

/** Reads a lock file; undefined where there is none. Errors: OUTPUT_REFUSED when it is no file. */
export async function readLock(path: string): Promise<FoundLock | undefined> {
  try {
    const found = await stat(path, { bigint: true });
    if (!found.isFile()) {
      throw new GeomillError(
        'OUTPUT_REFUSED',
        `${path} is not a file: remove it, or choose another --output`,
      );
    }
    const state = `${found.dev}:${found.ino}:${found.mtimeNs}:${found.ctimeNs}`;
    return { holder: parseHolder(await readText(path)), ownerId: Number(found.uid), state };
  } catch (error) {
    return unlessMissing(error);
  }
}

/** Reads a small file; empty where this user must not. */
async function readText(path: string): Promise<string> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | (constants.O_NONBLOCK ?? 0));
    return await file.readFile('utf8').finally(() => file.close());
  } catch (error) {
    if (errnoOf(error) === 'EACCES') return '';
    throw error;
  }
}

function locked(folder: string, path: string, { holder, ownerId }: FoundLock): GeomillError {
  return new GeomillError(
    'LOCKED',
    `another run is writing to ${folder} (${describeHolder(holder, ownerId)}): wait for it to end, or choose another --output. If there is no such run, remove ${path}`,
  );
}

function unlessMissing(error: unknown): undefined {
  if (errnoOf(error) === 'ENOENT') return undefined;
  throw error;
}
