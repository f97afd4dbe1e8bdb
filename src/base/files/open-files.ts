import type { DurableFile, DurableFs } from './durable-fs.ts';
import { GeomillError } from '../errors/geomill-error.ts';

/** A file system that knows which of its files are open. */
export interface OpenFiles {
  fs: DurableFs;
  /** Closes the files that a failure has left open, and those that are being opened. */
  closeAll(): Promise<void>;
}

/**
 * Wraps a file system for one run: whatever step fails, and however many files it had opened until then, none stays open in the process of
 * the caller.
 */
export function trackOpenFiles(fs: DurableFs): OpenFiles {
  const open = new Set<Promise<DurableFile>>();
  const track = async (opening: Promise<DurableFile>): Promise<DurableFile> => {
    open.add(opening);
    try {
      const file = await opening;
      return {
        ...file,
        close() {
          open.delete(opening);
          return file.close();
        },
      };
    } catch (error) {
      open.delete(opening);
      throw error;
    }
  };
  return {
    fs: {
      ...fs,
      openRead: (path) => track(fs.openRead(path)),
      openWrite: (path) => track(fs.openWrite(path)),
    },
    async closeAll() {
      const left = [...open];
      open.clear();
      // What failed first is what the caller should hear of.
      await Promise.allSettled(left.map(async (opening) => (await opening).close()));
    },
  };
}

/** An open file of a run: its path, and the identity of the file that was opened there. */
interface OpenFile {
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
