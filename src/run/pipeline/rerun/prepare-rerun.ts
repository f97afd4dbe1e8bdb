import { join } from 'node:path';
import { isDerivedFormat } from '../../../formats/output-format.ts';
import { outputFormat, RECORD } from '../../../formats/outputs.ts';
import { isBadRow } from '../../../formats/record.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import { hashOfJson } from '../../../base/files/checked-json.ts';
import { createDurableFs, type DurableFs } from '../../../base/files/durable-fs.ts';
import { differencesOf, type RunIdentity } from '../journal/identity.ts';
import { removeJournal } from '../journal/journal.ts';
import type { JobSpec } from '../job-spec.ts';
import { lockFolder } from '../../../base/files/lock.ts';
import type { Manifest } from '../journal/manifest.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import { joinMessages } from '../../../base/messages/join-messages.ts';
import { journalPath, manifestPath, resultNames } from '../journal/run-paths.ts';
import type { WrapChunkProcessor } from '../chunk-processor.ts';
import { REJECTS } from '../outputs/outputs.ts';
import type { RunOptions } from '../spec.ts';
import { planOrder } from '../work-order.ts';
import type { Aliases } from './aliases.ts';
import { openFinishedRun, type FinishedRun } from './finished-run.ts';
import { createCopyProcessor } from './row-parts.ts';
import { isSelected, type Selection } from './selection.ts';
import type { StoredRows } from './stored-rows.ts';

/** Reports by the values of its results whether a row is processed again. */
type IsAsked = (values: readonly unknown[]) => boolean;

/** Name of the file that says which rows of which run a folder processes again. */
export const RERUN_NAME = '.rerun.json';

/** The arguments of {@link prepareRerun}. */
export interface RerunOptions {
  /** The folder of the finished run. */
  folder: string;
  /** The folder of the new results. */
  outputDir: string;
  job: JobSpec & { aliases?: string | undefined };
  /** Rows that are asked again besides those about which a person has decided otherwise since. */
  selection?: Selection;
  /** The alias file of the new run. */
  aliases?: Aliases | undefined;
  /** Discards what the output folder has. */
  restart?: boolean;
  fs?: DurableFs;
}

/** A run over the input of a finished one that copies the rows which are not asked again. */
export interface Rerun {
  /** Number of rows that are asked again. */
  rows: number;
  /** Number of rows in the results of the finished run. */
  resultRows: number;
  /** The outputs of the new run: those of the job, and those that were made of the finished run since. */
  outputs: readonly string[];
  /** What the run needs beside its own options. */
  options: Required<Pick<RunOptions, 'wrapChunkProcessor' | 'beforeStart' | 'earlier'>> &
    Pick<RunOptions, 'limitRows' | 'aliases'>;
  /** Makes the output folder ready; to be called before the run. Errors: OUTPUT_REFUSED when it has results of something else. */
  claim(): Promise<void>;
}

/**
 * Prepares to process rows of a finished run again, into another folder.
 *
 * Shape: the results of the new run are those of the finished one except for the rows that are asked again, in the order of the input.
 * Errors: as of {@link openFinishedRun}; USAGE when the alias file of the finished run is not named; INPUT_CHANGED from the run when the input, the job or the service is not that of the finished run.
 * Guarantee: the finished run is only read; the new one may be interrupted anywhere and prepared and run again, with the same bytes.
 * Cost: reads the files of the finished run, for their checksums, and one of them a second time, to count the rows.
 */
export async function prepareRerun({
  folder,
  outputDir,
  job,
  selection,
  aliases,
  restart = false,
  fs = createDurableFs(),
}: RerunOptions): Promise<Rerun> {
  const finished = await openFinishedRun(fs, folder, job);
  const { manifest, outcomes } = finished;
  const before = manifest.identity;
  if (before.aliases !== undefined && job.aliases === undefined)
    throw failure('USAGE', 'update.aliasesMissing', { folder });
  const identity = { ...before, ...(aliases && { aliases: aliases.sha256 }) };
  const hasAliasChanged =
    before.aliases === identity.aliases
      ? undefined
      : finished.createAliasChange(aliases?.byText ?? new Map());
  const isAsked: IsAsked = (values) =>
    (selection !== undefined && isSelected(values, outcomes, selection)) ||
    hasAliasChanged?.(values) === true;
  return {
    rows: await countRows(finished, isAsked),
    resultRows: manifest.counts.results,
    outputs: outputsOfRun(job, manifest),
    options: {
      wrapChunkProcessor: createRerunProcessor(finished, isAsked),
      beforeStart: (now) => refuseOther(identity, now, folder),
      earlier: manifestPath(folder),
      ...(aliases && { aliases }),
      ...(!manifest.complete && { limitRows: manifest.counts.rowsIn }),
    },
    claim: () => claimFolder(fs, outputDir, noteOf(manifest, selection, hasAliasChanged && aliases), restart),
  };
}

