import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DerivedSource, SourceInput } from '../../formats/output-format.ts';
import { failure, isGeomillError } from '../../base/errors/geomill-error.ts';
import { ANSWERS_VERSION } from '../../contract/answers-version.ts';
import { processRows, type RunSurroundings } from './process-rows.ts';
import { fewStreets } from './sample/judgement.ts';
import { completeDerived, makeDerived } from './outputs/derive.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import { putInPlace, removeCopies, removeRefused, removeRunFiles, removeStopped } from './outputs/finish.ts';
import { compareExpectations } from './expectations.ts';
import { identityOf, type RunIdentity } from './journal/identity.ts';
import { receiveInput, streamInput } from './input/input-file.ts';
import { type InputWatch, watchInput } from './input/input-watch.ts';
import { loadJournal, noteDoubt } from './journal/journal.ts';
import { type FolderLock, lockFolder } from '../../base/files/lock.ts';
import {
  type Manifest,
  MANIFEST_VERSION,
  originOf,
  readManifest,
  restoreDataPackage,
  type ShardEntry,
} from './journal/manifest.ts';
import { trackOpenFiles } from '../../base/files/open-files.ts';
import { englishText, message, type Message } from '../../base/messages/message.ts';
import { declareOutputs, openWriters, type RunOutputs } from './outputs/outputs.ts';
import { type PreparedRun, prepareRun, refuseFaults } from './prepare.ts';
import { inOrder, noUpdate, type RunCounts } from './run-counts.ts';
import { fileOf, resultNames, runPaths, type RunPaths } from './journal/run-paths.ts';
import { doubtfulError, examineInput, sampleAgainst, type SampleReport } from './sample/judge-sample.ts';
import { checkShard, type Share } from './shards/shard.ts';
import type { Sink, SinkFrame } from './outputs/sink.ts';
import { createProgress, type RunOptions, type RunReport } from './spec.ts';
import { findStart, type StartOptions } from './journal/start.ts';

const REAL: RunSurroundings = { fs: createDurableFs(), nowMs: () => performance.now(), drainMs: 10_000 };

/**
 * Runs a job over an input into an output folder, or continues a run that was interrupted.
 *
 * Shape: see {@link RunOptions}; a report when all rows are committed and all files are in place.
 * Errors: failures of scope `run`; everything processed before them is committed, and the same call continues from there. ABORTED when
 * `stop` was signalled.
 * Guarantee: the promises of docs/GUARANTEES.md.
 */
export async function runJob(
  options: RunOptions,
  surroundings: Partial<RunSurroundings> = {},
): Promise<RunReport> {
  const files = trackOpenFiles(surroundings.fs ?? REAL.fs);
  const around = { ...REAL, ...surroundings, fs: files.fs };
  refuseOptions(options);
  const outputs = declareOutputs(options.job, options.input.name);
  const paths = runPaths(options.outputDir, outputs, options.earlier);
  await around.fs.makeFolder(options.outputDir);
  const lock = await lockFolder(options.outputDir, { calls: around.lockCalls });
  try {
    return await runLocked(options, around, outputs, paths, lock);
  } catch (error) {
    await files.closeAll();
    // Before anything else: without the note the same command would go on after rows that may be wrong.
    if (isGeomillError(error, 'RESULTS_DOUBTFUL'))
      await noteDoubt(around.fs, paths.journal, error.reason).catch(() => undefined);
    // The failure itself is worth more than one of clearing up.
    if (isGeomillError(error) && !error.traits.retryable)
      await removeRefused(around.fs, paths).catch(() => undefined);
    throw error;
  } finally {
    await lock.release();
  }
}

