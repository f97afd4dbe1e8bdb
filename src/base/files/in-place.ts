import { GeomillError } from '../errors/geomill-error.ts';
import type { DurableFs } from './durable-fs.ts';

/** An open file of a run: its path, and the identity of the file that was opened there. */
export interface OpenFile {
  readonly path: string;
  readonly id: string;
}

/**
 * Checks that the paths of open files still name these files.
 *
 * Errors: IO with the first that was removed or replaced: what is written to it would be lost.
 */
export async function checkInPlace(fs: DurableFs, files: Iterable<OpenFile>): Promise<void> {
  for (const { path, id } of files) {
    const found = await fs.stat(path);
    if (found?.id === id) continue;
    const what = found === undefined ? 'removed' : 'replaced by another file';
    throw new GeomillError(
      'IO',
      `the unfinished file ${path} was ${what} while the run was writing it: run the same command again; lost rows are processed again`,
      { details: { path } },
    );
  }
}
