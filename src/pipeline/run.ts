import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { COLLECTION_FRAME } from '../formats/feature-collection.ts';
import { LINES_OUTPUT } from '../formats/line-write.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import { answerRows, type RunSurroundings } from './answer-rows.ts';
import { createDurableFs } from './durable-fs.ts';
import { fingerprintFile } from './fingerprint.ts';
import { putInPlace } from './finish.ts';
import { identityOf } from './identity.ts';
import { receiveInput } from './input-file.ts';
import { loadJournal } from './journal.ts';
import type { OutputMark } from './marks.ts';
import { lockFolder } from './lock.ts';
import { outputFormat } from './output-format.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { prepareRun, refuseFaults } from './prepare.ts';
import { runPaths, type RunPaths } from './run-paths.ts';
import type { SinkFrame } from './sink.ts';
import { createProgress, type RunOptions, type RunReport } from './spec.ts';
import { findStart } from './start.ts';

const REAL: RunSurroundings = { fs: createDurableFs(), nowMs: () => performance.now(), drainMs: 10_000 };

/**
 * Runs a job over an input into an output folder, or goes on with a run that was interrupted.
 *
 * Shape: see {@link RunOptions}; a report when all rows are committed and all files are in place.
 * Errors: failures of scope `run`; everything answered before them is committed, and the same call goes on from there. ABORTED when
 * `stop` was signalled.
 * Guarantee: the promises of docs/GUARANTEES.md.
 */
export async function runJob(
  options: RunOptions,
  surroundings: Partial<RunSurroundings> = {},
): Promise<RunReport> {
  const around = { ...REAL, ...surroundings };
  await around.fs.makeFolder(options.outputDir);
  const unlock = await lockFolder(options.outputDir);
  try {
    return await runLocked(options, around);
  } finally {
    await unlock();
  }
}

async function runLocked(options: RunOptions, around: RunSurroundings): Promise<RunReport> {
  const { fs } = around;
  const { job, input } = options;
  const progress = options.progress ?? createProgress();
  const onNote = options.onNote ?? (() => undefined);
  const formats = job.outputs.map((name) => outputFormat(name));
  const drawsLines = job.stages.some(({ definition }) => definition.drawsLines === true);
  const files = drawsLines ? [...formats, LINES_OUTPUT] : formats;
  const paths = runPaths(options.outputDir, input.name, files);
  const inputPath = await receiveInput(fs, input, paths.received);
  await refuseOwnInput(inputPath, paths);

  const isNew = options.mode === 'restart';
  const found = isNew
    ? {}
    : { journal: await loadJournal(fs, paths.journal), manifest: await readManifest(fs, paths) };
  const before = (found.journal?.identity ?? found.manifest?.identity)?.inputBytes;
  const fingerprint = await fingerprintFile(fs, inputPath, before);

  progress.phase = 'spooling';
  const spool = { path: paths.spool, batchesPath: paths.batches, sha256: fingerprint.sha256 };
  const prepared = await prepareRun(job, { name: input.fileName, path: inputPath, spool }, fs);
  refuseFaults(prepared);
  prepared.findings.forEach(onNote);
  const writers = formats.map((format) => format.open(prepared.columns));
  const frames: SinkFrame[] = [
    ...writers,
    ...(drawsLines ? [COLLECTION_FRAME] : []),
    { head: '', separator: '', tail: '' },
  ];
  const prefixes = prepared.plans.map(({ prefix }) => prefix);
  const identity = identityOf(job, options.serviceIdentity, prepared.source, fingerprint);

  const start = await findStart({
    fs,
    paths,
    frames,
    identity,
    fingerprint,
    found,
    append: options.mode === 'append',
    dataPath: prepared.dataPath,
    ...(prepared.isSpooled
      ? {
          appendRefusal: `rows can be appended to plain CSV and NDJSON in UTF-8 only, and not to batches: use --restart`,
        }
      : {}),
    ...(options.limitRows === undefined ? {} : { limitRows: options.limitRows }),
    prefixes,
    dataOffset: prepared.layout.dataOffset,
    firstLine: prepared.layout.firstLine,
    onNote,
  });
  if ('finished' in start) {
    progress.phase = 'done';
    return report('already_finished', start.finished, 0);
  }

  const resumedAtRow = start.checkpoint.counts.rowsIn;
  if (resumedAtRow > 0) onNote(`going on after row ${resumedAtRow}`);
  const { last, isComplete } = await answerRows(options, around, prepared, writers, start, progress);
  progress.phase = 'finishing';
  const marks: OutputMark[] = [];
  for (const sink of start.sinks) marks.push(await sink.finish());
  const manifest: Manifest = {
    geomill: 1,
    job: job.name,
    complete: isComplete,
    counts: last.counts,
    files: Object.fromEntries(
      paths.finals.map(({ output, name }, at) => [
        output,
        { name, ...(marks[at] as OutputMark), tailBytes: Buffer.byteLength(frames[at]?.tail ?? '') },
      ]),
    ),
    input: {
      name: input.name,
      bytes: fingerprint.bytes,
      sha256: fingerprint.sha256,
      layout: prepared.source,
    },
    inputOffset: last.inputOffset,
    nextLine: last.nextLine,
    findings: prepared.findings,
    identity,
  };
  await start.journal.finish(manifest);
  await start.journal.close();
  await putInPlace(fs, paths, manifest);
  progress.phase = 'done';
  return report('finished', manifest, resumedAtRow);
}

/** Refuses to write over what is read. Errors: OUTPUT_REFUSED. */
async function refuseOwnInput(inputPath: string, paths: RunPaths): Promise<void> {
  const real = await realpath(inputPath).catch(() => resolve(inputPath));
  const folder = await realpath(paths.folder);
  const own = paths.finals.some(({ name, part }) => real === resolve(folder, name) || real === resolve(part));
  if (own) {
    throw new GeomillError(
      'OUTPUT_REFUSED',
      `the output would overwrite its own input ${inputPath}: choose another --output`,
    );
  }
}

function report(outcome: RunReport['outcome'], manifest: Manifest, resumedAtRow: number): RunReport {
  const files = Object.fromEntries(
    Object.entries(manifest.files).map(([output, { name }]) => [output, name]),
  );
  return { outcome, counts: manifest.counts, resumedAtRow, files, findings: manifest.findings };
}
