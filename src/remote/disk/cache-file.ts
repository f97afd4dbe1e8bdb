import { constants, type Stats } from 'node:fs';
import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';
import { message, type Message } from '../../base/messages/message.ts';

/** Returns the failure IO for a system call on a file of the cache folder, with the file, the errno and what to do. */
export function cacheError(file: string, cause: unknown): GeomillError {
  if (isGeomillError(cause)) return cause;
  const errno = errnoOf(cause);
  const reason = message('service.cacheUnusable', {
    file,
    cause: errno ?? message('service.unknownFailure'),
    errno: errno ?? '',
    again: message('service.runAgain'),
  });
  return new GeomillError('IO', reason, {
    cause,
    details: { file, errno: errno ?? 'unknown failure', hint: false },
  });
}

/** Returns the failure OUTPUT_REFUSED for a file or folder that is not safe to write to. */
export function cacheRefused(file: string, fault: Message): GeomillError {
  return new GeomillError('OUTPUT_REFUSED', message('service.cacheRefused', { file, fault }), {
    details: { file, hint: false },
  });
}

/** Returns the failure IO for a file of the cache folder that was removed while it is in use. */
function cacheRemoved(file: string): GeomillError {
  return new GeomillError('IO', message('service.cacheRemoved', { file }), {
    details: { file, errno: 'ENOENT', hint: false },
  });
}

/** Returns the result of a system call on a file of the cache folder. Errors: IO for its failure. */
export function cacheCall<T>(file: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw cacheError(file, error);
  }
}

/** The settings of a file of the cache folder. Shape: `onFailure` is called once, when a sync fails. */
export interface CacheFileOptions {
  calls: FileCalls;
  onFailure: (error: Error) => void;
}

/** A file to which records are appended. */
export interface AppendedFile {
  /**
   * Appends bytes with one write, so that they do not mix with those of a process that uses the folder for another service.
   *
   * Errors: IO. A part of the bytes may then be in the file; readers must skip it.
   */
  append(bytes: Buffer): void;
  /** Returns the size in bytes. Errors: IO, also when the file has no name any more. */
  size(): number;
  /** Reads at a position; returns the number of bytes, less than asked for at the end of the file. */
  read(target: Buffer, position: number): number;
  /** Syncs what was appended, and closes the file. Errors: IO, also of any sync before. */
  close(): Promise<void>;
}

/** What was written reaches the disk within this time, and when the file is closed. Units: milliseconds. */
const SYNC_AFTER_MS = 1000;
const MAX_SHORT_WRITES = 3;

// Absent on Windows.
const SAFE_FLAGS =
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) | ((constants.O_NONBLOCK as number | undefined) ?? 0);

/**
 * Opens a file for appending, creating it if there is none.
 *
 * Errors: IO for a system failure; OUTPUT_REFUSED for a link, a file that has a second name, and anything that is not a file.
 * Guarantee: with O_APPEND the kernel gives each write its own place at the end of the file, on a local file system. The file is
 * not mapped: a full disk is an errno and never a signal. Appended bytes survive a kill of the process.
 */
export function openAppendedFile(path: string, options: CacheFileOptions): AppendedFile {
  const { calls } = options;
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT;
  const descriptor = openPlainFile(path, flags, calls);
  const sync = createLateSync(path, descriptor, options);
  return {
    append(bytes) {
      // The rest of a short write could end up behind other bytes, so the whole is written again. Of a full disk, that returns the
      // errno, which a short write does not.
      for (
        let tries = 0;
        cacheCall(path, () => calls.writeSync(descriptor, bytes)) < bytes.length;
        tries += 1
      )
        if (tries === MAX_SHORT_WRITES) throw cacheError(path, new Error('short writes'));
      sync.changed();
    },
    size: () => sizeOf(path, descriptor, calls),
    read(target, position) {
      let done = 0;
      while (done < target.length) {
        const count = cacheCall(path, () =>
          calls.readSync(descriptor, target, done, target.length - done, position + done),
        );
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    close: () => sync.close(),
  };
}

/** Syncs a file some time after it was changed. */
interface LateSync {
  changed(): void;
  /** Syncs at once what is not synced, and closes the file. Errors: IO, also of any sync before. */
  close(): Promise<void>;
}

/**
 * Builds the sync of an open file.
 *
 * Guarantee: a power loss costs what was written in the last second; and what a killed process wrote in its last one, if no other opened the
 * file since. After a failed sync there is no other one.
 */
export function createLateSync(
  path: string,
  descriptor: number,
  { calls, onFailure }: CacheFileOptions,
): LateSync {
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

  function changed(): void {
    isDirty = true;
    if (timer || failure) return;
    timer = setTimeout(() => {
      syncing = sync();
    }, SYNC_AFTER_MS);
    // The last sync is made by `close`.
    timer.unref();
  }

  // A process that was killed may have left its last second unsynced.
  changed();

  return {
    changed,
    async close() {
      await syncing;
      await sync();
      cacheCall(path, () => calls.closeSync(descriptor));
      if (failure) throw failure;
    },
  };
}

/** Opens an ordinary file with a single name. Errors: IO; OUTPUT_REFUSED for a link and anything else. */
export function openPlainFile(path: string, flags: number, calls: FileCalls): number {
  const descriptor = cacheCall(path, () => calls.openSync(path, flags | SAFE_FLAGS, 0o600));
  try {
    checkPlainFile(
      path,
      cacheCall(path, () => calls.fstatSync(descriptor)),
    );
  } catch (error) {
    calls.closeSync(descriptor);
    throw error;
  }
  return descriptor;
}

/** Returns the size of an open file in bytes. Errors: IO, also when it has no name any more: what is written to it then is lost. */
export function sizeOf(path: string, descriptor: number, calls: FileCalls): number {
  const { size, nlink } = cacheCall(path, () => calls.fstatSync(descriptor));
  if (nlink === 0) throw cacheRemoved(path);
  return size;
}

/** Checks that a file is an ordinary one with a single name. Errors: OUTPUT_REFUSED. */
function checkPlainFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw cacheRefused(path, message('service.notOrdinaryFile'));
  if (stats.nlink > 1) throw cacheRefused(path, message('service.secondName'));
}
