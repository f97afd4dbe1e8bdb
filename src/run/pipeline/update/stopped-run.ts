import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { recordReader, readableFormats } from '../../../formats/outputs.ts';
import type { DurableFs } from '../../../base/files/durable-fs.ts';
import { replaceFile } from '../../../base/files/replace-file.ts';
import { addToSinks } from '../commit-loop.ts';
import type { JobSpec } from '../job-spec.ts';
import { differencesOf, type RunIdentity } from '../journal/identity.ts';
import type { Checkpoint, JournalContent } from '../journal/journal-lines.ts';
import { MANIFEST_VERSION, manifestText, readManifest, type Manifest } from '../journal/manifest.ts';
import { fileOf, type RunPaths } from '../journal/run-paths.ts';
import { removeStopped, STOPPED_SIDES, stoppedFile, stoppedManifest } from '../outputs/finish.ts';
import { copyWithoutTail, lastWholeCheckpoint } from '../journal/start.ts';
import { REJECTS } from '../outputs/outputs.ts';
import { openSink, type Sink, type SinkFrame } from '../outputs/sink.ts';
import type { PreparedRun } from '../prepare.ts';
import type { FinishedRun } from '../rerun/finished-run.ts';
import { countParts, joinOutputs, type RowPart } from '../rerun/row-parts.ts';
import { openStoredRows, recordsOf } from '../rerun/stored-rows.ts';
import { addCounts, inOrder } from '../run-counts.ts';
import { planOrder, writeOrder } from '../work-order.ts';
import { createIsOlder, withOlder } from './older-rows.ts';
import { hashOf, keyOf } from './stored-index.ts';

const ROWS_PER_READ = 1000;

/** The run whose rows an update keeps: one that was finished, or what one committed that was stopped before. */
export interface BaseRun {
  manifest: Manifest;
  isStopped: boolean;
  /** Path of the manifest. */
  path: string;
}

/** What a stopped run is put aside with. */
export interface StoppedRun {
  fs: DurableFs;
  paths: RunPaths;
  frames: ReadonlyMap<string, SinkFrame>;
  job: JobSpec;
  key: string;
  prepared: Pick<PreparedRun, 'source' | 'layout' | 'columns'>;
  inputName: string;
}

/** Returns the run in a folder whose rows an update keeps; undefined without one. */
export async function findBase(
  fs: DurableFs,
  { folder, manifest: path }: RunPaths,
  finished: Manifest | undefined,
): Promise<BaseRun | undefined> {
  const stopped = await readManifest(fs, { manifest: stoppedManifest(folder) });
  if (stopped) return { manifest: stopped, isStopped: true, path: stoppedManifest(folder) };
  return finished && { manifest: finished, isStopped: false, path };
}

/** Reports whether the rows of a base are those that a run was updating, so that rows of both may stand side by side. */
export function isBaseOf({ manifest: { identity: then } }: BaseRun, run: RunIdentity): boolean {
  return (
    then.service === run.service &&
    then.answers === run.answers &&
    then.aliases === run.aliases &&
    differencesOf(then, run).length === 0
  );
}

/**
 * Puts aside what a stopped run committed, and behind it the rows of its base whose keys it had not reached, as a finished run that an update over another
 * input keeps rows of.
 *
 * Shape: undefined where nothing of the run is whole.
 * Guarantee: the files of the run and of its base stay; one rename makes the new base valid, so that this may be repeated after any interruption.
 */
