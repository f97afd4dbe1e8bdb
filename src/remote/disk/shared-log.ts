import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { errnoOf } from '../../base/errors/geomill-error.ts';
import { cacheError, cacheRemoved } from './cache-errors.ts';
import { decodeHeader, encodeHeader, encodeLine, readLines, type LogLine } from './shared-log-format.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';
import { openSharedFile, type SharedFile } from './shared-file.ts';

/** A state that all processes compute from the same entries in the same order. */
export interface SharedState {
  /** Returns the state as one line of text; equal in all processes at the same entry. */
  save(): string;
  /** Takes over a saved state. Undefined: the one that was saved is damaged. */
  restore(saved: string | undefined, file: string): void;
  /** Changes the state by an entry. `writer` is the process that appended it. */
  apply(entry: string, writer: string): void;
  /** Reports a damaged entry. */
  skip(): void;
}

/**
 * A log that several processes append to, and from which they compute a state together.
 *
 * Guarantee: `append` returns when the entry is applied, after all entries that are in front of it; so the state tells who was first, without a lock
 * that a killed process could leave behind.
 */
export interface SharedLog {
  /** The name of this process in the log. */
  readonly writer: string;
  /** Applies what other processes appended. Errors: IO. */
  follow(): void;
  /** Appends an entry and applies all entries up to it. Errors: IO. */
  append(entry: string): void;
  close(): Promise<void>;
}

/** The settings of a shared log. Shape: files `<name>.<n>.log`; `maxBytes`: size at which the next file is begun. */
export interface SharedLogOptions {
  folder: string;
  name: string;
  entryLength: number;
  state: SharedState;
  calls: FileCalls;
  onFailure: (error: Error) => void;
  syncAfterMs?: number;
  maxBytes?: number;
}

const MAX_BYTES = 1 << 20;
const MAX_TRIES = 100;
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Opens a log, beginning it if there is none.
 *
 * Shape: each file begins with the saved state. A `rotation` line ends a file; whoever reads it makes the next one, with the state at that line,
 * which is the same for all; lines behind it do not count, and their writers append them again to the next file.
 * Errors: IO; OUTPUT_REFUSED for what is not an ordinary file; those of `state.restore`.
 * Cost: an append is two system calls, and one read if other processes appended something.
 */
export function openSharedLog(options: SharedLogOptions): SharedLog {
  const { state, entryLength, maxBytes = MAX_BYTES } = options;
  const writer = randomBytes(6).toString('hex');
  let count = 0;
  let current = openNewest(options);
  begin();

  function begin(): void {
    const { size } = current.file.look();
    const bytes = Buffer.alloc(size);
    const { state: saved, end } = decodeHeader(bytes.subarray(0, current.file.read(bytes, 0)));
    state.restore(saved, current.file.path);
    current.end = end;
  }

  /** Applies new lines; returns whether one with that id was among them. */
  function readOn(id?: string): boolean {
    let hasId = false;
    for (;;) {
      const { size, isNamed } = current.file.look();
      if (size < current.end) throw cacheRemoved(current.file.path);
      const bytes = Buffer.allocUnsafe(size - current.end);
      const read = bytes.length === 0 ? 0 : current.file.read(bytes, current.end);
      let isRotated = false;
      current.end += readLines(bytes.subarray(0, read), entryLength, (line) => {
        if (!line) return state.skip();
        isRotated = line.kind === 'rotation';
        if (!isRotated) applyLine(line);
        hasId ||= line.id === id;
      });
      if (!isRotated) {
        if (!isNamed) throw cacheRemoved(current.file.path);
        return hasId;
      }
      turn();
    }
  }

  function applyLine({ entry, id }: LogLine): void {
    state.apply(entry, id.slice(0, writer.length));
  }

  function turn(): void {
    const ended = current;
    createFile(options, ended.number + 1, state.save());
    current = openNewest(options);
    begin();
    ended.file.close().catch(options.onFailure);
  }

  function newId(): string {
    count = (count + 1) % 1_000_000;
    return `${writer}${String(count).padStart(6, '0')}`;
  }

  function appendLine(line: LogLine): boolean {
    const bytes = encodeLine(line, entryLength);
    current.file.append(bytes);
    const { size, isNamed } = current.file.look();
    // The common case: nothing came in between, so nothing needs to be read.
    if (line.kind === 'entry' && isNamed && size === current.end + bytes.length) {
      current.end = size;
      applyLine(line);
      return true;
    }
    return readOn(line.id);
  }

  return {
    writer,
    follow: () => void readOn(),
    append(entry) {
      const line: LogLine = { kind: 'entry', id: newId(), entry };
      // False: the file was rotated just before.
      for (let tries = 0; !appendLine(line); tries += 1) {
        if (tries === MAX_TRIES)
          throw cacheError(current.file.path, new Error('what was appended is not there'));
      }
      if (current.end > maxBytes) appendLine({ kind: 'rotation', id: newId(), entry: '' });
    },
    close: () => current.file.close(),
  };
}

