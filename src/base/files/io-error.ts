import { basename } from 'node:path';
import { errnoOf, GeomillError } from '../errors/geomill-error.ts';

/** The failures of opening or making a file that will not pass by themselves. */
const REFUSED = new Set([
  'EACCES',
  'EEXIST',
  'EISDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'ENODEV',
  'ENOTDIR',
  'ENXIO',
  'EPERM',
  'EROFS',
]);

const AGAIN = 'then run the same command again: it goes on where it stopped';

/** What to do about a failure of the files of a run, by errno. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'choose another --output, or change the permissions',
  EBADMSG: `the file system is damaged: check the disk, ${AGAIN}`,
  EBUSY: `another program uses the file: end that program, ${AGAIN}`,
  EDQUOT: `your disk quota is used up: free some space or have the quota raised, ${AGAIN}`,
  EEXIST: 'another file of this name is in the way: remove it, or choose another --output',
  EFBIG:
    'the file would be larger than the file system or ulimit -f allows: choose another --output, or raise the limit',
  EIO: `check the disk, ${AGAIN}`,
  EISDIR: 'a folder of this name is in the way: remove it, or choose another --output',
  ELOOP: 'it is a symbolic link, which is not followed: remove it, or choose another --output',
  EMFILE: `this process may not open more files: raise ulimit -n, ${AGAIN}`,
  ENAMETOOLONG:
    'the name is too long for the file system: choose a shorter --output, or give the input a shorter name',
  ENFILE: `the machine has too many open files: close other programs, ${AGAIN}`,
  ENODEV: 'it is a device, not a file: remove it, or choose another --output',
  ENOSPC: `free some space, ${AGAIN}`,
  ENOTDIR: 'a part of this path is a file, not a folder: choose another --output',
  ENXIO: 'it is a pipe, socket or device, not a file: remove it, or choose another --output',
  EPERM: 'the file system does not permit this: choose another --output, or change the permissions',
  EROFS: 'the file system is read-only: choose another --output, or make it writable',
  ESTALE: `the network folder was mounted anew: check the mount, ${AGAIN}`,
  EUCLEAN: `the file system is damaged: check it with fsck, ${AGAIN}`,
  ETXTBSY: `another program uses the file: end that program, ${AGAIN}`,
};

/** Builds the failure of a file operation: IO, or OUTPUT_REFUSED when a file or folder cannot be made or opened. */
export function ioError(what: string, path: string, cause: unknown): GeomillError {
  const errno = errnoOf(cause) ?? 'unknown error';
  const isMade = /make/.test(what);
  const isRefused = (REFUSED.has(errno) && /open|make/.test(what)) || (isMade && errno === 'ENOENT');
  const advice =
    isMade && errno === 'ENOENT'
      ? 'no folder can be made there: choose another --output'
      : (ADVICE[errno] ?? 'run the same command again: it goes on where it stopped');
  return new GeomillError(
    isRefused ? 'OUTPUT_REFUSED' : 'IO',
    `cannot ${what} ${path} (${errno}): ${advice}`,
    {
      cause,
      details: { path, errno, file: basename(path) },
    },
  );
}
