import { GeomillError } from '../../base/errors/geomill-error.ts';

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
