import { join } from 'node:path';
import { isGeomillError } from '../../../base/errors/geomill-error.ts';
import { hashOfJson, readChecked, withCheck } from '../../../base/files/checked-json.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { isRunCounts, readManifest, type Manifest } from './manifest.ts';
import type { RunCounts } from '../run-counts.ts';
import type { RunPaths } from './run-paths.ts';

/** Name of the record of the run before, in the folder of a run. */
export const EARLIER_NAME = 'earlier.json';

/**
 * What is kept of the run whose results a run replaced, or was made from.
 *
 * Guarantee: no wall time, so that it depends only on the two runs.
 */
export interface EarlierRun extends Pick<Manifest, 'job' | 'complete' | 'dataset'> {
  input: Pick<Manifest['input'], 'name' | 'bytes' | 'sha256'>;
  service: string;
  counts: RunCounts;
}

/**
 * Records the run that a finished one replaces, before its manifest is replaced.
 *
 * Shape: the same results, and the same run with a higher limit, leave the record as it is; without an earlier run there is none.
 * Guarantee: may be repeated after any interruption, with the same bytes: the earlier manifest is read until the new one is in its place.
 */
export async function recordEarlierRun(
  fs: DurableFs,
  { folder, earlier }: Pick<RunPaths, 'folder' | 'earlier'>,
  manifest: Manifest,
): Promise<void> {
  const path = join(folder, EARLIER_NAME);
  const before = await readManifest(fs, { manifest: earlier }).catch((error: unknown) => {
    if (isGeomillError(error, 'RESULTS_CHANGED')) return undefined;
    throw error;
  });
  if (!before) return fs.remove(path);
  // A copy without members that are undefined, as the one from disk is.
  if (hashOfJson(before) === hashOfJson(JSON.parse(JSON.stringify(manifest)))) return;
  // The same run with a higher limit has the bytes of one that had no limit.
  const isContinued = !before.complete && hashOfJson(before.identity) === hashOfJson(manifest.identity);
  if (isContinued) return;
  await replaceFile(fs, path, `${JSON.stringify(withCheck(earlierRunOf(before)), null, 2)}\n`);
}

/** Returns what a later run is compared with. */
export function earlierRunOf({ job, complete, counts, dataset, identity, input }: Manifest): EarlierRun {
  return {
    ...{ job, complete, service: identity.service, dataset },
    input: { name: input.name, bytes: input.bytes, sha256: input.sha256 },
    counts,
  };
}

/** Reads the record of the run before; undefined where there is none, or it is damaged: a comparison is not worth a failure. */
export async function readEarlierRun(fs: DurableFs, folder: string): Promise<EarlierRun | undefined> {
  const text = await fs.readText(join(folder, EARLIER_NAME)).catch(() => undefined);
  const record = readChecked(text ?? '') as Partial<EarlierRun> | undefined;
  const isWhole =
    isRunCounts(record?.counts) &&
    typeof record?.service === 'string' &&
    typeof record.input?.bytes === 'number';
  return isWhole ? (record as EarlierRun) : undefined;
}