async function runLocked(
  options: RunOptions,
  around: RunSurroundings,
  outputs: RunOutputs,
  paths: RunPaths,
  lock: FolderLock,
): Promise<RunReport> {
  const { fs } = around;
  const progress = options.progress ?? createProgress();
  const onNote = options.onNote ?? (() => undefined);
  const inputPath = await receiveInput(fs, options.input, paths.received, options.stop);
  await refuseOwnInput(inputPath, paths);

  const earlier = await findEarlierRun(fs, paths, options.mode);
  const updates = options.update && (await import('./update/begin-update.ts'));
  const found = updates ? await updates.withNames(fs, paths, earlier) : earlier;
  const before = (found.journal?.identity ?? found.manifest?.identity)?.inputBytes;
  const watch = await watchInput(fs, inputPath, before);

  progress.phase = 'spooling';
  const prepared = await prepareInput(fs, options, paths, inputPath, watch, onNote);
  const writers = openWriters(outputs, prepared.columns, prepared.inputColumns);
  const frames = new Map(Array.from(writers, ([name, { frame }]) => [name, frame]));
  const { fingerprint } = watch;
  const identity = identityOf(
    options.job,
    {
      service: options.serviceIdentity,
      answers: options.answers ?? ANSWERS_VERSION,
      ...(options.version !== undefined && { version: options.version }),
      ...(options.aliases && { aliases: options.aliases.sha256 }),
    },
    prepared.source,
    fingerprint,
    options.shard,
  );
  const sample = await examineInput(fs, options.job, prepared, options.judgeSample);
  const isSeen = (found.journal?.identity ?? found.manifest?.identity)?.inputSha256 === fingerprint.sha256;
  // What an earlier run began with was looked at then; another version of the input is not.
  if (sample && (options.update ? !isSeen : !found.journal && !found.manifest))
    tellDoubts(options, sample, onNote);
  const lack =
    sample?.addresses && sample.places && fewStreets(sample.addresses, sample.places, options.coverage ?? []);
  if (lack) onNote(englishText(lack), lack);
  options.beforeStart?.(identity);
  const update =
    updates &&
    options.update &&
    (await updates.beginUpdate(
      { fs, paths, frames, identity, found, onNote },
      { ...options, update: options.update },
      prepared,
    ));
  const context = { fs, paths, frames, identity, fingerprint, found: update?.found ?? found, onNote };
  const start = await findStart({ ...context, ...startOptions(options, prepared) });
  if ('finished' in start) {
    progress.phase = 'finishing';
    const { columns } = prepared;
    const { rejected } = start.finished.counts;
    const input = sourceInput(fs, inputPath, prepared, rejected);
    const manifest = await completeDerived(fs, paths, outputs, { columns, input }, start.finished, onNote);
    await restoreDataPackage(fs, paths.folder, manifest);
    await removeRunFiles(fs, paths);
    progress.phase = 'done';
    return report('already_finished', manifest, 0, sample);
  }

  const resumedAtRow = start.checkpoint.counts.rowsIn;
  if (prepared.share) onNote(englishText(shareNote(prepared.share)));
  if (resumedAtRow > 0)
    onNote(
      englishText(message(prepared.share ? 'run.goingOnInShard' : 'run.goingOn', { row: resumedAtRow })),
    );
  const checkRun = async () => {
    await lock.check();
    await watch.check();
  };
  const processing = update?.wrapChunkProcessor
    ? { ...options, wrapChunkProcessor: update.wrapChunkProcessor }
    : options;
  const processed = await processRows(processing, around, prepared, checkRun, writers, start, progress);
  progress.phase = 'finishing';
  const described = {
    columns: prepared.columns,
    input: sourceInput(fs, inputPath, prepared, processed.last.counts.rejected),
    origin: originOf({
      job: options.job.name,
      input: options.input,
      identity,
      ...(options.dataset && { dataset: options.dataset }),
    }),
  };
  const files = await finishFiles(fs, paths, outputs, start.sinks, frames, described);
  const findings = [...prepared.findings, ...doubtsOf(options, sample), ...(lack ? [lack] : [])];
  const manifest = manifestOf(options, { ...prepared, findings }, fingerprint, identity, processed, files);
  const finished: RunReport = {
    ...report('finished', manifest, resumedAtRow, sample),
    ...(update?.wrapChunkProcessor && { update: updateCounts(processed.last.counts, update.rowsBefore) }),
    ...(update?.older && { older: update.older }),
  };
  await options.beforeFinish?.(finished);
  await start.journal.finish(manifest);
  await start.journal.close();
  await putInPlace(fs, paths, manifest);
  progress.phase = 'done';
  return finished;
}