/** Returns the outputs of a job, and those that its finished run has besides: derived from it since, or rows that were made visible. */
export function outputsOfRun({ outputs }: JobSpec, { files, identity }: Manifest): string[] {
  // Files that `geomill export` made of another format than a run makes them of would change the identity of the new run.
  const isOfRun = (name: string, from: string | undefined) => {
    if (from === undefined) return identity.outputs.includes(name);
    const format = outputFormat(name);
    return from === RECORD || (isDerivedFormat(format) && format.from === from);
  };
  const visible = Object.keys(resultNames(files));
  return [
    ...outputs,
    ...visible.filter((name) => isOfRun(name, files[name]?.from) && !outputs.includes(name)),
  ];
}

/**
 * Builds a processor that copies the rows of a finished run, and processes those that are asked again.
 *
 * Shape: for a run over the same input; chunks must be processed in order, from any row on. Rows that cannot be read are read again.
 * Guarantee: a row that is copied has the same bytes in all outputs and counts as before.
 * Errors: RESULTS_CHANGED when the files of the finished run became shorter meanwhile.
 */
function createRerunProcessor(finished: FinishedRun, isAsked: IsAsked): WrapChunkProcessor {
  const { columns, source } = finished;
  return async (inner, { order, onRows, resultsBefore }) => {
    const work = await planOrder(order);
    const outputs = [...work.writers.keys()].filter((name) => name !== REJECTS);
    const files = outputs.map((name) => finished.open(name));
    let skipping: Promise<unknown> | undefined;
    return createCopyProcessor<Record<string, string> | undefined>(finished, work, inner, {
      async find(rows) {
        await (skipping ??= Promise.all(files.map((file) => skipRows(file, resultsBefore))));
        const count = rows.filter((row) => !isBadRow(row)).length;
        const records = await Promise.all(files.map((file) => file.take(count)));
        let taken = -1;
        return rows.map((row) => {
          if (isBadRow(row)) return undefined;
          taken += 1;
          return Object.fromEntries(outputs.map((name, nth) => [name, records[nth]![taken]!]));
        });
      },
      async copy(texts) {
        const values = texts && source.records.read(texts[source.name]!, columns);
        if (!values || isAsked(values)) return undefined;
        onRows(1);
        return { outputs: texts, values, reasons: finished.reasonsOf(values) };
      },
      count(counts, { firstRow }, _, { length }) {
        // A note depends on the cells of its row only, and no file says which row has one.
        const { notes, older } = finished.manifest.counts;
        delete counts.notes;
        if (firstRow !== 1 || length === 0) return;
        if (notes) counts.notes = structuredClone(notes);
        // The results are the same rows; those that are asked again may count as older.
        if (older) counts.older = older;
      },
      close: async () => void (await Promise.all(files.map((file) => file.close()))),
    });
  };
}

async function skipRows(file: StoredRows, count: number): Promise<void> {
  const STEP = 10_000;
  for (let left = count; left > 0; left -= STEP) await file.take(Math.min(left, STEP));
}

async function countRows(finished: FinishedRun, isAsked: IsAsked): Promise<number> {
  let count = 0;
  for await (const values of finished.rows()) if (isAsked(values)) count += 1;
  return count;
}

/** Refuses to put rows of different inputs, jobs or services into one file. Errors: INPUT_CHANGED. */
function refuseOther(then: RunIdentity, now: RunIdentity, folder: string): void {
  const differences = differencesOf(then, now);
  if (then.inputBytes !== now.inputBytes || then.inputSha256 !== now.inputSha256)
    differences.unshift(
      message('journal.inputChanged', {
        ...{ how: 'changed', before: then.inputBytes, bytes: now.inputBytes },
      }),
    );
  if (differences.length === 0) return;
  throw failure('INPUT_CHANGED', 'update.otherRun', {
    folder,
    differences: joinMessages(differences, 'list.semicolons') as Message,
  });
}

function noteOf(
  { identity, files }: Manifest,
  selection: Selection | undefined,
  aliases: Aliases | undefined,
): string {
  const of = hashOfJson([identity, files]);
  const rows = selection && { below: selection.below ?? null, not_found: selection.notFound ?? false };
  return `${JSON.stringify({ of, ...rows, ...(aliases && { chosen: aliases.sha256 }) })}\n`;
}

/** Writes into a folder which rows it processes again. Errors: OUTPUT_REFUSED when it has a run already that does something else; LOCKED. */
async function claimFolder(fs: DurableFs, folder: string, note: string, restart: boolean): Promise<void> {
  const path = join(folder, RERUN_NAME);
  await fs.makeFolder(folder);
  const lock = await lockFolder(folder);
  try {
    const found = await fs.readText(path);
    if (found === note) return;
    const hasRun = (await fs.exists(manifestPath(folder))) || (await fs.exists(journalPath(folder)));
    if (hasRun && !restart) {
      throw failure('OUTPUT_REFUSED', 'update.folderTaken', {
        folder,
        found: found === undefined ? 'run' : 'rows',
      });
    }
    // First what a run would go on with: it is not one of these rows.
    await fs.remove(path);
    await removeJournal(fs, journalPath(folder));
    await fs.remove(manifestPath(folder));
    await fs.syncFolder(folder);
    await replaceFile(fs, path, note);
    await fs.syncFolder(folder);
  } finally {
    await lock.release();
  }
}
