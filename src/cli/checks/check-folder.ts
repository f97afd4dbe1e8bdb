import { constants, statfsSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errnoOf } from '../../base/errors/geomill-error.ts';
import { formatBytes } from '../dataset-text.ts';
import type { Finding } from './finding.ts';

/** Free space below which a run of some 100,000 rows may not fit, and below which any may fail. Units: bytes. */
const FEW_BYTES = 1 << 30;
const TOO_FEW_BYTES = 50 << 20;

/** The free space of a file system. Units: bytes. */
export type FreeSpace = (path: string) => { bytes: number; hasFiles: boolean };

const freeSpaceOf: FreeSpace = (path) => {
  const { bavail, bsize, files, ffree } = statfsSync(path);
  // Some file systems have no fixed number of files, and count 0 of 0.
  return { bytes: bavail * bsize, hasFiles: files === 0 || ffree > 0 };
};

/** Checks that a folder, or the one that it will be made in, can be written to and has space. Guarantee: makes nothing. */
export async function checkFolder(
  check: string,
  folder: string,
  freeSpace: FreeSpace = freeSpaceOf,
): Promise<Finding> {
  const path = resolve(folder);
  const there = await nearest(path);
  if (!(await stat(there)).isDirectory())
    return { check, state: 'fault', message: `${there} is not a folder`, remedy: 'choose another folder' };
  const errno = await access(there, constants.W_OK | constants.X_OK).then(() => undefined, errnoOf);
  if (errno !== undefined)
    return {
      check,
      state: 'fault',
      message: `${there} cannot be written to (${errno})`,
      remedy: 'change its permissions, or choose another folder',
    };
  const { bytes, hasFiles } = freeSpace(there);
  const message = `${folder} ${there === path ? 'can be written to' : `will be made in ${there}`}, ${formatBytes(bytes)} free`;
  if (!hasFiles)
    return {
      check,
      state: 'fault',
      message: `${message}, but the file system takes no more files`,
      remedy: 'remove files',
    };
  if (bytes >= FEW_BYTES) return { check, state: 'ok', message };
  return { check, state: bytes < TOO_FEW_BYTES ? 'fault' : 'warning', message, remedy: 'free some space' };
}

/** Returns the path itself if it is there, else the nearest folder above it. */
async function nearest(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const found = await stat(at).catch(() => undefined);
    if (found || at === dirname(at)) return at;
  }
}
