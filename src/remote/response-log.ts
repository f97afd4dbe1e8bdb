import { closeSync, ftruncateSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';

/** A response in the log. */
export interface LoggedResponse {
  /** 32 bytes. */
  key: Buffer;
  value: Buffer;
}

/** A write-ahead log of responses that the cache has not committed yet. */
export interface ResponseLog {
  /** Responses that earlier processes logged and may not have committed. */
  readonly left: readonly LoggedResponse[];
  /**
   * Logs a response; from then on it survives a kill of this process.
   *
   * Errors: IO when it cannot be written.
   */
  append(key: Buffer, value: Buffer): void;
  /**
   * Switches to the other file. The returned function is called when everything logged before, and everything in `left`, is committed;
   * the next switch must wait for that.
   */
  turn(): () => void;
  /** Closes the files, and removes them if everything in them is committed. */
  close(options: { isCommitted: boolean }): void;
}

/** The settings of a response log. */
export interface ResponseLogOptions {
  directory: string;
  /** Returns a suffix that distinguishes the logs of one process. */
  newSuffix: () => string;
  /** Reports whether a process is running. */
  isAlive?: (pid: number) => boolean;
}

const KEY_BYTES = 32;
const CRC_AT = KEY_BYTES + 4;
const HEADER_BYTES = CRC_AT + 4;
const FILE_NAME = /^unkept-1-(\d{1,10})-.+\.log$/;

// A process can have the number of a dead one, in a container it nearly always has; these are the files of this process.
const ownFiles = new Set<string>();

/**
 * Opens the log of a cache folder and reads the logs of others there.
 *
 * Shape: two files per log, `unkept-1-<pid>-<suffix>-a.log` and `-b.log`, made when first needed, with records of key, length of the value,
 * CRC32 of all three, value. The log of a running process is read only; that of a dead one is removed at the first switch.
 * Guarantee: of a damaged file only the whole records before the damage are read; one that cannot be read counts as empty.
 * Cost: a write into the page cache per response, some microseconds; nothing is synced.
 */
export function openResponseLog(options: ResponseLogOptions): ResponseLog {
  const { directory, newSuffix, isAlive = runs } = options;
  const stem = join(directory, `unkept-1-${process.pid}-${newSuffix()}`);
  let active = createLogFile(`${stem}-a.log`);
  let other = createLogFile(`${stem}-b.log`);

  const left: LoggedResponse[] = [];
  let orphans: string[] = [];
  for (const name of namesIn(directory)) {
    const pid = Number(FILE_NAME.exec(name)?.[1] ?? NaN);
    const file = join(directory, name);
    if (Number.isNaN(pid)) continue;
    const records = readLogFile(file);
    left.push(...records);
    if (pid === process.pid ? ownFiles.has(file) : isAlive(pid)) continue;
    if (records.length > 0) orphans.push(file);
    else remove(file);
  }
  ownFiles.add(active.path).add(other.path);

  return {
    left,
    append: (key, value) => active.append(key, value),
    turn() {
      const ended = active;
      active = other;
      other = ended;
      return () => {
        ended.empty();
        orphans.forEach(remove);
        orphans = [];
      };
    },
    close({ isCommitted }) {
      for (const file of [active, other]) {
        file.close();
        if (isCommitted) remove(file.path);
        ownFiles.delete(file.path);
      }
    },
  };
}

interface LogFile {
  readonly path: string;
  append(key: Buffer, value: Buffer): void;
  empty(): void;
  close(): void;
}

function createLogFile(path: string): LogFile {
  let descriptor: number | undefined;
  let size = 0;
  return {
    path,
    append(key, value) {
      const record = encodeRecord(key, value);
      try {
        descriptor ??= openSync(path, 'wx', 0o600);
        let written = 0;
        while (written < record.length) {
          written += writeSync(descriptor, record, written, record.length - written, size + written);
        }
        size += record.length;
      } catch (error) {
        // Records after an incomplete one could not be read.
        if (descriptor !== undefined) tryTo(() => ftruncateSync(descriptor as number, size));
        throw ioError(path, error);
      }
    },
    empty() {
      if (size === 0) return;
      try {
        ftruncateSync(descriptor as number, 0);
      } catch (error) {
        throw ioError(path, error);
      }
      size = 0;
    },
    close() {
      if (descriptor !== undefined) tryTo(() => closeSync(descriptor as number));
      descriptor = undefined;
    },
  };
}

function encodeRecord(key: Buffer, value: Buffer): Buffer {
  const record = Buffer.allocUnsafe(HEADER_BYTES + value.length);
  key.copy(record);
  record.writeUInt32LE(value.length, KEY_BYTES);
  record.writeUInt32LE(crc32(value, crc32(record.subarray(0, CRC_AT))), CRC_AT);
  value.copy(record, HEADER_BYTES);
  return record;
}

function readLogFile(path: string): LoggedResponse[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return [];
  }
  const records: LoggedResponse[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const end = at + HEADER_BYTES + bytes.readUInt32LE(at + KEY_BYTES);
    if (end > bytes.length) break;
    const value = bytes.subarray(at + HEADER_BYTES, end);
    if (crc32(value, crc32(bytes.subarray(at, at + CRC_AT))) !== bytes.readUInt32LE(at + CRC_AT)) break;
    records.push({ key: bytes.subarray(at, at + KEY_BYTES), value });
    at = end;
  }
  return records;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

const remove = (path: string) => tryTo(() => rmSync(path, { force: true }));

function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // The next process tries again.
  }
}

function ioError(file: string, error: unknown): GeomillError {
  const errno = errnoOf(error) ?? 'unknown failure';
  return new GeomillError(
    'IO',
    `The cache cannot write to ${file} (${errno}). Free the disk or choose another folder, or run with --no-cache.`,
    { details: { file, errno } },
  );
}
