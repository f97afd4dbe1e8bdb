import Type from 'typebox';
import { checkerOf } from '../../../contract/parameters.ts';
import type { InputLayout, OutputColumn } from '../../../formats/record.ts';
import { dataPackage } from '../../../formats/data-package.ts';
import type { ResultsOrigin } from '../../../formats/output-format.ts';
import { OUTPUT_FORMATS, outputFormat, RECORD } from '../../../formats/outputs.ts';
import { failure, isGeomillError } from '../../../base/errors/geomill-error.ts';
import { hashOfJson, readChecked, withCheck } from '../../../base/files/checked-json.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import type { Message } from '../../../base/messages/message.ts';
import type { Expectation } from '../expectations.ts';
import type { OutputMark } from './marks.ts';
import type { RunIdentity } from './identity.ts';
import { dataPackagePath, hiddenName, isHidden, type RunPaths } from './run-paths.ts';
import type { RunCounts } from '../run-counts.ts';
import type { Shard, Share } from '../shards/shard.ts';
import { join } from 'node:path';

/** Of the manifest: 2 since it has a checksum of itself. */
export const MANIFEST_VERSION = 2;

/** A finished file; a name with a dot in front is that of rows that only other outputs are made from. `tailBytes` follow the last row and are cut off when rows are appended; `from` is the source of a derived output. */
export interface ManifestFile extends OutputMark {
  name: string;
  tailBytes: number;
  from?: string | undefined;
}

/**
 * A finished run: its job, its input, the service that was used, and its files.
 *
 * Shape: `complete` is false when the run was limited to the first rows; `inputOffset` and `nextLine` are where it stopped reading; `files` by output name.
 * The file also has `check`, the sha256 of the compact JSON of all other members.
 * Guarantee: no wall time and no speed, so that equal runs have equal manifests.
 */
export interface Manifest {
  geomill: typeof MANIFEST_VERSION;
  job: string;
  complete: boolean;
  counts: RunCounts;
  /** Columns of the results. */
  columns: readonly OutputColumn[];
  /** Those of the files, where the job chooses them. */
  chosen?: readonly OutputColumn[];
  files: Record<string, ManifestFile>;
  input: { name: string; bytes: number; sha256: string; layout: InputLayout };
  inputOffset: number;
  nextLine: number;
  findings: readonly Message[];
  /** Absent where the job expects nothing. */
  expectations?: readonly Expectation[];
  identity: RunIdentity;
  /** The dataset of a local service; absent for others. */
  dataset?: DatasetEdition;
  /** Of a run over a share of its input. */
  shard?: ShardEntry;
}

const COUNT = Type.Integer({ minimum: 0 });
const FILE = Type.Object({
  ...{ name: Type.String(), bytes: COUNT, sha256: Type.String(), tailBytes: COUNT },
});
const COUNTS = Type.Object({
  ...{ rowsIn: COUNT, results: COUNT, rejected: COUNT },
  stages: Type.Record(Type.String(), Type.Record(Type.String(), COUNT)),
});
const MESSAGE = Type.Object({ code: Type.String() });
/** The members that each manifest has, and what code takes from them unseen: its checksum is right also where somebody else wrote it. */
const SHAPE = Type.Object({
  job: Type.String(),
  complete: Type.Boolean(),
  counts: COUNTS,
  columns: Type.Array(
    Type.Object({
      ...{ name: Type.String(), type: Type.String() },
      ...{ description: Type.Optional(MESSAGE), unit: Type.Optional(MESSAGE) },
    }),
  ),
  files: Type.Record(Type.String(), FILE),
  input: Type.Object({
    ...{ name: Type.String(), bytes: COUNT, sha256: Type.String() },
    layout: Type.Object({ format: Type.String(), columns: Type.Array(Type.String()) }),
  }),
  ...{ inputOffset: COUNT, nextLine: COUNT, findings: Type.Array(MESSAGE) },
  identity: Type.Object({
    ...{ inputBytes: COUNT, inputSha256: Type.String(), layout: Type.String() },
    ...{ columns: Type.Array(Type.String()), stages: Type.String(), outputs: Type.Array(Type.String()) },
    ...{ service: Type.String(), answers: COUNT },
  }),
});

/** Reports whether a value from disk has what code takes from counts unseen. */
export function isRunCounts(value: unknown): value is RunCounts {
  return checkerOf(COUNTS).check(value);
}

/** A dataset: its id, and its day as in `2026-09-20`. Shape: `law` is what it says of its units, for updates; absent in a run without a key. */
export interface DatasetEdition {
  id: string;
  edition: string;
  law?: Readonly<Record<'map' | 'codes' | 'names', string>>;
}

