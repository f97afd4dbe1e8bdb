import { type Message } from '../messages/message.ts';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, GeomillError, isGeomillError } from '../errors/geomill-error.ts';
import { sleep, SYSTEM_CLOCK } from './clock.ts';
import { ioError } from './io-error.ts';
import {
  describeHolder,
  encodeHolder,
  ownHolder,
  parseHolder,
  type LockHolder,
  listenAt,
  socketAddress,
  type Listening,
  isAnswered,
} from './lock-holder.ts';

/** The lock of an output folder. */
export interface FolderLock {
  /** Checks that this process still has the lock. Errors: LOCKED when it was taken over or removed. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** The system calls on a lock file; injected, so that tests can fail any of them. */
export type LockCalls = Pick<typeof fs, 'lutimes' | 'open' | 'stat' | 'unlink'>;

/** Settings of a lock; tests use shorter times. */
export interface LockOptions {
  calls?: LockCalls;
  platform?: NodeJS.Platform;
  /** Returns the message of a lock that another process has. */
  message?: (holder: string, path: string) => Message | string;
  /** Time between two signs of life; ms. */
  beatMs?: number;
  /** Time without a sign of life after which a lock of another machine or namespace is free; ms. */
  leaseMs?: number;
}

/** A lock file as it was found; `holder` is undefined where the file cannot be read. */
export interface FoundLock {
  holder: LockHolder | undefined;
  /** Why the file could not be read: this user must not. */
  refusal?: unknown;
  ownerId: number;
  /** Time of its last sign of life, since the Unix epoch; ms. */
  changedMs: number;
  state: string;
}

const LOCK_NAME = '.lock';
/** Time without a sign of life after which a lock of another machine or namespace is free. */
const LEASE_MS = 6000;
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
  const { calls = fs, platform = process.platform, beatMs = 2000, leaseMs = LEASE_MS } = options;
  const { message = outputMessage(folder) } = options;
  const path = join(folder, LOCK_NAME);
  const place = { path, calls, platform, message };
  for (;;) {
    const lock = await claim(place, beatMs);
    if (lock) return lock;
    const found = await readLock(place);
    if (!found) continue;
    const { holder } = found;
    if (holder?.space === (await ownHolder()).space) await freeDead(place, found, holder);
    else await freeSilent(place, found, leaseMs);
  }
}

/** A lock file, and how it is reached. */
interface LockPlace {
  path: string;
  calls: LockCalls;
  platform: NodeJS.Platform;
  message: (holder: string, path: string) => Message | string;
}

/** Makes the lock file; undefined where there is one. */
async function claim(place: LockPlace, beatMs: number): Promise<FolderLock | undefined> {
  const { path, calls, platform } = place;
  const token = randomBytes(16).toString('hex');
  // Before the file: whoever reads the name finds the socket, while this process lives.
  const listening = await listenAt(socketAddress(token, platform));
  if (!listening) throw new GeomillError('INTERNAL', 'a random socket name is in use');
  try {
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_RDWR | constants.O_NOFOLLOW;
    const file = await calls.open(path, flags, 0o600);
    await file.writeFile(encodeHolder({ ...(await ownHolder()), token })).finally(() => file.close());
  } catch (error) {
    await listening.close();
    const errno = errnoOf(error);
    if (errno === 'EEXIST') return undefined;
    // Where this process can write nothing, it needs no lock to read that a run is finished.
    if (errno === 'EROFS' || errno === 'EACCES' || errno === 'EPERM') return NO_LOCK;
    await calls.unlink(path).catch(() => undefined);
    throw ioError('make', path, error);
  }
  return holdLock(place, token, listening, beatMs);
}

const NO_LOCK: FolderLock = { check: async () => undefined, release: async () => undefined };

function holdLock(place: LockPlace, token: string, listening: Listening, beatMs: number): FolderLock {
  const { path, calls } = place;
  const beat = setInterval(() => {
    const now = new Date();
    // A file that is gone is found by the next check.
    calls.lutimes(path, now, now).catch(() => undefined);
  }, beatMs);
  beat.unref();
  const isOwn = async () => (await readLock(place))?.holder?.token === token;
  return {
    async check() {
      const found = await readLock(place);
      if (found?.holder?.token === token) return;
      // A file of this user that it cannot read is a failure of the file system, not another run.
      if (found?.refusal && found.ownerId === process.getuid?.()) throw ioError('read', path, found.refusal);
      throw new GeomillError(
        'LOCKED',
        `the lock ${path} was removed, or taken over by another run: this run ends; run the same command again`,
      );
    },
    async release() {
      clearInterval(beat);
      // A file that stays here is removed by the next run: its socket is gone. What the run achieved is worth more than this failure.
      if (await isOwn().catch(() => false)) await calls.unlink(path).catch(() => undefined);
      await listening.close();
    },
  };
}

