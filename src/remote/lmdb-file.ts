import {
  closeSync,
  ftruncateSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';

const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const META_BYTES = 160;
const MAGIC_AT = 24;
const VERSION_AT = 28;
const PAGE_SIZE_AT = 48;
const LAST_PAGE_AT = 144;
const PAGE_SIZES = [4096, 8192, 16_384, 32_768, 65_536];

/**
 * Returns why a file cannot be an LMDB environment; undefined if it can or does not exist yet.
 *
 * A file that is none, or is cut short, ends the process with a signal when LMDB maps it: so this looks before LMDB does. A file that
 * is shorter than its own header says is filled up with zeros, which LMDB allows for pages that are free and reports as an error
 * for all others. Damage behind a sound header is left to the checksums and to LMDB's own checks; a write into a page of noise may
 * still end the process.
 *
 * Errors: system failures other than a missing file.
 */
export function faultOfLmdbFile(file: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return undefined;
    const first = readMeta(descriptor, 0);
    if (typeof first === 'string') return first;
    const second = readMeta(descriptor, first.pageSize);
    if (typeof second === 'string') return second;
    const neededBytes = (Math.max(first.lastPage, second.lastPage) + 1) * first.pageSize;
    if (size < neededBytes / 2) return 'it is cut short';
    if (size < neededBytes) ftruncateSync(descriptor, neededBytes);
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

function readMeta(descriptor: number, position: number): { pageSize: number; lastPage: number } | string {
  const page = Buffer.alloc(META_BYTES);
  if (readSync(descriptor, page, 0, META_BYTES, position) < META_BYTES) return 'it is cut short';
  if (page.readUInt32LE(MAGIC_AT) !== MAGIC) return 'it is no LMDB file';
  if (page.readUInt32LE(VERSION_AT) !== DATA_VERSION) return 'it is an LMDB file of another version';
  const pageSize = page.readUInt32LE(PAGE_SIZE_AT);
  if (!PAGE_SIZES.includes(pageSize)) return 'its header is damaged';
  const lastPage = page.readBigUInt64LE(LAST_PAGE_AT);
  if (lastPage > 1n << 40n) return 'its header is damaged';
  return { pageSize, lastPage: Number(lastPage) };
}

/** Returns the identity of a file, which differs between files of the same name; undefined if it does not exist. */
export function identityOf(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

/** Moves a damaged environment out of the way, keeping it for inspection; returns its new name. */
export function setAside(file: string, suffix: string): string {
  const movedTo = `${file}.damaged-${suffix}`;
  renameSync(file, movedTo);
  rmSync(`${file}-lock`, { force: true });
  return movedTo;
}
