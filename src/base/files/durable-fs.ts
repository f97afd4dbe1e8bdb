import { constants, type BigIntStats } from 'node:fs';
import { mkdir, open, readdir, rename, stat, unlink, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';
import { ioError } from './io-error.ts';

/**
 * What a path names.
 *
 * Shape: `id` is that of the file itself: a file that was put in its place has another one.
 */
export interface FileState {
  kind: FileKind;
  id: string;
  bytes: number;
  /** Time of the last change of the content, and of anything; ns. */
  modifiedNs: bigint;
  changedNs: bigint;
}

/** A kind of file. */
export type FileKind = 'file' | 'folder' | 'pipe' | 'device' | 'socket';

/** An open file, with the operations that a run needs. */
export interface DurableFile {
  readonly path: string;
  /** As that of {@link FileState}. */
  readonly id: string;
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
 * Errors: IO with file and errno; OUTPUT_REFUSED where a file or folder cannot be made; a missing file is a result, not a failure, of `readText`, `exists`, `stat`, `list` and `remove`.
 */
export interface DurableFs {
  makeFolder(path: string): Promise<void>;
  /** Opens a regular file. Errors: OUTPUT_REFUSED for any other kind, without waiting for the other end of a pipe. */
  openRead(path: string): Promise<DurableFile>;
  /**
   * Opens a regular file for reading and writing, creating it; `mode` are the permissions of a new one.
   *
   * Errors: OUTPUT_REFUSED for a symbolic link and for a file with a second name.
   */
  openWrite(path: string, mode?: number): Promise<DurableFile>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  readText(path: string): Promise<string | undefined>;
  exists(path: string): Promise<boolean>;
  /** Returns what a path names, through symbolic links; undefined where it names nothing. */
  stat(path: string): Promise<FileState | undefined>;
  list(path: string): Promise<string[]>;
  /** Makes renames and new names in a folder durable. */
  syncFolder(path: string): Promise<void>;
}

/** Reads up to `length` bytes of a file from an offset on; fewer where it ends before. */
export async function readBytes(
  file: Pick<DurableFile, 'read'>,
  from: number,
  length: number,
): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for (let read = 1; filled < length && read > 0; filled += read)
    read = await file.read(bytes.subarray(filled), from + filled);
  return bytes.subarray(0, filled);
}

/** A flag for opening: a pipe would otherwise be waited for, in a thread that prevents the process from ending. Undefined on Windows. */
export const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** Builds the real file system. */
export function createDurableFs(): DurableFs {
  const statOf = (path: string) =>
    attempt('look at', path, async () => stateOf(await stat(path, { bigint: true }))).catch(unlessMissing);
  return {
    makeFolder,
    openRead: (path) => openFile(path, constants.O_RDONLY),
    openWrite: (path, mode) =>
      openFile(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, mode),
    rename: (from, to) => attempt('rename', from, () => rename(from, to)),
    remove: (path) => attempt('remove', path, () => unlink(path)).catch(unlessMissing),
    readText: (path) => readWhole(path).catch(unlessMissing),
    exists: async (path) => (await statOf(path)) !== undefined,
    stat: statOf,
    list: (path) =>
      attempt('list', path, () => readdir(path))
        .catch(unlessMissing)
        .then((names) => names ?? []),
    syncFolder: async (path) => {
      const folder = await attempt('open', path, () => open(path, constants.O_RDONLY));
      await attempt('sync', path, () => folder.datasync()).finally(() => closeHandle(path, folder));
    },
  };
}

/**
 * Makes a folder and those above it that are missing.
 *
 * Shape: one step at a time, because Node's own recursive mkdir never ends below a folder that refuses new ones as missing (`/proc`).
 */
async function makeFolder(path: string): Promise<void> {
  const make = () => attempt('make the folder', path, () => mkdir(path));
  try {
    await make();
  } catch (error) {
    const errno = errnoOf(error);
    const above = dirname(path);
    if (errno === 'ENOENT' && above !== path && !(await isFolder(above))) {
      await makeFolder(above);
      await make();
    } else if (!(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function readWhole(path: string): Promise<string> {
  const { handle } = await openRegular(path, constants.O_RDONLY);
  return attempt('read', path, () => handle.readFile('utf8')).finally(() => closeHandle(path, handle));
}

async function openRegular(
  path: string,
  flags: number,
  mode = 0o644,
): Promise<{ handle: FileHandle; id: string }> {
  const handle = await attempt('open', path, () => open(path, flags | NO_WAIT, mode));
  try {
    const found = await attempt('look at', path, () => handle.stat({ bigint: true }));
    const fault = faultOf(found, (flags & constants.O_RDWR) !== 0);
    if (fault !== undefined)
      throw new GeomillError('OUTPUT_REFUSED', `${path} is ${fault}: remove it, or choose another --output`, {
        details: { path, file: basename(path) },
      });
    return { handle, id: idOf(found) };
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

/** Returns why a run does not use a file that was planted in its folder. */
function faultOf(found: BigIntStats, isWritten: boolean): string | undefined {
  const kind = kindOf(found);
  if (kind !== 'file') return `${KIND_NAMES[kind]}, not a file`;
  // Written through one name, the file would change under the other one too, wherever that is.
  return isWritten && found.nlink > 1n ? 'a hard link to a file that has another name too' : undefined;
}

/** The kinds of files, for messages. */
export const KIND_NAMES: Readonly<Record<FileKind, string>> = {
  file: 'a file',
  folder: 'a folder',
  pipe: 'a pipe',
  device: 'a device',
  socket: 'a socket',
};

function kindOf(found: BigIntStats): FileKind {
  if (found.isFile()) return 'file';
  if (found.isDirectory()) return 'folder';
  if (found.isFIFO()) return 'pipe';
  return found.isSocket() ? 'socket' : 'device';
}

function stateOf(found: BigIntStats): FileState {
  return {
    kind: kindOf(found),
    id: idOf(found),
    bytes: Number(found.size),
    modifiedNs: found.mtimeNs,
    changedNs: found.ctimeNs,
  };
}

function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

async function openFile(path: string, flags: number, mode?: number): Promise<DurableFile> {
  const { handle, id } = await openRegular(path, flags, mode);
  return {
    path,
    id,
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
    close: () => closeHandle(path, handle),
  };
}

const closeHandle = (path: string, handle: FileHandle) => attempt('close', path, () => handle.close());

async function attempt<T>(what: string, path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (cause) {
    throw ioError(what, path, cause);
  }
}

function unlessMissing(error: unknown): undefined {
  if (errnoOf(error) === 'ENOENT') return undefined;
  throw error;
}
