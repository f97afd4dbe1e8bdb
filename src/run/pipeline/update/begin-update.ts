import { nearestName } from '../../../base/text/suggestion.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { englishText, message, type Message } from '../../../base/messages/message.ts';
import type { WrapChunkProcessor } from '../chunk-processor.ts';
import { endNaming } from '../outputs/finish.ts';
import {
  asRowsOf,
  changedError,
  differencesOf,
  isAnsweredOtherwise,
  isOfVersion,
  programText,
  type RunIdentity,
} from '../journal/identity.ts';
import type { JobSpec } from '../job-spec.ts';
import { openFinishedRun } from '../rerun/finished-run.ts';
import { outputsOfRun } from '../rerun/prepare-rerun.ts';
import { manifestPath, type RunPaths } from '../journal/run-paths.ts';
import { readManifest, type Manifest } from '../journal/manifest.ts';
import type { OlderAnswers, RunOptions } from '../spec.ts';
import type { StartOptions } from '../journal/start.ts';
import type { OlderRows } from './older-rows.ts';
import type { PreparedRun } from '../prepare.ts';
import { findBase, isBaseOf, putAside, type BaseRun } from './stopped-run.ts';
import { createUpdateProcessor } from './update-processor.ts';

/** What an earlier run left in the folder. */
type EarlierRun = StartOptions['found'];

/** The options of a run that an update depends on. */
type UpdateOptions = Pick<
  RunOptions,
  'job' | 'input' | 'aliases' | 'keptAnswers' | 'dataset' | 'unitsSince'
> &
  Required<Pick<RunOptions, 'update'>>;

/** An update of a finished run. */
export interface Update {
  /** What is left of the earlier run to go on with. */
  found: EarlierRun;
  /** Builds the processor that keeps answers; absent where all rows are answered again, as in a run without an earlier one. */
  wrapChunkProcessor?: WrapChunkProcessor;
  /** Rows of the finished run. */
  rowsBefore: number;
  older?: OlderAnswers;
}

/** Names the files of a run that was stopped while naming them, so that an update begins with a whole one. */
export async function withNames(fs: DurableFs, paths: RunPaths, found: EarlierRun): Promise<EarlierRun> {
  const finish = found.journal?.finish;
  return finish && (await endNaming(fs, paths, finish)) ? { manifest: finish } : found;
}

/**
 * Prepares to keep the answers of the finished run in the folder for the rows of a new input that have its keys.
 *
 * Shape: undefined where there is no earlier run, or nothing of it changed: an ordinary run does what is left. What a stopped run over another input
 * committed is kept as a finished run is. Rows that another version or
 * edition answered are answered again: all in one go where that costs nothing, else each from the answers that were kept.
 * Errors: JOB_WRONG when the input has no column of the key; INPUT_CHANGED when the finished run is of another job, service or layout; those of
 * {@link openFinishedRun}.
 */
