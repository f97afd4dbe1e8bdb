import type { Stats } from 'node:fs';
import { errnoOf } from '../../base/errors/geomill-error.ts';
import { cacheError, cacheRefused } from './cache-errors.ts';
import type { FileCalls } from '../../base/files/file-calls.ts';

/**
 * Makes the cache folder, readable by its owner only, or checks one that exists.
 *
 * Errors: IO for a system failure; OUTPUT_REFUSED for a folder that other users can read or change, or that another user linked there:
 * it holds responses, and what others can change there would get into results.
 */
export function prepareCacheFolder(
  folder: string,
  calls: FileCalls,
  ownUserId: number | undefined = process.getuid?.(),
): void {
  let entry: Stats;
  let target: Stats;
  try {
    calls.mkdirSync(folder, { recursive: true, mode: 0o700 });
    entry = calls.lstatSync(folder);
    target = calls.statSync(folder);
  } catch (error) {
    throw cacheError(folder, error);
  }
  // Windows has neither modes nor user ids.
  if (ownUserId === undefined) return;
  for (const { uid } of [entry, target]) {
    if (uid !== ownUserId)
      throw cacheRefused(folder, `it belongs to another user (user id ${uid})`, 'Run as that user');
  }
  if ((target.mode & 0o077) !== 0) {
    const mode = (target.mode & 0o777).toString(8).padStart(3, '0');
    throw cacheRefused(folder, `other users can open it (mode ${mode})`, `Run chmod 700 ${folder}`);
  }
}

/** Reports whether a path names anything. Errors: IO. */
export function exists(path: string, calls: FileCalls): boolean {
  try {
    calls.lstatSync(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw cacheError(path, error);
  }
}
