import { constants, type Stats } from 'node:fs';
import type { FileCalls } from '../../base/files/file-calls.ts';
import { cacheError, cacheRefused } from './cache-errors.ts';

/** A file to which several processes append records at the same time. */
export interface SharedFile {
  readonly path: string;
  /**
   * Appends bytes with one write, so that they do not mix with those of other processes.
   *
   * Errors: IO. A part of the bytes may then be in the file; readers must skip it.
   */
  append(bytes: Buffer): void;
  /** Returns the size in bytes, and whether the file still has a name. */
  look(): { size: number; isNamed: boolean };
  /** Reads at a position; returns the number of bytes, less than asked for at the end of the file. */
  read(target: Buffer, position: number): number;
  /** Syncs what was appended, and closes the file. Errors: IO, also of any sync before: the one at the end fails when nothing else is left that could. */
  close(): Promise<void>;
}

/** The settings of a shared file. Shape: `onFailure` is called once, when a sync fails; absent `syncAfterMs`: nothing is synced. */
export interface SharedFileOptions {
  calls: FileCalls;
  onFailure: (error: Error) => void;
  syncAfterMs?: number;
}

// Absent on Windows.
const SAFE_FLAGS =
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) | ((constants.O_NONBLOCK as number | undefined) ?? 0);

const MAX_SHORT_WRITES = 3;

/**
 * Opens a shared file, creating it if asked.
 *
 * Errors: IO for a system failure; OUTPUT_REFUSED for a link, a file that has a second name, and anything that is not a file.
 * Guarantee: with O_APPEND the kernel gives each write its own place at the end of the file, on a local file system. The file is
 * not mapped: a full disk is an errno and never a signal. Appended bytes survive a kill of the process; a power loss costs what was appended
 * in the last `syncAfterMs`; what a killed process appended in its last one, if no other opened the file since. After a failed sync there is no other one.
 */
export function openSharedFile(path: string, create: boolean, options: SharedFileOptions): SharedFile {
  const { calls, onFailure, syncAfterMs } = options;
  const flags = constants.O_RDWR | constants.O_APPEND | (create ? constants.O_CREAT : 0);
  const descriptor = openPlainFile(path, flags, calls);
  let timer: NodeJS.Timeout | undefined;
  let syncing: Promise<void> | undefined;
  let isDirty = false;
  let failure: Error | undefined;

  function sync(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!isDirty || failure) return Promise.resolve();
    isDirty = false;
    return new Promise((resolve) => {
      calls.fdatasync(descriptor, (error) => {
        if (error) {
          failure = cacheError(path, error);
          onFailure(failure);
        }
        resolve();
      });
    });
  }

  function syncLater(): void {
    isDirty = true;
    if (syncAfterMs === undefined || timer || failure) return;
    timer = setTimeout(() => {
      syncing = sync();
    }, syncAfterMs);
    // The last sync is made by `close`.
    timer.unref();
  }

  // A process that was killed may have left its last second unsynced.
  if (syncAfterMs !== undefined) syncLater();

  return {
    path,
    append(bytes) {
      // The rest of a short write could end up behind the bytes of another process, so the whole is written again. Of a full disk,
      // that returns the errno, which a short write does not.
      for (
        let tries = 0;
        attempt(path, () => calls.writeSync(descriptor, bytes)) < bytes.length;
        tries += 1
      ) {
        if (tries === MAX_SHORT_WRITES) throw cacheError(path, new Error('short writes'));
      }
      syncLater();
    },
    look() {
      const { size, nlink } = attempt(path, () => calls.fstatSync(descriptor));
      return { size, isNamed: nlink > 0 };
    },
    read(target, position) {
      let done = 0;
      while (done < target.length) {
        const count = attempt(path, () =>
          calls.readSync(descriptor, target, done, target.length - done, position + done),
        );
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    async close() {
      await syncing;
      if (syncAfterMs !== undefined) await sync();
      clearTimeout(timer);
      attempt(path, () => calls.closeSync(descriptor));
      if (failure) throw failure;
    },
  };
}

/** Opens an ordinary file with a single name. Errors: IO; OUTPUT_REFUSED for a link and anything else. */
export function openPlainFile(path: string, flags: number, calls: FileCalls): number {
  const descriptor = attempt(path, () => calls.openSync(path, flags | SAFE_FLAGS, 0o600));
  try {
    checkPlainFile(
      path,
      attempt(path, () => calls.fstatSync(descriptor)),
    );
  } catch (error) {
    calls.closeSync(descriptor);
    throw error;
  }
  return descriptor;
}

/** Checks that a file is an ordinary one with a single name. Errors: OUTPUT_REFUSED. */
function checkPlainFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw cacheRefused(path, 'it is not an ordinary file', 'Remove it');
  if (stats.nlink > 1) throw cacheRefused(path, 'it has a second name (hard link)', 'Remove it');
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw cacheError(path, error);
  }
}
