import { GeomillError } from '../../errors/geomill-error.ts';

/** Holds what tells one state of a file from another. */
interface FileState {
  size: number;
  mtimeMs: number;
}

/**
 * Creates a check that a file is the same in every reading: later passes go by what earlier ones found.
 *
 * Errors: INPUT_CHANGED from the second state on that differs from the first.
 */
export function createUnchangedCheck(path: string): (state: FileState) => void {
  let first: FileState | undefined;
  return ({ size, mtimeMs }) => {
    first ??= { size, mtimeMs };
    if (size === first.size && mtimeMs === first.mtimeMs) return;
    throw new GeomillError(
      'INPUT_CHANGED',
      `${path} was changed while it was read. Run again when nobody writes to it.`,
    );
  };
}
