import { sentenceOf } from './read/sentences.ts';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { createDurableFs, type DurableFs } from '../base/files/durable-fs.ts';
import { lockFolder } from '../base/files/lock.ts';
import { FIGURES } from '../run/pipeline/expectations.ts';
import type { Manifest } from '../run/pipeline/journal/manifest.ts';
import { partPathOf, replaceFile } from '../base/files/replace-file.ts';
import { isHidden, manifestPath } from '../run/pipeline/journal/run-paths.ts';
import { packageFile, starterDataset } from '../runtime/package-files.ts';
import { readActivity } from './activity-file.ts';
import { compareRun, runIdOf, type RunComparison } from './compare/compare-run.ts';
import { dayOfUnits } from './compare/unit-causes.ts';
import type { ActivitySession } from './data/activity.ts';
import { positionsOfKeys, type Positions } from './data/packed-rows.ts';
import type { ComparedFacts } from './data/compared-rows.ts';
import type { EarlierFacts, ReportFacts, RunFacts } from './data/report-facts.ts';
import { readDatasetGround, type DatasetGround } from './ground/dataset-ground.ts';
import { provinceCodes, provincesAround } from './ground/provinces-around.ts';
import { pageOf, readPageFiles, type PageFiles } from './page-text.ts';
import { noFinishedRun, readComparison, readFinishedRun, type OtherRun } from './read/earlier.ts';
import { compress } from './read/pack.ts';
import { readPictures } from './read/pictures.ts';
import { MOST_ROWS, readRun, type RunContent } from './read/read-run.ts';
import { stagesOf } from './read/row-columns.ts';
import { readRejects } from './read/rejects.ts';
import { isWarning, warningsOf } from './read/warnings.ts';
import { serviceText, shownText } from './data/shown-text.ts';

/** Name of the report in the folder of its run. */
export const REPORT_NAME = 'report.html';

/** Name of a report that leaves columns out. */
const SHARED_REPORT_NAME = 'report-shared.html';

/** Settings of a report. */
export interface ReportOptions {
  /** Folder of a finished run. */
  folder: string;
  /** The built page; see {@link readPageFiles}. */
  files: PageFiles;
  /** Version of Geomill, for the foot of the page. */
  version: string;
  /** Whether a report of these results is left as it is. */
  isKept?: boolean;
  /** Rows in the table and on the map at most; 200,000 when left out. */
  mostRows?: number;
  /** The dataset of the run: its streets and its water are below the points. Another dataset is not used. */
  datasetDir?: string;
  /** The run that this one is compared with; the one before when left out. */
  against?: OtherRun | undefined;
  /** The column that identifies a row of the run before. */
  key?: string | undefined;
  /** Columns that the report leaves out, for somebody who may not see them: it is {@link SHARED_REPORT_NAME} then. */
  without?: readonly string[];
}

/** A report that was written. Shape: `earlier` is its comparison with another run, absent where there is none, or the report was kept. */
export interface WrittenReport {
  path: string;
  earlier?: EarlierFacts;
}

/**
 * Writes the report of a finished run into its folder.
 *
 * Errors: INPUT_MISSING when a folder has no finished run; USAGE when the runs have no stage in common; RESULTS_CHANGED when the results are not those of the manifest; LOCKED, IO, OUTPUT_REFUSED.
 * Guarantee: written aside and renamed; the results are only read, so a kill leaves the run as it was. Equal runs after equal runs, with their reports, have equal
 * reports, except for what `activity.ndjson` adds.
 * Cost: reads the results once, twice for more than `mostRows`; memory does not grow with them.
 */
export async function writeReport(options: ReportOptions, fs = createDurableFs()): Promise<WrittenReport> {
  const { folder, against, without = [] } = options;
  const lock = await lockIfThere(fs, folder);
  try {
    const manifest = await readFinishedRun(fs, folder);
    refuseUnknown(manifest, without);
    const path = join(folder, without.length > 0 ? SHARED_REPORT_NAME : REPORT_NAME);
    const earlier = await readComparison(fs, folder, manifest, against);
    const key = keyOf(manifest, earlier);
    if (options.isKept && (await isReportOf(fs, path, key))) return { path };
    // One of earlier results is not passed on by mistake.
    if (without.length === 0) await fs.remove(join(folder, SHARED_REPORT_NAME));
    const compared = await write(fs, path, { manifest, earlier, key }, options);
    return { path, ...(earlier && { earlier: { ...earlier, compared } }) };
  } finally {
    await lock.release();
  }
}