export async function putAside(
  run: StoppedRun,
  journal: JournalContent,
  base: (BaseRun & { rows: FinishedRun }) | undefined,
): Promise<BaseRun | undefined> {
  const { fs, paths, frames, prepared } = run;
  const checkpoint = await lastWholeCheckpoint(fs, paths, [...frames.keys()], journal.checkpoints);
  if (!checkpoint || checkpoint.counts.rowsIn === 0) return undefined;
  const side = STOPPED_SIDES.find((each) => !base || !isOfSide(base, each))!;
  const names = new Map(
    Array.from(frames.keys(), (output) => [output, stoppedFile(side, fileOf(paths, output).name)] as const),
  );
  const sinks = new Map<string, Sink>();
  for (const [output, frame] of frames) {
    const mark = checkpoint.marks[output] ?? { bytes: 0, sha256: createHash('sha256').digest('hex') };
    const target = join(paths.folder, names.get(output)!);
    const from = { bytes: mark.bytes, tailBytes: 0 };
    const copy = await copyWithoutTail(fs, fileOf(paths, output).part, target, from);
    sinks.set(output, await openSink(fs, target, frame, copy));
  }
  const counts = structuredClone(checkpoint.counts);
  // What an update did with the rows is told of the update that ends.
  delete counts.update;
  if (base) {
    const reached = await keysOf(run, checkpoint);
    for await (const part of restOf(run, base.rows, reached)) {
      addToSinks(sinks, part);
      addCounts(counts, part.counts);
      for (const sink of sinks.values()) await sink.flush();
    }
  }
  const files: Manifest['files'] = {};
  for (const [output, sink] of sinks) {
    const tailBytes = Buffer.byteLength(frames.get(output)?.tail ?? '');
    files[output] = { name: names.get(output)!, ...(await sink.finish()), tailBytes };
  }
  const { identity } = journal;
  const manifest: Manifest = {
    geomill: MANIFEST_VERSION,
    job: run.job.name,
    complete: false,
    counts: inOrder(counts),
    columns: prepared.columns,
    files,
    input: {
      ...{ name: run.inputName, bytes: identity.inputBytes, sha256: identity.inputSha256 },
      layout: prepared.source,
    },
    inputOffset: checkpoint.inputOffset,
    nextLine: checkpoint.nextLine,
    findings: [],
    identity,
  };
  const path = stoppedManifest(paths.folder);
  await fs.syncFolder(paths.folder);
  await replaceFile(fs, path, manifestText(manifest));
  await fs.syncFolder(paths.folder);
  await removeStopped(fs, paths, side);
  return { manifest, isStopped: true, path };
}

function isOfSide({ manifest: { files } }: BaseRun, side: string): boolean {
  return Object.values(files).some(({ name }) => name.startsWith(stoppedFile(side, '')));
}

/** Returns the hashes of the keys that a stopped run committed. A collision costs a request: the row is asked again. */
async function keysOf(
  { fs, paths, frames, key, prepared }: StoppedRun,
  { marks, counts }: Checkpoint,
): Promise<ReadonlySet<number>> {
  const name = readableFormats().find((format) => frames.has(format)) as string;
  const reader = recordReader(name)!;
  const columns = prepared.columns.map((column) => column.name);
  const keyAt = columns.indexOf(key);
  const rows = openStoredRows(fs, {
    path: fileOf(paths, name).part,
    endBytes: marks[name]?.bytes ?? 0,
    frame: frames.get(name)!,
    isQuoted: reader.syntax === 'csv',
  });
  const keys = new Set<number>();
  for await (const records of recordsOf(rows, counts.results))
    for (const record of records) keys.add(wideHash(keyOf(reader.read(record, columns)[keyAt])));
  return keys;
}

/** Returns a hash of 53 bits. */
function wideHash(text: string): number {
  return hashOf(text) * 0x200000 + (hashOf(`${text}\n`) >>> 11);
}

/** Returns the rows of a base whose keys were not reached, as chunks of results. */
async function* restOf({ job, key, prepared }: StoppedRun, base: FinishedRun, reached: ReadonlySet<number>) {
  const work = await planOrder(writeOrder(job, prepared.layout));
  const outputs = [...work.writers.keys()].filter((name) => name !== REJECTS);
  const { source, columns, manifest } = base;
  const keyAt = columns.indexOf(key);
  const { older } = manifest.counts;
  const isOlderRow = createIsOlder(older ?? { ranges: [] });
  const opened = outputs.map((name) => base.open(name));
  try {
    for (let first = 0; first < manifest.counts.results; first += ROWS_PER_READ) {
      const count = Math.min(ROWS_PER_READ, manifest.counts.results - first);
      const records = await Promise.all(opened.map((rows) => rows.take(count)));
      const parts: RowPart[] = [];
      const olderAt: (readonly [number, number])[] = [];
      for (let at = 0; at < count; at += 1) {
        const texts = Object.fromEntries(outputs.map((name, nth) => [name, records[nth]![at]!]));
        const values = source.records.read(texts[source.name]!, columns);
        const text = keyOf(values[keyAt]);
        if (text === '' || reached.has(wideHash(text))) continue;
        if (isOlderRow(first + at)) olderAt.push([parts.length, parts.length + 1]);
        parts.push({ outputs: texts, values, reasons: base.reasonsOf(values) });
      }
      if (parts.length === 0) continue;
      const counts = countParts(parts, base, work);
      if (older && olderAt.length > 0)
        counts.older = withOlder(undefined, { rows: olderAt.length, by: older.by, ranges: olderAt }, 0);
      yield { outputs: joinOutputs(parts, work), counts };
    }
  } finally {
    for (const rows of opened) await rows.close();
  }
}