/** Returns what results were made from, for their reader. */
export function originOf({
  job,
  input,
  identity,
  dataset,
}: Pick<Manifest, 'job' | 'dataset'> & {
  input: Pick<Manifest['input'], 'name'>;
  identity: Pick<RunIdentity, 'service'>;
}): ResultsOrigin {
  const data = dataset ? `dataset of ${dataset.edition}, ${dataset.id.slice(0, 12)}` : identity.service;
  return { input: input.name, job, data };
}

/** The share of a run, in its manifest. Shape: `version` is that of Geomill, empty where it is not known. */
export interface ShardEntry extends Shard, Share {
  version: string;
}

/**
 * Reads the manifest of a finished run, undefined where there is none.
 *
 * Errors: RESULTS_CHANGED when it is damaged, or no manifest of this version.
 */
export async function readManifest(
  fs: DurableFs,
  paths: Pick<RunPaths, 'manifest'>,
): Promise<Manifest | undefined> {
  const text = await fs.readText(paths.manifest);
  if (text === undefined) return undefined;
  const manifest = readChecked(text) as Partial<Manifest> | undefined;
  if (manifest?.geomill === MANIFEST_VERSION) {
    const bad = faultyName(manifest);
    if (bad === undefined && checkerOf(SHAPE).check(manifest)) return manifest as Manifest;
    if (bad !== undefined)
      throw failure('RESULTS_CHANGED', 'journal.manifestNamesOther', {
        path: paths.manifest,
        name: JSON.stringify(bad),
      });
  }
  throw failure('RESULTS_CHANGED', 'journal.manifestDamaged', { path: paths.manifest });
}

/** Returns the first entry of the files that does not name one in the folder of the run; undefined when all do. */
function faultyName({ files }: Partial<Manifest>): unknown {
  if (typeof files !== 'object' || files === null) return files ?? null;
  for (const entry of Object.values(files) as ({ name?: unknown } | null)[]) {
    const name = entry?.name;
    // Both kinds of separator: a run may be read on another system.
    if (typeof name !== 'string' || /^\.{0,2}$|[/\\]/.test(name)) return name ?? null;
  }
  return undefined;
}

/** Reports whether a name is that of the hidden rows of a run; other names with a dot are those of records on this machine. */
export function isOfHiddenRows({ input }: Manifest, output: string, name: string): boolean {
  const format =
    output === RECORD || Object.hasOwn(OUTPUT_FORMATS, output) ? outputFormat(output) : undefined;
  return format !== undefined && name === hiddenName(`${input.name}${format.extension}`);
}

/** The part of a manifest that its Data Package describes. */
interface DescribedRun {
  job: string;
  input: { name: string };
  files: Readonly<Record<string, OutputMark & { name: string; from?: string | undefined }>>;
  columns: readonly OutputColumn[];
  chosen?: readonly OutputColumn[];
}

/**
 * Returns the description of the results of a run as a Data Package.
 *
 * Shape: one resource for each result with its size and hash.
 * Guarantee: a function of the manifest, without time, so that equal runs have equal packages.
 */
function runPackage({ job, input, files, columns, chosen }: DescribedRun): object {
  return dataPackage({
    name: `${job}-${input.name}`,
    title: `Results of the job ${job} for ${input.name}`,
    files: Object.entries(files)
      .filter(([, file]) => !isHidden(file))
      .map(([output, file]) => {
        const source = file.from === undefined ? undefined : files[file.from];
        const description = source && !isHidden(source) ? `The same rows as ${source.name}` : undefined;
        return { ...{ name: output, format: output, file, columns: chosen ?? columns }, description };
      }),
    sources: [{ title: input.name }],
  });
}

/** Returns the text of a manifest with its checksum. */
export const manifestText = (manifest: Manifest) => jsonText(withCheck(manifest));

/** Writes the manifest and the Data Package of a run, each aside, synced, and renamed; the manifest last. */
export async function writeManifest(
  fs: DurableFs,
  paths: Pick<RunPaths, 'folder' | 'manifest'>,
  manifest: Manifest,
): Promise<void> {
  await replaceFile(fs, dataPackagePath(paths.folder), jsonText(runPackage(manifest)));
  await replaceFile(fs, paths.manifest, manifestText(manifest));
  await fs.syncFolder(paths.folder);
}

/** Writes the Data Package of a finished run again if it was changed or is missing. */
export async function restoreDataPackage(fs: DurableFs, folder: string, manifest: Manifest): Promise<void> {
  const path = dataPackagePath(folder);
  const text = jsonText(runPackage(manifest));
  if ((await fs.readText(path)) === text) return;
  await replaceFile(fs, path, text);
  await fs.syncFolder(folder);
}

const jsonText = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`;

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
