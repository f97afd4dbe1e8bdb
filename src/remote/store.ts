import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getSystemErrorName } from 'node:util';
import type { Database, RootDatabase } from 'lmdb';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';
import { faultOfLmdbFile, identityOf, setAside } from './lmdb-file.ts';
import { loadLmdb } from './load-lmdb.ts';
import type { RemoteEvent } from './options.ts';

/** The persistent store of cache and quota: one LMDB environment that several processes may have open. */
export interface Store {
  /** Reads; when that fails the file is damaged: it is set aside, a new one begun, and there is nothing to be read. */
  read<T, U>(action: (databases: Databases) => T, otherwise: U): T | U;
  /**
   * Writes; resolves when the change would survive the death of this process. A damaged file is set aside and the change made in a new one.
   *
   * Errors: IO when that fails too, or the disk is to blame.
   */
  write<T>(action: (databases: Databases) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The databases of a store. */
export interface Databases {
  /** Responses by the hash of their request. */
  answers: Database<Buffer, Buffer>;
  /** Requests sent, by `service|day|process`. */
  quota: Database<number, string>;
}

/** The settings of a store. */
export interface StoreOptions {
  directory: string;
  onEvent: (event: RemoteEvent) => void;
  /** Returns a suffix that distinguishes the names of damaged files that were set aside. */
  newSuffix: () => string;
}

/** The file name of the cache in its folder. */
export const STORE_FILE = 'answers-1.mdb';

interface Opened extends Databases {
  root: RootDatabase;
  identity: string | undefined;
}

/**
 * Opens the store, making its folder.
 *
 * Errors: IO when the folder or file cannot be made or written; NOT_SUPPORTED when LMDB is not installed.
 */
export function openStore(options: StoreOptions): Store {
  const { directory, onEvent, newSuffix } = options;
  const file = join(directory, STORE_FILE);
  const { open } = loadLmdb();
  let opened = openOrReplace();

  function openOrReplace(): Opened {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const fault = faultOfLmdbFile(file);
      if (fault) moveAway(fault);
    } catch (error) {
      throw ioError(file, error);
    }
    try {
      return openFile();
    } catch (error) {
      if (diskErrno(error)) throw ioError(file, error);
      moveAway('it cannot be opened');
      return openFile();
    }
  }

  function openFile(): Opened {
    const root = open({ path: file, encoding: 'binary', keyEncoding: 'binary', maxDbs: 4 });
    return {
      root,
      answers: root.openDB<Buffer, Buffer>({ name: 'answers', encoding: 'binary', keyEncoding: 'binary' }),
      quota: root.openDB<number, string>({ name: 'quota', encoding: 'json', keyEncoding: 'ordered-binary' }),
      identity: identityOf(file),
    };
  }

  function moveAway(reason: string) {
    const movedTo = setAside(file, newSuffix());
    onEvent({ event: 'Cache:SetAside', file, movedTo, reason });
  }

  function replace(damaged: Opened) {
    // Another call replaced the damaged file already.
    if (opened !== damaged) return;
    // Another process may have replaced the file already: its new one stays.
    if (identityOf(file) === damaged.identity) moveAway('it is damaged inside');
    opened = openOrReplace();
    // Its transactions may never end, so closing is not awaited.
    void damaged.root.close().catch(() => undefined);
  }

  return {
    read(action, otherwise) {
      const used = opened;
      try {
        return action(used);
      } catch (error) {
        if (diskErrno(error)) throw ioError(file, error);
        replace(used);
        return otherwise;
      }
    },
    async write(action) {
      const used = opened;
      try {
        return await action(used);
      } catch (error) {
        if (diskErrno(error)) throw ioError(file, error);
        replace(used);
      }
      try {
        return await action(opened);
      } catch (error) {
        throw ioError(file, error);
      }
    },
    close: () => opened.root.close(),
  };
}

const DISK_FAULTS = new Set([
  'ENOSPC',
  'EIO',
  'EROFS',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EMFILE',
  'ENFILE',
]);

// LMDB reports system failures by their positive number, its own by negative ones.
function diskErrno(error: unknown): string | undefined {
  const named = errnoOf(error);
  if (named) return DISK_FAULTS.has(named) ? named : undefined;
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'number' || !Number.isInteger(code) || code <= 0 || code > 200) return undefined;
  const name = getSystemErrorName(-code);
  return DISK_FAULTS.has(name) ? name : undefined;
}

function ioError(file: string, error: unknown): GeomillError {
  const errno = diskErrno(error) ?? errnoOf(error) ?? 'unknown failure';
  return new GeomillError(
    'IO',
    `The cache ${file} cannot be used (${errno}). Free the disk or choose another folder, or run with --no-cache.`,
    { details: { file, errno } },
  );
}