interface OpenedLog {
  file: SharedFile;
  number: number;
  end: number;
}

function openNewest(options: SharedLogOptions): OpenedLog {
  const { folder, calls } = options;
  for (;;) {
    const number = findNewest(options);
    if (number === undefined) {
      createFile(options, 0, options.state.save());
      continue;
    }
    try {
      return { file: openSharedFile(pathOf(options, number), false, options), number, end: 0 };
    } catch (error) {
      // It was rotated meanwhile; the next call tells if the folder is gone.
      if (errnoOf(error) !== 'ENOENT') throw error;
      listFolder(folder, calls);
    }
  }
}

/** Returns the number of the newest file. Removes older ones, and the temporary names that killed processes left behind. */
function findNewest(options: SharedLogOptions): number | undefined {
  const { folder, name, calls } = options;
  const names = listFolder(folder, calls).filter((each) => each.startsWith(`${name}.`));
  const numbers = names.flatMap((each) => {
    const match = /^(\d{1,9})\.log$/.exec(each.slice(name.length + 1));
    return match ? [Number(match[1])] : [];
  });
  const newest = numbers.length === 0 ? undefined : Math.max(...numbers);
  for (const each of names) if (each.endsWith(NEW)) removeNewName(calls, join(folder, each));
  for (const each of numbers) if (each !== newest) remove(calls, pathOf(options, each));
  return newest;
}

/** Creates a file under its final name with its first line, unless another process did. Errors: IO. */
function createFile(options: SharedLogOptions, number: number, saved: string): void {
  const { calls, syncAfterMs } = options;
  const path = pathOf(options, number);
  const newPath = `${path}.${randomBytes(6).toString('hex')}${NEW}`;
  try {
    const descriptor = calls.openSync(newPath, 'wx', 0o600);
    try {
      const header = encodeHeader(saved);
      // What follows a short write says why it was short.
      for (let at = 0; at < header.length;) at += calls.writeSync(descriptor, header, at, header.length - at);
      if (syncAfterMs !== undefined) calls.fdatasyncSync(descriptor);
    } finally {
      calls.closeSync(descriptor);
    }
    giveName(newPath, path, calls);
  } catch (error) {
    remove(calls, newPath);
    throw cacheError(path, error);
  }
  removeNewName(calls, newPath);
}

/** Removes a name that may be the second one of a log: with it, the log would be refused as a hard link. Errors: IO. */
function removeNewName(calls: FileCalls, path: string): void {
  try {
    calls.rmSync(path, { force: true });
  } catch (error) {
    throw cacheError(path, error);
  }
}

function giveName(newPath: string, path: string, calls: FileCalls): void {
  try {
    // Unlike a rename, a link never replaces a file to which another process has appended already.
    calls.linkSync(newPath, path);
  } catch (error) {
    const errno = errnoOf(error) ?? '';
    // Some file systems have no links; there, two processes must not begin or rotate a log in the same millisecond.
    if (NO_LINKS.has(errno)) calls.renameSync(newPath, path);
    // EEXIST: another process was faster. ENOENT: it removed the temporary name as left behind; the caller looks again.
    else if (errno !== 'EEXIST' && errno !== 'ENOENT') throw error;
  }
}

function listFolder(folder: string, calls: FileCalls): string[] {
  try {
    return calls.readdirSync(folder);
  } catch (error) {
    throw cacheError(folder, error);
  }
}

function remove(calls: FileCalls, path: string): void {
  try {
    calls.rmSync(path, { force: true });
  } catch {
    // Nothing depends on it; the next process tries again.
  }
}

const NEW = '.new';
const pathOf = ({ folder, name }: SharedLogOptions, number: number) => join(folder, `${name}.${number}.log`);
