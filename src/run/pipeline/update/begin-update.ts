import { nearestName } from '../../../base/text/suggestion.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import type { CreateChunkProcessor } from '../chunk-processor.ts';
import { endNaming } from '../finish.ts';
import { changedError, differencesOf, type RunIdentity } from '../identity.ts';
import type { JobSpec } from '../job-spec.ts';
import { openFinishedRun } from '../rerun/finished-run.ts';
import { outputsOfRun } from '../rerun/prepare-rerun.ts';
import { manifestPath, type RunPaths } from '../run-paths.ts';
import { readManifest } from '../manifest.ts';
import type { StartOptions } from '../start.ts';
import { createUpdateProcessor } from './update-processor.ts';

/** What an earlier run left in the folder. */
type EarlierRun = StartOptions['found'];

/** An update of a finished run: what is left of the earlier run to go on with, and the processor that keeps its answers. */
export interface Update {
  found: EarlierRun;
  createChunkProcessor: CreateChunkProcessor;
  /** Rows of the finished run. */
  rowsBefore: number;
}

/** Names the files of a run that was stopped while naming them, so that an update begins with a whole one. */
export async function withNames(fs: DurableFs, paths: RunPaths, found: EarlierRun): Promise<EarlierRun> {
  const finish = found.journal?.finish;
  return finish && (await endNaming(fs, paths, finish)) ? { manifest: finish } : found;
}

/**
 * Prepares to keep the answers of the finished run in the folder for the rows of a new input that have its keys.
 *
 * Shape: undefined where there is no finished run, or nothing of it changed: an ordinary run does what is left.
 * Errors: JOB_WRONG when the input has no column of the key; INPUT_CHANGED when the finished run is of another job, service or layout; those of
 * {@link openFinishedRun}.
 */
export async function beginUpdate(
  { fs, paths, identity, found }: Pick<StartOptions, 'fs' | 'paths' | 'identity' | 'found'>,
  job: JobSpec,
  key: string,
  inputColumns: readonly string[],
): Promise<Update | undefined> {
  if (!inputColumns.includes(key)) throw noColumn(key, inputColumns);
  const { manifest } = found;
  if (!manifest) return undefined;
  const journal = found.journal && isOfInput(found.journal.identity, identity) ? found.journal : undefined;
  if (!journal && isOfInput(manifest.identity, identity)) return undefined;
  const differences = differencesOf(manifest.identity, identity);
  if (differences.length > 0)
    throw changedError(
      paths.folder,
      differences,
      'Its answers cannot be kept: use --restart to process all rows again, or another --output',
    );
  const finished = await openFinishedRun(fs, paths.folder, job);
  return {
    found: journal ? { journal } : {},
    createChunkProcessor: createUpdateProcessor(fs, finished, key),
    rowsBefore: manifest.counts.results,
  };
}

/** Returns the outputs of an update: those of the job, and those that were made of the finished run since, so that none of its files grows old. */
export async function updateOutputs(fs: DurableFs, folder: string, job: JobSpec): Promise<string[]> {
  const manifest = await readManifest(fs, { manifest: manifestPath(folder) });
  return manifest ? outputsOfRun(job, manifest) : [...job.outputs];
}

function isOfInput(then: RunIdentity, now: RunIdentity): boolean {
  return then.inputBytes === now.inputBytes && then.inputSha256 === now.inputSha256;
}

function noColumn(key: string, columns: readonly string[]): GeomillError {
  const nearest = nearestName(key, columns);
  const hint =
    nearest === undefined
      ? `the input has ${columns.map((name) => `"${name}"`).join(', ')}`
      : `did you mean "${nearest}"?`;
  return new GeomillError('JOB_WRONG', `key: there is no column "${key}": ${hint}`);
}
