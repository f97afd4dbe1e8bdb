import { GeomillError } from '../../base/errors/geomill-error.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import { manifestPath } from '../../run/pipeline/journal/run-paths.ts';
import { STAGES } from '../../run/stages/registry.ts';
import { isBatchPlan } from '../../run/stages/stage.ts';
import { stagesOf } from '../read/row-columns.ts';
import { openChangeFiles, type ChangeFiles } from './change-files.ts';
import { createChangeTally, type ChangeSummary } from './change-summary.ts';
import { joinByKey } from './join-by-key.ts';
import { joinByRow, type RowPair } from './join-by-row.ts';
import { compareRow } from './row-change.ts';
import { openRun, readFacts, rowNumbers, type ComparedRun } from './run-rows.ts';

/** What is compared: the folders of two finished runs. Units: metres. */
export interface CompareOptions {
  before: string;
  after: string;
  /** A row is moved when its positions are farther apart. */
  movedMeters: number;
  /** A column of both results that names each row; without it rows are joined by their numbers. */
  key?: string;
  /** Folder that the changed rows are written to. */
  to?: string;
}

/** How two runs differ. Shape: `files` are the paths of what was written. */
export interface RunDifference extends ChangeSummary {
  joinedBy: 'row' | 'key';
  files: string[];
}

/**
 * Compares the results of two finished runs row by row.
 *
 * Errors: INPUT_MISSING without a finished run; USAGE when the rows cannot be joined; RESULTS_CHANGED when results are not those of their manifest, or
 * change meanwhile; OUTPUT_REFUSED, IO.
 * Guarantee: the runs are only read.
 * Cost: reads both once by number; memory does not grow with the rows beyond a byte for each, see {@link joinByKey}.
 */
export async function compareRuns(options: CompareOptions, fs = createDurableFs()): Promise<RunDifference> {
  const before = await openRun(fs, options.before);
  const after = await openRun(fs, options.after);
  const states = await Promise.all([stateOf(fs, before), stateOf(fs, after)]);
  const pairs = joined(fs, before, after, options.key);
  const files = options.to === undefined ? undefined : await openChangeFiles(fs, options.to);
  try {
    const summary = await summarize(pairs, options.movedMeters, files);
    for (const [at, run] of [before, after].entries()) {
      if ((await stateOf(fs, run)) !== states[at])
        throw new GeomillError(
          'RESULTS_CHANGED',
          `the run in ${run.folder} was continued while it was read: compare again when it is finished`,
        );
    }
    const joinedBy = options.key === undefined ? 'row' : 'key';
    return { ...summary, joinedBy, files: (await files?.finish()) ?? [] };
  } catch (error) {
    await files?.cancel().catch(() => undefined);
    throw error;
  }
}

async function summarize(
  pairs: AsyncGenerator<RowPair[]>,
  movedMeters: number,
  files: ChangeFiles | undefined,
): Promise<ChangeSummary> {
  const tally = createChangeTally();
  for await (const list of pairs) {
    const changes = list.map((pair) => compareRow(pair, movedMeters));
    for (const change of changes) tally.add(change);
    await files?.add(changes.filter(({ kinds }) => kinds.length > 0));
  }
  return tally.finish();
}

/** Returns what differs between a run and the same run continued. */
async function stateOf(fs: DurableFs, { folder }: ComparedRun): Promise<string> {
  const found = await fs.stat(manifestPath(folder));
  return `${found?.id} ${found?.modifiedNs}`;
}

function joined(
  fs: DurableFs,
  before: ComparedRun,
  after: ComparedRun,
  key: string | undefined,
): AsyncGenerator<RowPair[]> {
  if (key !== undefined) {
    const openBefore = () => readFacts(before, { key, numbers: numbersOf(fs, before) });
    return joinByKey({ key, openBefore, after: readFacts(after, { key, numbers: numbersOf(fs, after) }) });
  }
  const why = whyNotByRow(before, after);
  if (why !== undefined)
    throw new GeomillError(
      'USAGE',
      `the rows of ${before.folder} and ${after.folder} cannot be joined by number, because ${why}: name a column that both results have and that is different in each row, as in --key id`,
    );
  return joinByRow(
    readFacts(before, { numbers: rowNumbers(fs, before) }),
    readFacts(after, { numbers: rowNumbers(fs, after) }),
  );
}

/** Returns the numbers of the rows; undefined for a run whose results are not in the order of its input. */
function numbersOf(fs: DurableFs, run: ComparedRun) {
  return isGrouped(run) ? undefined : rowNumbers(fs, run);
}

function whyNotByRow(before: ComparedRun, after: ComparedRun): string | undefined {
  const [a, b] = [before.manifest.identity, after.manifest.identity];
  if (a.inputSha256 !== b.inputSha256 || a.inputBytes !== b.inputBytes) return 'their inputs are different';
  if (a.layout !== b.layout)
    return 'their input was read in different ways (format, encoding, delimiter, sheet)';
  const grouped = [before, after].find(isGrouped);
  return grouped && `the results in ${grouped.folder} are grouped by batch`;
}

/** Reports whether a run wrote its rows batch by batch. */
function isGrouped({ manifest }: ComparedRun): boolean {
  const { columns } = manifest.identity;
  return stagesOf(manifest).some(({ name, options }) => {
    const plan = STAGES[name]?.plan(options, { columns, hasPosition: true });
    return plan !== undefined && !('faults' in plan) && isBatchPlan(plan);
  });
}
