import { errnoOf, GeomillError } from '../../base/errors/geomill-error.ts';

/**
 * Returns the error for an invalid OpenStreetMap file.
 *
 * Shape: `at` is the location for the message. Units: `byteOffset` in bytes from the start.
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
    cause,
  });
}

/** Returns the error for a file that the system cannot read; other errors are returned unchanged. */
export function osmUnreadable(path: string, cause: unknown): unknown {
  const errno = errnoOf(cause);
  if (errno === undefined || cause instanceof GeomillError) return cause;
  if (errno === 'ENOENT') {
    return new GeomillError('INPUT_MISSING', `${path}: there is no such file. Check the path.`, { cause });
  }
  return new GeomillError(
    'IO',
    `${path} could not be read (${errno}). Check the disk and the permissions of the file.`,
    {
      cause,
    },
  );
}

/** Returns the error for a stopped pass. */
export function osmStopped(path: string): GeomillError {
  return new GeomillError('ABORTED', `${path}: reading was stopped.`);
}

/** Advice for a damaged file. */
export const GET_IT_AGAIN = 'Download or copy the file again';

/** State of a file that shows whether it changed. */
interface FileState {
  size: number;
  mtimeMs: number;
}

/**
 * Creates a check that a file is the same in every pass, because later passes use results of earlier ones.
 *
 * Errors: INPUT_CHANGED for a state that differs from the first one.
 */
export function createUnchangedCheck(path: string): (state: FileState) => void {
  let first: FileState | undefined;
  return ({ size, mtimeMs }) => {
    first ??= { size, mtimeMs };
    if (size === first.size && mtimeMs === first.mtimeMs) return;
    throw new GeomillError(
      'INPUT_CHANGED',
      `${path} was changed while it was read. Run again when no program writes to it.`,
    );
  };
}