/** Removes the report of other results. */
export async function removeReport(folder: string, fs = createDurableFs()): Promise<void> {
  for (const name of [REPORT_NAME, SHARED_REPORT_NAME]) {
    const path = join(folder, name);
    for (const each of [partPathOf(path), path]) await fs.remove(each);
  }
}

/** Refuses columns that the results do not have: a name with a slip would leave nothing out. */
function refuseUnknown({ columns = [], input }: Manifest, without: readonly string[]): void {
  const known = [...input.layout.columns, ...columns.map(({ name }) => name)];
  const unknown = without.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new GeomillError(
      'USAGE',
      `the results have no column ${JSON.stringify(unknown)}; their columns are ${[...new Set(known)].join(', ')}`,
    );
}

async function lockIfThere(fs: DurableFs, folder: string) {
  const manifest = manifestPath(folder);
  if (!(await fs.exists(manifest))) throw noFinishedRun(folder);
  return lockFolder(folder);
}

/** Returns what the report of a run begins with. Shape: the same results after the same run have the same one. */
function keyOf({ files, counts, identity }: Manifest, earlier: EarlierFacts | undefined): string {
  const results = [Object.values(files).map(({ sha256 }) => sha256), counts, identity];
  const text = JSON.stringify(earlier ? [...results, earlier] : results);
  return createHash('sha256').update(text).digest('hex');
}

async function isReportOf(fs: DurableFs, path: string, key: string): Promise<boolean> {
  if ((await fs.stat(path))?.kind !== 'file') return false;
  const file = await fs.openRead(path);
  try {
    const head = Buffer.alloc(1024);
    return head.subarray(0, await file.read(head, 0)).includes(key);
  } finally {
    await file.close();
  }
}

async function write(
  fs: DurableFs,
  path: string,
  { manifest, earlier, key }: { manifest: Manifest; earlier: EarlierFacts | undefined; key: string },
  options: ReportOptions,
): Promise<ComparedFacts | undefined> {
  const { folder, files, version, mostRows = MOST_ROWS, datasetDir, without = [] } = options;
  const content = await readRun(fs, folder, manifest, mostRows, without);
  const comparison = earlier && (await compareRun(fs, manifest, content, earlier, options));
  const positions = positionsOfKeys(content.packed.positionKeys);
  const id = manifest.dataset?.id;
  const dataset =
    datasetDir === undefined || id === undefined
      ? undefined
      : await readDatasetGround(datasetDir, id, positions);
  const pictures =
    datasetDir === undefined || id === undefined
      ? new Map<string, Buffer>()
      : await readPictures(datasetDir, id, content.thumbs);
  const wards = await Promise.all(provincesOf(content, files, positions).map(files.wardsOf));
  const { rowBytes, positionBytes, textBlocks, detailBlocks } = await content.packed.compressed;
  const lines = pageOf(files, {
    key,
    version,
    title: shownText(`${manifest.job}: ${manifest.input.name}`, 120),
    facts: {
      ...(await factsOf(
        fs,
        folder,
        { manifest, earlier, comparison, isBare: without.length > 0 },
        content,
        dataset,
      )),
      pictures: { names: [...pictures.keys()], offsets: [] },
    },
    pictures: [...pictures.values()],
    rows: rowBytes,
    positions: positionBytes,
    texts: textBlocks,
    wards,
    details: detailBlocks,
    ...(dataset && { ground: dataset.tiles }),
    ...(content.tours && { tours: compress(JSON.stringify(content.tours)) }),
    ...(comparison && { compared: comparison.bytes }),
  });
  await replaceFile(fs, path, blocksOf(lines));
  await fs.syncFolder(folder);
  return comparison?.facts;
}

/** Returns the provinces whose wards the page draws: those around the positions, or of the units of rows that have none. */
function provincesOf({ packed }: RunContent, { provinces }: PageFiles, positions: Positions): string[] {
  if (positions.length > 0) return provincesAround(provinces, positions);
  const codes = new Set(packed.areas.map((area) => area.slice(area.indexOf('/') + 1)));
  return provinceCodes(provinces).filter((code) => codes.has(code));
}

async function* blocksOf(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  for (const line of lines) yield Buffer.from(`${line}\n`);
}

/** What the facts of a report are made of besides its rows. */
interface FactsSource {
  manifest: Manifest;
  earlier: EarlierFacts | undefined;
  comparison: RunComparison | undefined;
  isBare: boolean;
}