/** Returns the input for the outputs that are made of it. */
function sourceInput(fs: DurableFs, path: string, { source }: PreparedRun, rejected: number): SourceInput {
  return { open: () => streamInput(fs, path), sheet: source.sheet, table: source.table, rejected };
}

function updateCounts({ update }: RunCounts, rowsBefore: number): RunReport['update'] {
  const counts = update ?? noUpdate();
  const { kept, changed, retried, renewed } = counts;
  // Of several rows with one key, only the first one is matched.
  return { ...counts, gone: Math.max(0, rowsBefore - kept - changed - retried - renewed) };
}

/** What an earlier run left in the folder. */
type EarlierRun = StartOptions['found'];

async function findEarlierRun(fs: DurableFs, paths: RunPaths, mode: RunOptions['mode']): Promise<EarlierRun> {
  if (mode !== 'restart')
    return { journal: await loadJournal(fs, paths.journal), manifest: await readManifest(fs, paths) };
  await removeCopies(fs, paths);
  await removeStopped(fs, paths);
  return {};
}

/** Inspects the input, copies it if it cannot be cut, plans the stages, and finds the share of a shard. Errors: those of {@link prepareRun}; JOB_WRONG for faults. */
async function prepareInput(
  fs: DurableFs,
  { job, input, shard }: RunOptions,
  paths: RunPaths,
  inputPath: string,
  watch: InputWatch,
  onNote: (note: string, message?: Message) => void,
): Promise<PreparedRun> {
  const spool = {
    path: paths.spool,
    batchesPath: paths.batches,
    sha256: watch.fingerprint.sha256,
    beforeRename: () => watch.check(),
    onNote,
  };
  const whole = await prepareRun(job, { name: input.fileName, path: inputPath, spool }, fs);
  refuseFaults(whole);
  whole.findings.forEach((finding) => onNote(englishText(finding), finding));
  if (!shard) return whole;
  const { findShare } = await import('./shards/find-share.ts');
  return { ...whole, share: await findShare(fs, whole, shard) };
}

/** Returns what the sample makes doubtful, where the user does not know it. */
function doubtsOf({ job, doubts }: RunOptions, sample: SampleReport | undefined): Message[] {
  const isKnown = job.input.checked === true || doubts === 'ignore';
  return isKnown || !sample ? [] : sample.doubts.map(({ sentence }) => sentence);
}

/** Reports what the sample says. Errors: INPUT_DOUBTFUL where it is doubtful and the run is to stop then. */
function tellDoubts(options: RunOptions, sample: SampleReport, onNote: (note: string) => void): void {
  sample.lines.forEach((line) => onNote(englishText(line)));
  const sentences = doubtsOf(options, sample);
  if (sentences.length > 0 && options.doubts === 'stop')
    throw doubtfulError(sample, options.input.fileName || 'the input');
  for (const doubt of sentences) onNote(englishText(message('run.readAsMeant', { doubt })));
}

/** Returns the options of {@link findStart} that follow from the settings and the input. */
function startOptions(
  { mode, limitRows }: RunOptions,
  { dataPath, isSpooled, plans, layout, share }: PreparedRun,
) {
  return {
    append: mode === 'append',
    dataPath,
    ...(isSpooled && {
      appendRefusal: message('run.appendRefused'),
    }),
    ...(limitRows !== undefined && { limitRows }),
    prefixes: plans.map(({ prefix }) => prefix),
    dataOffset: share?.from.offset ?? layout.dataOffset,
    firstLine: share?.from.line ?? layout.firstLine,
  };
}

