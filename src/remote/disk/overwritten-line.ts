import { constants } from 'node:fs';
import { crc32 } from 'node:zlib';
import { errnoOf } from '../../base/errors/geomill-error.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';
import {
  cacheCall,
  cacheError,
  type CacheFileOptions,
  createLateSync,
  openPlainFile,
  sizeOf,
} from './cache-file.ts';

/** A file of one line that is overwritten in place. */
export interface OverwrittenLine {
  readonly path: string;
  /** Returns the text; empty where nothing was ever written, undefined if it is damaged. Errors: IO. */
  read(): string | undefined;
  /** Errors: IO, also when the file has no name any more. */
  write(text: string): void;
  /** Writes, and waits until the text and the name of the file are on the disk. Errors: IO. */
  writeDurably(text: string): void;
  /** Errors: IO, also of any sync before. */
  close(): Promise<void>;
}

const CRC_LENGTH = 8;

/**
 * Opens a file of one line, creating it if there is none.
 *
 * Shape: the text, padded to `length` characters, and its CRC32. A file of zero bytes only is one that a power loss left without its first line.
 * Errors: IO; OUTPUT_REFUSED for what is not an ordinary file.
 */
export function openOverwrittenLine(
  path: string,
  length: number,
  options: CacheFileOptions,
): OverwrittenLine {
  const { calls } = options;
  const descriptor = openPlainFile(path, constants.O_RDWR | constants.O_CREAT, calls);
  const sync = createLateSync(path, descriptor, options);
  function write(text: string): void {
    sizeOf(path, descriptor, calls);
    writeAt(path, descriptor, text.padEnd(length), calls);
    sync.changed();
  }
  return {
    path,
    read: () => readAt(path, descriptor, length, calls),
    write,
    writeDurably(text) {
      write(text);
      cacheCall(path, () => calls.fdatasyncSync(descriptor));
    },
    close: () => sync.close(),
  };
}

/** Reads a line as {@link OverwrittenLine} does; empty where there is no file. Errors: IO; OUTPUT_REFUSED for what is not an ordinary file. */
export function readLine(path: string, length: number, calls: FileCalls): string | undefined {
  let descriptor: number;
  try {
    descriptor = openPlainFile(path, constants.O_RDONLY, calls);
  } catch (error) {
    if (errnoOf((error as Error).cause) === 'ENOENT') return '';
    throw error;
  }
  try {
    return readAt(path, descriptor, length, calls);
  } finally {
    cacheCall(path, () => calls.closeSync(descriptor));
  }
}

/** Writes a line without a sync: after a power loss it may be an older one. Errors: IO; OUTPUT_REFUSED for what is not an ordinary file. */
export function writeLine(path: string, text: string, length: number, calls: FileCalls): void {
  const descriptor = openPlainFile(path, constants.O_RDWR | constants.O_CREAT, calls);
  try {
    writeAt(path, descriptor, text.padEnd(length), calls);
  } finally {
    cacheCall(path, () => calls.closeSync(descriptor));
  }
}

function readAt(path: string, descriptor: number, length: number, calls: FileCalls): string | undefined {
  const bytes = Buffer.alloc(length + 1 + CRC_LENGTH);
  const count = cacheCall(path, () => calls.readSync(descriptor, bytes, 0, bytes.length, 0));
  if (bytes.every((byte) => byte === 0)) return '';
  const line = bytes.toString('latin1', 0, count);
  const text = line.slice(0, -CRC_LENGTH - 1);
  return withCrc(text) === line ? text.trimEnd() : undefined;
}

function writeAt(path: string, descriptor: number, text: string, calls: FileCalls): void {
  const bytes = Buffer.from(withCrc(text), 'latin1');
  // The second attempt returns the errno, which a short write does not.
  for (let tries = 0; tries < 2; tries += 1)
    if (cacheCall(path, () => calls.writeSync(descriptor, bytes, 0, bytes.length, 0)) === bytes.length)
      return;
  throw cacheError(path, new Error('short writes'));
}

const withCrc = (text: string) =>
  `${text} ${crc32(Buffer.from(text, 'latin1')).toString(16).padStart(CRC_LENGTH, '0')}`;