async function factsOf(
  fs: DurableFs,
  folder: string,
  { manifest, earlier, comparison, isBare }: FactsSource,
  content: RunContent,
  dataset: DatasetGround | undefined,
): Promise<Omit<ReportFacts, 'pictures'>> {
  const { stages, overall, textColumns, askedColumns, detailColumns, packed } = content;
  const { job, input, identity, counts, complete, files, findings } = manifest;
  const activity = await readActivity(fs, folder);
  const areas = packed.areas.map((area) => area.split('/') as [string, string]);
  const levelOf = new Map(dataset?.coverage.map(({ code, level }) => [code, level]));
  const sample = activity.findLast((session) => session.sample !== undefined)?.sample;
  return {
    report: 1,
    job: shownText(job),
    input: { name: shownText(input.name), bytes: input.bytes },
    service: serviceText(identity.service),
    isComplete: complete,
    counts: { rows: counts.rowsIn, results: counts.results, rejected: counts.rejected },
    stages,
    overall,
    expectations: (manifest.expectations ?? []).map(({ name, ...rest }) => ({
      name: shownText(name),
      description: sentenceOf(FIGURES[name]?.description ?? ''),
      ...rest,
    })),
    runId: runIdOf(manifest),
    ...(earlier && { earlier: { ...earlier, ...(comparison && { compared: comparison.facts }) } }),
    warnings: warningsOf(manifest, content, dataset?.coverage, isBare),
    run: runFacts(manifest, activity),
    ...(await readRejects(fs, folder, manifest, isBare)),
    files: Object.entries(files).flatMap(([output, file]) =>
      isHidden(file) ? [] : [{ output, name: file.name, bytes: file.bytes }],
    ),
    findings: findings.filter((finding) => !isWarning(finding)).map(sentenceOf),
    textColumns: textColumns.map((column) => shownText(column)),
    askedColumns: askedColumns.map((column) => shownText(column)),
    rowsShown: packed.rowsShown,
    positions: packed.positionKeys.length,
    reasons: packed.reasons,
    levels: packed.levels,
    areas,
    ...(dataset && { coverage: areas.map(([ward]) => levelOf.get(ward) ?? null) }),
    textBlocks: [],
    wardBlocks: [],
    detailColumns: detailColumns.map((column) => shownText(column)),
    detailBlocks: [],
    activity: activity.map((session) => withoutCommand(session, isBare)),
    ...(sample !== undefined && { sample: sentenceOf(sample) }),
  };
}

/** Returns when and how the results were made. Shape: the command with the names of files in place of their paths, which do not belong into a page that is passed on. */
function runFacts(manifest: Manifest, activity: readonly ActivitySession[]): RunFacts {
  const { dataset } = manifest;
  const conversion = stagesOf(manifest).find(({ name }) => name === 'convert')?.options;
  const { language = 'en' } = (conversion ?? {}) as Record<string, string | undefined>;
  const to = dayOfUnits(manifest);
  const [first] = activity;
  const command = activity.findLast((session) => session.command)?.command;
  const withoutPath = (text: string) => text.replace(/(^|=)(?:[A-Za-z]:)?[/\\].*[/\\]/s, '$1');
  const parts = command && [
    'geomill run',
    withoutPath(command.job),
    ...(command.input === undefined ? [] : ['--input', withoutPath(command.input)]),
    ...command.sets.flatMap((set) => ['--set', withoutPath(set)]),
  ];
  return {
    ...(first && {
      startedAt: first.startedAt,
      seconds: activity.reduce((sum, { seconds }) => sum + seconds, 0),
    }),
    ...(dataset && { edition: shownText(dataset.edition) }),
    ...(conversion && { converted: { ...(to !== undefined && { day: shownText(to) }), language } }),
    ...(parts && {
      command: shownText(
        parts.map((part) => (/[\s"']/.test(part) && part !== 'geomill run' ? `'${part}'` : part)).join(' '),
      ),
    }),
  };
}

/** Paths of a machine do not belong into a page that is passed on. */
function withoutCommand(
  { command: _, sample: __, slowest, ...session }: ActivitySession,
  isBare: boolean,
): ActivitySession {
  // Requests have the words of rows.
  return slowest && !isBare ? { ...session, slowest } : session;
}

/** Writes the report of a finished run with the page that is part of the package. Shape and errors: as {@link writeReport}. */
export async function writeRunReport(
  folder: string,
  version: string,
  options: Pick<ReportOptions, 'isKept' | 'datasetDir' | 'against' | 'key' | 'without'> = {},
): Promise<WrittenReport> {
  const files = await readPageFiles(packageFile('dist/report'));
  return writeReport({ folder, files, version, datasetDir: starterDataset(), ...options });
}