/** Returns the manifest of a run whose rows are all committed. */
function manifestOf(
  options: RunOptions,
  prepared: PreparedRun,
  fingerprint: InputWatch['fingerprint'],
  identity: RunIdentity,
  { last, isComplete }: Awaited<ReturnType<typeof processRows>>,
  files: Manifest['files'],
): Manifest {
  const { job, input, serviceFindings = [] } = options;
  const { columns, chosen, source, findings } = prepared;
  return {
    geomill: MANIFEST_VERSION,
    job: job.name,
    complete: isComplete,
    counts: inOrder(last.counts),
    columns,
    ...(chosen && { chosen: chosen.map(({ column }) => column) }),
    files,
    input: { name: input.name, bytes: fingerprint.bytes, sha256: fingerprint.sha256, layout: source },
    inputOffset: last.inputOffset,
    nextLine: last.nextLine,
    findings: [...serviceFindings, ...findings, ...(options.warnings?.() ?? [])],
    ...(job.expect && { expectations: compareExpectations(last.counts, job.expect) }),
    identity,
    ...(options.dataset && { dataset: options.dataset }),
    ...shardEntry(options, prepared),
  };
}

/** Refuses options that do not go together. Errors: USAGE. */
function refuseOptions({ shard, mode, limitRows, update }: RunOptions): void {
  if (update) {
    if (shard) throw failure('USAGE', 'run.keyWithShard');
    if (mode === 'append') throw failure('USAGE', 'run.keyWithAppend');
    if (limitRows !== undefined) throw failure('USAGE', 'run.keyWithLimit');
  }
  if (!shard) return;
  checkShard(shard);
  if (mode === 'append') throw failure('USAGE', 'run.appendToShard');
  if (limitRows !== undefined) throw failure('USAGE', 'run.limitOfShard');
}

/** Returns the entry of the manifest for the share of a run. */
function shardEntry({ shard, version = '' }: RunOptions, { share }: PreparedRun): { shard?: ShardEntry } {
  if (!shard || !share) return {};
  const { index, count } = shard;
  return { shard: { index, count, version, ...share } };
}

function shareNote({ from, to }: Share): Message {
  return to.row === from.row
    ? message('run.shardWithoutRows')
    : message('run.shardRows', { first: from.row, last: to.row - 1 });
}

/** Finishes the files of all outputs under their temporary names: first those of the rows, then those derived from them. */
async function finishFiles(
  fs: DurableFs,
  paths: RunPaths,
  outputs: RunOutputs,
  sinks: ReadonlyMap<string, Sink>,
  frames: ReadonlyMap<string, SinkFrame>,
  described: Omit<DerivedSource, 'open'>,
): Promise<Manifest['files']> {
  const files: Manifest['files'] = {};
  for (const [output, sink] of sinks) {
    const tailBytes = Buffer.byteLength(frames.get(output)?.tail ?? '');
    files[output] = { name: fileOf(paths, output).name, ...(await sink.finish()), tailBytes };
  }
  for (const output of outputs.derived) {
    const source = fileOf(paths, output.from).part;
    files[output.name] = await makeDerived(fs, output, source, described, fileOf(paths, output.name));
  }
  return files;
}

/** Refuses to overwrite the input. Errors: OUTPUT_REFUSED. */
async function refuseOwnInput(inputPath: string, paths: RunPaths): Promise<void> {
  const real = await realpath(inputPath).catch(() => resolve(inputPath));
  const folder = await realpath(paths.folder);
  const own = [...paths.rows, ...paths.derived].some(
    ({ name, part }) => real === resolve(folder, name) || real === resolve(part),
  );
  // Hidden in this run, but visible if the next one is asked for it, or in the one that is replaced.
  const isOther = paths.rows.some(({ otherName }) => real === resolve(folder, otherName));
  if (own || isOther) throw failure('OUTPUT_REFUSED', 'run.outputOverInput', { path: inputPath });
}

function report(
  outcome: RunReport['outcome'],
  manifest: Manifest,
  resumedAtRow: number,
  sample: SampleReport | undefined,
): RunReport {
  const { counts, findings } = manifest;
  const against = sample && sampleAgainst(sample, counts);
  return {
    outcome,
    counts,
    resumedAtRow,
    files: resultNames(manifest.files),
    findings,
    ...(sample?.addresses && against !== undefined && { sample: { ...sample.addresses, against } }),
  };
}
