import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';

/** An open file, with the operations that a run needs. */
export interface DurableFile {
  readonly path: string;
  read(buffer: Uint8Array, position: number): Promise<number>;
  /** Writes all bytes at a position. */
  write(bytes: Uint8Array, position: number): Promise<void>;
  truncate(length: number): Promise<void>;
  size(): Promise<number>;
  /** Makes the content durable. Guarantee: after a failure the handle must not be used again; the kernel may have dropped the pages. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A file system, with the operations that a run needs; injected, so that tests can fail or cut power at any operation.
 *
 * Errors: IO with file and errno; OUTPUT_REFUSED where a file or folder cannot be made; a missing file is a result, not a failure, of `readText`, `exists`, `list` and `remove`.
 */
export interface DurableFs {
  makeFolder(path: string): Promise<void>;
  openRead(path: string): Promise<DurableFile>;
  /** Opens for reading and writing, creating the file; never through a symbolic link. */
  openWrite(path: string): Promise<DurableFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  readText(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
  list(path: string): Promise<string[]>;
  /** Makes renames and new names in a folder durable. */
  syncFolder(path: string): Promise<void>;
}

/** Builds the real file system. */
export function createDurableFs(): DurableFs {
  return {
    makeFolder: (path) =>
      attempt('make the folder', path, async () => void (await mkdir(path, { recursive: true }))),
    openRead: (path) => openFile(path, constants.O_RDONLY),
    openWrite: (path) => openFile(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW),
    rename: (from, to) => attempt('rename', from, () => rename(from, to)),
    remove: (path) => attempt('remove', path, () => unlink(path)).catch(unlessMissing),
    readText: (path) => attempt('read', path, () => readFile(path, 'utf8')).catch(unlessMissing),
    exists: (path) =>
      attempt('look at', path, async () => (await stat(path)) && true)
        .catch(unlessMissing)
        .then((found) => found === true),
    list: (path) =>
      attempt('list', path, () => readdir(path))
        .catch(unlessMissing)
        .then((names) => names ?? []),
    syncFolder: async (path) => {
      const folder = await openFile(path, constants.O_RDONLY);
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
    },
  };
}

async function openFile(path: string, flags: number): Promise<DurableFile> {
  const handle = await attempt('open', path, () => open(path, flags, 0o644));
  return {
    path,
    read: (buffer, position) =>
      attempt('read', path, async () => (await handle.read(buffer, 0, buffer.length, position)).bytesRead),
    async write(bytes, position) {
      let done = 0;
      // A short write is no failure; the next write reports the cause.
      while (done < bytes.length) {
        const { bytesWritten } = await attempt('write', path, () =>
          handle.write(bytes, done, bytes.length - done, position + done),
        );
        done += bytesWritten;
      }
    },
    truncate: (length) => attempt('truncate', path, () => handle.truncate(length)),
    size: () => attempt('look at', path, async () => (await handle.stat()).size),
    sync: () => attempt('sync', path, () => handle.datasync()),
    close: () => attempt('close', path, () => handle.close()),
  };
}

async function attempt<T>(what: string, path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    throw ioError(what, path, cause);
  }
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ELOOP', 'EROFS', 'EEXIST']);
const ADVICE: Record<string, string> = {
  ENOSPC: 'free some space, then run the same command again: it goes on where it stopped',
  EDQUOT: 'free some space, then run the same command again: it goes on where it stopped',
  EIO: 'check the disk, then run the same command again: it goes on where it stopped',
  ELOOP: 'it is a symbolic link, which is not followed: remove it or choose another --output',
  EROFS: 'the file system is read-only: choose another --output',
  EACCES: 'choose another --output, or change the permissions',
};

/** Builds the failure of a file operation: IO, or OUTPUT_REFUSED when a file or folder cannot be made or opened. */
export function ioError(what: string, path: string, cause: unknown): GeomillError {
  const errno = errnoOf(cause) ?? 'unknown error';
  const code = REFUSED.has(errno) && /open|make/.test(what) ? 'OUTPUT_REFUSED' : 'IO';
  const advice = ADVICE[errno] ?? 'run the same command again: it goes on where it stopped';
  return new GeomillError(code, `cannot ${what} ${path} (${errno}): ${advice}`, {
    cause,
    details: { path, errno, file: basename(path) },
  });
}

function unlessMissing(error: unknown): undefined {
  if (errnoOf(error) === 'ENOENT') return undefined;
  throw error;
}
