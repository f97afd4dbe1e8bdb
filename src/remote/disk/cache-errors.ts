import { errnoOf, GeomillError, isGeomillError } from '../../base/errors/geomill-error.ts';

const OTHER_FOLDER =
  'GEOMILL_CACHE=FOLDER chooses another folder, and --no-cache runs without one, then without a shared quota.';

const AGAIN = 'then run the same command again: what is in the cache is not requested again';

const ADVICE: Record<string, string> = {
  ENOSPC: `Free some space, ${AGAIN}`,
  EDQUOT: `The disk quota of this user is used up: free some space, ${AGAIN}`,
  EFBIG: `The file is as large as this process or file system allows (ulimit -f): raise the limit, ${AGAIN}`,
  EIO: `Check the disk, ${AGAIN}`,
  EROFS: 'The file system is read-only',
  EACCES: 'Check the permissions',
  EPERM: 'Check the permissions',
  ELOOP: 'It is a symbolic link, which is not followed: remove it',
  EMFILE: `Too many files are open (ulimit -n), ${AGAIN}`,
  ENFILE: `Too many files are open on this machine, ${AGAIN}`,
};

/** Returns the failure IO for a system call on a file of the cache folder, with the file, the errno and what to do. */
export function cacheError(file: string, cause: unknown): GeomillError {
  if (isGeomillError(cause)) return cause;
  const errno = errnoOf(cause) ?? 'unknown failure';
  const advice = ADVICE[errno] ?? `Check the folder, ${AGAIN}`;
  return new GeomillError(
    'IO',
    `The cache file ${file} cannot be used (${errno}). ${advice}. ${OTHER_FOLDER}`,
    {
      cause,
      details: { file, errno, hint: false },
    },
  );
}

/** Returns the failure OUTPUT_REFUSED for a file or folder that is not safe to write to. */
export function cacheRefused(file: string, fault: string, advice: string): GeomillError {
  return new GeomillError(
    'OUTPUT_REFUSED',
    `The cache cannot use ${file}: ${fault}. ${advice}, or choose another one. ${OTHER_FOLDER}`,
    {
      details: { file, hint: false },
    },
  );
}

/** Returns the failure IO for a file of the cache folder that was removed while it is in use. */
export function cacheRemoved(file: string): GeomillError {
  return new GeomillError(
    'IO',
    `The cache file ${file} was removed during the run. Run the same command again: it makes a new one.`,
    {
      details: { file, errno: 'ENOENT', hint: false },
    },
  );
}

/** Returns the result of a system call on a file of the cache folder. Errors: IO for its failure. */
export function cacheCall<T>(file: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw cacheError(file, error);
  }
}
