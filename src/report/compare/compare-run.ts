import { join } from 'node:path';
import { hashOfJson } from '../../base/files/checked-json.ts';
import type { DurableFs } from '../../base/files/durable-fs.ts';
import {
  type EarlierRun,
  earlierRunOf,
  type Manifest,
  readEarlierRun,
} from '../../run/pipeline/journal/manifest.ts';
import type { ComparedFacts } from '../data/compared-rows.ts';
import type { EarlierFacts } from '../data/report-facts.ts';
import { type OtherRun, readFinishedRun } from '../read/earlier.ts';
import { compress } from '../read/pack.ts';
import { MOST_ROWS, readRun, type RunContent } from '../read/read-run.ts';
import { compareRows } from './compare-rows.ts';
import { readWrittenPage, rowsOfContent, type RunRows } from './run-rows.ts';
import { dayOfUnits, openCauses } from './unit-causes.ts';

/** What became of the rows of a run since an earlier one: its facts, and its rows for the page. */
export interface RunComparison {
  facts: ComparedFacts;
  bytes: Buffer;
}

/** What a run is compared with. Shape: the members are those of the options of its report. */
interface ComparedRun {
  folder: string;
  against?: OtherRun | undefined;
  key?: string | undefined;
  datasetDir?: string | undefined;
  mostRows?: number;
  without?: readonly string[];
}

/** Returns what tells a run from others, of its manifest or of what is kept of it. */
export function runIdOf(run: Manifest | EarlierRun): string {
  const { job, complete, service, dataset, input, counts } = 'service' in run ? run : earlierRunOf(run);
  // Members that are undefined are not in the one from disk.
  const plain = JSON.parse(JSON.stringify([job, complete, service, dataset, input, counts])) as unknown;
  return hashOfJson(plain).slice(0, 16);
}

/**
 * Compares the rows of a run with those of another one, or of the run before, whose report is still in the folder.
 *
 * Shape: undefined where that report is missing or has not all rows, for reports without some columns, and for runs of more than 200,000 rows.
 * Guarantee: a report of the same run, written again, keeps its comparison with the run before. Errors: as of {@link readRun}.
 */
export async function compareRun(
  fs: DurableFs,
  manifest: Manifest,
  content: RunContent,
  { isSameInput }: Pick<EarlierFacts, 'isSameInput'>,
  { folder, against, key, datasetDir, mostRows = MOST_ROWS, without = [] }: ComparedRun,
): Promise<RunComparison | undefined> {
  if (manifest.counts.results > mostRows) return undefined;
  let rows: RunRows;
  let before: Pick<Manifest, 'identity' | 'dataset'>;
  if (against) {
    const other = await readFinishedRun(fs, against.folder);
    if (other.counts.results > mostRows) return undefined;
    rows = await rowsOfContent(await readRun(fs, against.folder, other, mostRows, without));
    before = other;
  } else {
    const record = await readEarlierRun(fs, folder);
    const page = record && without.length === 0 ? await readReport(fs, folder) : undefined;
    if (!record || !page) return undefined;
    const { earlier, runId, rowsShown, counts } = page.facts;
    if (runId === runIdOf(manifest) && earlier?.compared && earlier.name === undefined)
      return { facts: earlier.compared, bytes: page.compared };
    const found = runId === runIdOf(record) && rowsShown === counts.results ? page.rows() : undefined;
    if (!found) return undefined;
    rows = found;
    before = { identity: manifest.identity, dataset: record.dataset };
  }
  const causeOf = await openCauses(
    datasetDir,
    manifest.dataset?.id,
    dayOfUnits(before),
    dayOfUnits(manifest),
  );
  const words = content.askedColumns;
  const compared = compareRows(await rowsOfContent(content), rows, { isSameInput, key, words }, causeOf);
  return { facts: compared.facts, bytes: compress(JSON.stringify(compared.rows)) };
}

async function readReport(fs: DurableFs, folder: string) {
  const path = join(folder, 'report.html');
  if ((await fs.stat(path))?.kind !== 'file') return undefined;
  return readWrittenPage((await fs.readText(path)) ?? '');
}
