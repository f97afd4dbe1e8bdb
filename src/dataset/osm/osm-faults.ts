import { errnoOf, GeomillError } from '../../errors/geomill-error.ts';

/**
 * Returns the failure of a file that is no sound file of OpenStreetMap.
 *
 * Shape: `at` says where the fault is, as people find it. Units: `byteOffset` in bytes from the beginning.
 */
export function osmBad(
  path: string,
  byteOffset: number,
  fault: string,
  advice: string,
  options: { cause?: unknown; at?: string } = {},
): GeomillError {
  const { at = `byte ${byteOffset}`, cause } = options;
  return new GeomillError('INPUT_BAD', `${path}, ${at}: ${fault}. ${advice}.`, {
    details: { path, byteOffset },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Returns the failure of a file that the system would not read; what is no failure of the system comes back as it is. */
export function osmUnreadable(path: string, cause: unknown): unknown {
  const errno = errnoOf(cause);
  if (errno === undefined || cause instanceof GeomillError) return cause;
  if (errno === 'ENOENT') {
    return new GeomillError('INPUT_MISSING', `${path}: there is no such file. Check the path.`, { cause });
  }
  return new GeomillError(
    'IO',
    `${path} could not be read (${errno}). Check the disk and who may read the file.`,
    {
      cause,
    },
  );
}

/** Returns the failure of a reading that was stopped. */
export function osmStopped(path: string): GeomillError {
  return new GeomillError('ABORTED', `${path}: reading was stopped.`);
}

/** What to do about a file that is damaged. */
export const GET_IT_AGAIN = 'Download or copy the file again';