/** Removes the lock of a process that has ended. Errors: LOCKED while it lives. */
async function freeDead(place: LockPlace, found: FoundLock, { token }: LockHolder): Promise<void> {
  // Whoever has the socket of the dead process may remove its file; all others wait for the next turn.
  const listening = await listenAt(socketAddress(token, place.platform));
  if (!listening) throw locked(place, found);
  try {
    if ((await readLock(place))?.holder?.token === token) await removeLock(place);
  } finally {
    await listening.close();
  }
}

/** Removes a lock that shows no sign of life for the time of a lease. Errors: LOCKED as soon as it shows one. */
async function freeSilent(place: LockPlace, found: FoundLock, leaseMs: number): Promise<void> {
  for (let look = 0; look < LOOKS_IN_A_LEASE; look += 1) {
    await sleep(SYSTEM_CLOCK, leaseMs / LOOKS_IN_A_LEASE);
    const now = await readLock(place);
    if (!now) return;
    if (now.state !== found.state) throw locked(place, found);
  }
  await removeLock(place).catch((error: unknown) => {
    // The folder of another user with the sticky bit, for example.
    const isForbidden = ['EACCES', 'EPERM'].includes(errnoOf(error) ?? '');
    throw isForbidden ? locked(place, found) : error;
  });
}

/** Removes a lock file, unless it is gone. Errors: IO. */
async function removeLock({ path, calls }: LockPlace): Promise<void> {
  await calls.unlink(path).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw ioError('remove', path, error);
  });
}

/** Reads a lock file; undefined where there is none. Errors: IO; OUTPUT_REFUSED when it is no file. */
async function readLock({ path, calls }: Pick<LockPlace, 'path' | 'calls'>): Promise<FoundLock | undefined> {
  try {
    const found = await calls.stat(path, { bigint: true });
    if (!found.isFile()) {
      throw new GeomillError(
        'OUTPUT_REFUSED',
        `${path} is not a file: remove it, or choose another --output`,
      );
    }
    const state = `${found.dev}:${found.ino}:${found.mtimeNs}:${found.ctimeNs}`;
    const { text, refusal } = await readText(path, calls);
    return {
      holder: parseHolder(text),
      refusal,
      ownerId: Number(found.uid),
      changedMs: Number(found.mtimeMs),
      state,
    };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw isGeomillError(error) ? error : ioError('read', path, error);
  }
}

/** Reads a small file; empty where this user must not. */
async function readText(path: string, calls: LockCalls): Promise<{ text: string; refusal?: unknown }> {
  try {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | (constants.O_NONBLOCK ?? 0);
    const file = await calls.open(path, flags);
    return { text: await file.readFile('utf8').finally(() => file.close()) };
  } catch (error) {
    if (errnoOf(error) === 'EACCES') return { text: '', refusal: error };
    throw error;
  }
}

function locked({ path, message }: LockPlace, { holder, ownerId }: FoundLock): GeomillError {
  return new GeomillError('LOCKED', message(describeHolder(holder, ownerId), path));
}

const outputMessage = (folder: string) => (holder: string, path: string) =>
  `another run is writing to ${folder} (${holder}): wait for it to end, or choose another --output. If there is no such run, remove ${path}`;

/**
 * Returns who has the lock of an output folder, undefined where nobody does. Changes nothing.
 *
 * Shape: a process of this machine is found by its socket; one of another machine or container by a sign of life within the time of a lease.
 */
export async function findLockHolder(folder: string): Promise<string | undefined> {
  const found = await readLock({ path: join(folder, LOCK_NAME), calls: fs });
  if (!found) return undefined;
  const { holder, ownerId, changedMs } = found;
  const isAlive =
    holder?.space === (await ownHolder()).space
      ? await isAnswered(socketAddress(holder.token, process.platform))
      : Date.now() - changedMs < LEASE_MS;
  return isAlive ? describeHolder(holder, ownerId) : undefined;
}