export async function beginUpdate(
  {
    fs,
    paths,
    frames,
    identity,
    found,
    onNote,
  }: Pick<StartOptions, 'fs' | 'paths' | 'frames' | 'identity' | 'found' | 'onNote'>,
  {
    job,
    input,
    update: { key, keepOlder = false },
    aliases,
    keptAnswers,
    dataset,
    unitsSince,
  }: UpdateOptions,
  prepared: PreparedRun,
): Promise<Update | undefined> {
  const { inputColumns } = prepared;
  if (!inputColumns.includes(key)) throw noColumn(key, inputColumns);
  const before = await findBase(fs, paths, found.manifest);
  const journal = continued(found.journal, identity, onNote, before !== undefined);
  if (journal && !before) return undefined;
  const stopped = journal ? undefined : takenOver(found.journal, identity);
  const open = (base: BaseRun) => openFinishedRun(fs, paths.folder, job, { path: base.path });
  const run = { fs, paths, frames, job, key, prepared, inputName: input.name };
  const aside =
    stopped && (!before || isBaseOf(before, stopped.identity))
      ? await putAside(run, stopped, before && { ...before, rows: await open(before) })
      : undefined;
  if (aside) onNote(englishText(message('update.keptOfStopped', { rows: aside.manifest.counts.results })));
  const base = aside ?? before;
  if (!base) return stopped && { found: {}, rowsBefore: 0 };
  const { manifest } = base;
  const then = manifest.identity;
  const areAllOlder = isAnsweredOtherwise(then, identity);
  const older = areAllOlder ? allOlder(manifest, identity) : manifest.counts.older;
  const hasNews = then.aliases !== identity.aliases || areAllOlder || (older !== undefined && !keepOlder);
  if (!journal && !base.isStopped && isOfInput(then, identity) && !hasNews) return undefined;
  const differences = differencesOf(asRowsOf(then, identity), identity);
  if (differences.length > 0)
    throw changedError(paths.folder, differences, message('journal.answersNotKept'));
  // Rows of several laws are told apart by no row.
  const difference =
    areAllOlder &&
    !keepOlder &&
    !manifest.counts.older &&
    then.answers === identity.answers &&
    manifest.dataset
      ? unitsSince?.(manifest.dataset)
      : undefined;
  const finished = await open(base);
  const isTouched =
    difference && finished.createIsTouched(difference, manifest.dataset?.edition === dataset?.edition);
  const answers = older && { rows: older.rows, by: older.by, areKept: keepOlder };
  if (answers) onNote(englishText(olderText(answers, keptAnswers !== undefined, isTouched !== undefined)));
  const update = {
    found: journal ? { journal } : {},
    rowsBefore: manifest.counts.results,
    ...(answers && { older: answers }),
  };
  if (areAllOlder && !keepOlder && !keptAnswers && !isTouched) return update;
  const hasAliasChanged =
    then.aliases === identity.aliases ? undefined : finished.createAliasChange(aliases?.byText ?? new Map());
  const wrapChunkProcessor = createUpdateProcessor(fs, finished, {
    key,
    keepOlder,
    older,
    hasAliasChanged,
    isTouched,
  });
  return { ...update, wrapChunkProcessor };
}

/** Returns the journal of a run over another input whose rows may be taken one by one. */
function takenOver(journal: EarlierRun['journal'], identity: RunIdentity): EarlierRun['journal'] {
  if (!journal || journal.doubt !== undefined || isOfInput(journal.identity, identity)) return undefined;
  const differences = differencesOf(asRowsOf(journal.identity, identity), identity);
  return differences.length === 0 ? journal : undefined;
}

/** Returns the journal of an update that this run continues; any other one begins anew, from the finished run. */
function continued(
  journal: EarlierRun['journal'],
  identity: RunIdentity,
  onNote: StartOptions['onNote'],
  isUpdate: boolean,
): EarlierRun['journal'] {
  if (!journal || !isOfInput(journal.identity, identity)) return undefined;
  const isSame =
    isOfVersion(journal.identity, identity) && differencesOf(journal.identity, identity).length === 0;
  // What else a first run may be continued by, the ordinary start decides.
  if (isSame || !isUpdate) return journal;
  onNote(englishText(message('update.beginsAnew')));
  return undefined;
}

/** Returns all rows of a finished run as older ones. */
function allOlder({ identity, dataset, counts }: Manifest, now: RunIdentity): OlderRows {
  const edition =
    dataset === undefined
      ? message('update.otherEdition')
      : message('update.edition', { edition: dataset.edition });
  const by = [
    ...(identity.answers === now.answers ? [] : [programText(identity)]),
    ...(identity.service === now.service ? [] : [edition]),
  ];
  return {
    rows: counts.results,
    by: counts.older?.by ?? by.map(englishText).join(' over '),
    ranges: counts.results === 0 ? [] : [[0, counts.results]],
  };
}

function olderText({ rows, by, areKept }: OlderAnswers, isPaid: boolean, isOfUnits: boolean): Message {
  if (isOfUnits) return message('update.olderOfUnits', { rows, by });
  if (areKept) return message('update.olderKept', { rows, by });
  return message(isPaid ? 'update.olderFromCache' : 'update.olderAnsweredAgain', { rows, by });
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
  return new GeomillError(
    'JOB_WRONG',
    nearest === undefined
      ? message('update.noKeyColumn', { key, columns: columns.map((name) => `"${name}"`) })
      : message('update.noKeyColumnMeant', { key, nearest }),
  );
}
