import { realpath, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { failure, isGeomillError } from '../../../base/errors/geomill-error.ts';
import { loadStages } from '../../stages/registry.ts';
import { nameInputColumns } from '../plan-stages.ts';
import { completeDerived, joinOutput, makeDerived } from '../outputs/derive.ts';
import { createDurableFs, type DurableFs } from '../../../base/files/durable-fs.ts';
import { compareExpectations } from '../expectations.ts';
import { compareFile } from '../journal/marks.ts';
import { endNaming, putInPlace, removeRunFiles } from '../outputs/finish.ts';
import { changedError, differencesOf, type RunIdentity, statedColumns } from '../journal/identity.ts';
import type { Bound, StageSpec } from '../job-spec.ts';
import { beginJournal, loadJournal } from '../journal/journal.ts';
import { lockFolder } from '../../../base/files/lock.ts';
import { englishText, message } from '../../../base/messages/message.ts';
import { type Manifest, originOf, readManifest, restoreDataPackage } from '../journal/manifest.ts';
import { declareOutputs, openWriters, type RunOutputs } from '../outputs/outputs.ts';
import { messagesByText } from '../reason-counts.ts';
import { addCounts, emptyCounts, inOrder } from '../run-counts.ts';
import { fileOf, isHidden, pathsOfRun, runPaths, type RunPaths } from '../journal/run-paths.ts';
import { readShards, type ShardRun } from './read-shards.ts';
import { shardText } from './shard.ts';

/** The arguments of {@link mergeShards}: the folders of the finished runs of all shards, in any order. */
export interface MergeOptions {
  folders: readonly string[];
  /** Folder of the merged run; created when it is missing. */
  outputDir: string;
  /** Receives sentences for the user. */
  onNote: (note: string) => void;
  fs?: DurableFs;
}

/** The merged run. Shape: `outcome` is `already_finished` if the folder has it and nothing had to be written. */
export interface MergeReport {
  outcome: 'finished' | 'already_finished';
  shards: number;
  manifest: Manifest;
}

/**
 * Merges the finished runs of all shards of an input into the run of the whole input.
 *
 * Errors: those of `readShards`; RESULTS_CHANGED when a file of a shard was changed; INPUT_CHANGED when the folder has another run; OUTPUT_REFUSED when
 * it is that of a shard; LOCKED, IO; those of derived formats.
 * Guarantee: the files, the manifest and the Data Package have the bytes of a single run over the input. May be interrupted anywhere and repeated; nothing gets its
 * final name before all files are whole. The runs of the shards are only read.
 */
export async function mergeShards(options: MergeOptions): Promise<MergeReport> {
  const { folders, outputDir, onNote, fs = createDurableFs() } = options;
  const runs = await readShards(fs, folders);
  const outputs = await outputsOf(runs, onNote);
  await refuseOwnShard(outputDir, runs);
  const wasThere = await fs.exists(outputDir);
  await fs.makeFolder(outputDir);
  const paths = runPaths(outputDir, outputs);
  const lock = await lockFolder(outputDir);
  let isWriting = false;
  let isLeft = false;
  try {
    const identity = identityOf(runs);
    const found = await findMerged(fs, paths, identity, onNote);
    if (found) {
      const { columns = [] } = found;
      const manifest = await completeDerived(fs, paths, outputs, { columns }, found, onNote);
      await restoreDataPackage(fs, paths.folder, manifest);
      await removeRunFiles(fs, paths);
      return { outcome: 'already_finished', shards: runs.length, manifest };
    }
    isWriting = true;
    const manifest = manifestOf(runs, identity, await writeFiles(fs, paths, outputs, runs));
    isWriting = false;
    await lock.check();
    const journal = await beginJournal(fs, paths.journal, paths.folder, identity);
    await journal.finish(manifest).finally(() => journal.close());
    await putInPlace(fs, paths, manifest);
    return { outcome: 'finished', shards: runs.length, manifest };
  } catch (error) {
    // Nothing can continue what a refused merge wrote; the failure itself is worth more than one of clearing up.
    const isRefused = isGeomillError(error) && !error.traits.retryable;
    if (isRefused && isWriting) await removeRunFiles(fs, paths).catch(() => undefined);
    isLeft = isRefused && !wasThere;
    throw error;
  } finally {
    await lock.release();
    // Only if it is empty.
    if (isLeft) await rmdir(outputDir).catch(() => undefined);
  }
}

/** Declares the outputs of the merged run: those that every shard has. */
async function outputsOf(runs: readonly ShardRun[], onNote: (note: string) => void): Promise<RunOutputs> {
  const { manifest } = runs[0] as ShardRun;
  const derived = [...new Set(runs.flatMap((run) => derivedOf(run.manifest)))];
  const common = derived.filter((name) => runs.every((run) => derivedOf(run.manifest).includes(name)));
  const dropped = derived.filter((name) => !common.includes(name));
  if (dropped.length > 0) onNote(englishText(message('shard.notEveryShard', { outputs: dropped })));
  const listed = manifest.identity.outputs;
  const stages = await stagesOf(manifest.identity);
  const resultColumns = statedColumns(manifest.identity);
  const { rows, derived: made } = declareOutputs(
    { outputs: [...listed, ...common], stages, ...(resultColumns && { resultColumns }) },
    manifest.input.name,
  );
  const hidden = listed.filter((name) => runs.some((run) => isHiddenIn(run, name)));
  // Where the shards have no result in common, the rows are the result.
  const areShown = hidden.length === listed.length && common.length === 0;
  return {
    rows: rows.map((output) => ({ ...output, isHidden: !areShown && hidden.includes(output.name) })),
    derived: made,
  };
}

function isHiddenIn({ manifest }: ShardRun, output: string): boolean {
  const file = manifest.files[output];
  return file !== undefined && isHidden(file);
}

const derivedOf = ({ files }: Manifest) =>
  Object.entries(files).flatMap(([name, { from }]) => (from === undefined ? [] : [name]));

/** Returns the stages of a run, for their outputs. Errors: RESULTS_CHANGED if this version has not one of them. */
async function stagesOf({ stages }: RunIdentity): Promise<StageSpec[]> {
  const list = JSON.parse(stages) as [string, string, Record<string, unknown>][];
  const definitions = await loadStages(list.map(([, kind]) => kind));
  return list.map(([prefix, kind, options]) => {
    const definition = definitions.get(kind);
    if (definition) return { prefix, definition, options };
    throw failure('RESULTS_CHANGED', 'shard.unknownStage', { kind });
  });
}

async function refuseOwnShard(outputDir: string, runs: readonly ShardRun[]): Promise<void> {
  const realOf = (path: string) => realpath(path).catch(() => resolve(path));
  const own = await realOf(outputDir);
  for (const { folder } of runs) {
    if ((await realOf(folder)) === own) throw failure('OUTPUT_REFUSED', 'shard.mergedOverShard', { folder });
  }
}

/** Returns the identity of the run over the whole input. */
function identityOf(runs: readonly ShardRun[]): RunIdentity {
  const identity = { ...(runs[0] as ShardRun).manifest.identity };
  delete identity.shard;
  return identity;
}

/** Returns the merged run where the folder has it, whole. Errors: INPUT_CHANGED when the folder has another run, or one that is not finished. */
async function findMerged(
  fs: DurableFs,
  paths: RunPaths,
  identity: RunIdentity,
  onNote: (note: string) => void,
): Promise<Manifest | undefined> {
  const journal = await loadJournal(fs, paths.journal);
  const manifest = await readManifest(fs, paths);
  const then = journal?.identity ?? manifest?.identity;
  if (!then) return undefined;
  const differences = differencesOf(then, identity);
  if (then.inputSha256 !== identity.inputSha256) differences.unshift(message('journal.otherInput'));
  if (journal && !journal.finish && journal.checkpoints.length > 0)
    differences.unshift(message('journal.notFinished'));
  if (differences.length > 0) throw changedError(paths.folder, differences, message('journal.adviceOther'));
  const { finish } = journal ?? {};
  if (finish && (await endNaming(fs, paths, finish))) {
    onNote(englishText(message('shard.mergeNamingDone')));
    return finish;
  }
  // A run that was limited to the first rows is replaced by that of all rows.
  if (!manifest?.complete) return undefined;
  for (const { output, name, path } of pathsOfRun(paths, manifest).rows) {
    const found = await compareFile(fs, path, manifest.files[output]);
    if (found === 'same') continue;
    const change = message('run.change', { file: name, how: found });
    onNote(englishText(message('shard.mergedAgain', { change })));
    return undefined;
  }
  return manifest;
}

/** Writes all files under their temporary names: first those of the rows, then those derived from them. */
async function writeFiles(
  fs: DurableFs,
  paths: RunPaths,
  outputs: RunOutputs,
  runs: readonly ShardRun[],
): Promise<Manifest['files']> {
  const first = (runs[0] as ShardRun).manifest;
  const { columns = [], identity } = first;
  const described = { columns, origin: originOf(first) };
  const writers = openWriters(outputs, columns, nameInputColumns(identity.columns).names);
  const files: Manifest['files'] = {};
  for (const [output, { frame }] of writers) {
    const parts = runs.map(({ folder, manifest, shard }) => {
      const file = manifest.files[output];
      if (file) return { path: join(folder, file.name), file };
      throw failure('RESULTS_CHANGED', 'shard.noOutput', { shard: shardText(shard), folder, output });
    });
    files[output] = await joinOutput(fs, frame, parts, fileOf(paths, output));
  }
  for (const output of outputs.derived) {
    const source = fileOf(paths, output.from).part;
    files[output.name] = await makeDerived(fs, output, source, described, fileOf(paths, output.name));
  }
  return files;
}

/** Returns the manifest of the run over the whole input. */
function manifestOf(runs: readonly ShardRun[], identity: RunIdentity, files: Manifest['files']): Manifest {
  const first = (runs[0] as ShardRun).manifest;
  const last = (runs.at(-1) as ShardRun).manifest;
  const counts = emptyCounts(Object.keys(first.counts.stages));
  for (const { manifest } of runs) addCounts(counts, manifest.counts);
  const { geomill, job, columns, chosen, input, expectations, dataset } = first;
  return {
    geomill,
    job,
    complete: true,
    counts: inOrder(counts),
    columns,
    ...(chosen && { chosen }),
    files,
    input,
    inputOffset: last.inputOffset,
    nextLine: last.nextLine,
    findings: [...messagesByText(runs.flatMap(({ manifest }) => manifest.findings)).values()],
    expectations: expectations && compareExpectations(counts, boundsOf(expectations)),
    identity,
    ...(dataset && { dataset }),
  };
}

/** Returns the bounds of expectations, which a manifest has as text. */
function boundsOf(expectations: NonNullable<Manifest['expectations']>): Record<string, Bound> {
  return Object.fromEntries(
    expectations.map(({ name, expected }) => {
      const [operator, value] = expected.split(' ');
      return [name, { operator: operator as Bound['operator'], value: Number(value) }];
    }),
  );
}
