import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { createDurableFs } from '../../base/files/durable-fs.ts';
import { loadJournal } from './journal/journal.ts';
import { findLockHolder } from '../../base/files/lock.ts';
import { readManifest } from './journal/manifest.ts';
import { emptyCounts, type RunCounts } from './run-counts.ts';
import { journalPath, manifestPath } from './journal/run-paths.ts';

/** Output folders are `output/<job>/<input>`; a few more levels cost nothing. */
const MAX_DEPTH = 4;

/**
 * The state of a run, from the files in its output folder.
 *
 * Shape: `limited` is finished up to the row of `--limit`; `stopped` can be continued, and nobody does; `damaged` has a manifest that is
 * not whole, or rows that may be wrong. `share` is the part of the input that is done, 0 to 1; undefined where it is not known. `job` and `files` are known of finished runs.
 */
export interface RunStatus {
  folder: string;
  state: 'finished' | 'limited' | 'running' | 'stopped' | 'damaged';
  job?: string;
  counts: RunCounts;
  share?: number;
  /** The process that works on it. */
  holder?: string;
  files?: readonly string[];
}

/** Reads the state of the run in a folder; undefined where there is none. Guarantee: takes no lock, and writes nothing. */
export async function readRunStatus(folder: string): Promise<RunStatus | undefined> {
  const fs = createDurableFs();
  const holder = await findLockHolder(folder);
  const journal = await loadJournal(fs, journalPath(folder));
  if (journal || holder !== undefined) {
    const last = journal?.checkpoints.at(-1)?.checkpoint;
    const bytes = journal?.identity.inputBytes ?? 0;
    // Of an input that is copied before it is read, the offset is that of the copy.
    const isCopied = await exists(join(folder, '.spool'));
    const isShard = journal?.identity.shard !== undefined;
    return {
      folder,
      state: holder !== undefined ? 'running' : journal?.doubt === undefined ? 'stopped' : 'damaged',
      counts: last?.counts ?? emptyCounts([]),
      share: bytes > 0 && !isCopied && !isShard ? (last?.inputOffset ?? 0) / bytes : undefined,
      holder,
    };
  }
  try {
    const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
    if (!manifest) return undefined;
    const { job, counts, complete, files } = manifest;
    return {
      folder,
      state: complete ? 'finished' : 'limited',
      job,
      counts,
      share: complete ? 1 : undefined,
      files: Object.values(files).map(({ name }) => name),
    };
  } catch (error) {
    if (!isGeomillError(error, 'RESULTS_CHANGED')) throw error;
    return { folder, state: 'damaged', counts: emptyCounts([]) };
  }
}

/** Finds the runs in a folder and in the folders below it, in the order of their names. Folders with a dot in front are left out. */
export async function findRuns(folder: string, depth = 0): Promise<RunStatus[]> {
  const own = await readRunStatus(folder);
  if (own) return [own];
  if (depth === MAX_DEPTH) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [],
  );
  const found: RunStatus[] = [];
  for (const name of names.sort()) found.push(...(await findRuns(join(folder, name), depth + 1)));
  return found;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
