import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createChunkCutter } from '../formats/chunk-cutter.ts';
import { OUTPUT_FORMATS } from '../formats/outputs.ts';
import { createRowReader } from '../formats/read-rows.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import { readChunks } from './chunk-reader.ts';
import { commitInOrder } from './commit-loop.ts';
import { createDurableFs, type DurableFs } from './durable-fs.ts';
import { fingerprintFile } from './fingerprint.ts';
import { putInPlace } from './finish.ts';
import { identityOf } from './identity.ts';
import { receiveInput } from './input-file.ts';
import { loadJournal } from './journal.ts';
import type { Checkpoint, OutputMark } from './journal-lines.ts';
import { lockFolder } from './lock.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { createOrderedPool } from './ordered-pool.ts';
import { prepareRun, refuseFaults, type PreparedRun } from './prepare.ts';
import { processChunk, type ChunkResult, type ChunkWork } from './process-chunk.ts';
import { runPaths, type RunPaths } from './run-paths.ts';
import type { SinkFrame } from './sink.ts';
import type { RunOptions, RunProgress, RunReport } from './spec.ts';
import { findStart, type Start } from './start.ts';

/** Holds what a run takes from its surroundings; replaced in tests. */
export interface RunSurroundings {
  fs: DurableFs;
  /** Monotonic; ms. */
  nowMs: () => number;
  drainMs: number;
}

const REAL: RunSurroundings = { fs: createDurableFs(), nowMs: () => performance.now(), drainMs: 10_000 };
const CHUNK_BYTES = 128 << 10;
const CHECKPOINT_MS = 250;
const MAX_HELD_BYTES = 32 << 20;

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
  const paths = runPaths(options.outputDir, input.name, formats);
  const inputPath = await receiveInput(fs, input, paths.received);
  await refuseOwnInput(inputPath, paths);

  const isNew = options.mode === 'restart';
  const found = isNew
    ? {}
    : { journal: await loadJournal(fs, paths.journal), manifest: await readManifest(fs, paths) };
  const before = (found.journal?.identity ?? found.manifest?.identity)?.inputBytes;
  const fingerprint = await fingerprintFile(fs, inputPath, before);

  progress.phase = 'spooling';
  const spool = { path: paths.spool, sha256: fingerprint.sha256 };
  const prepared = await prepareRun(job, { name: input.fileName, path: inputPath, spool }, fs);
  refuseFaults(prepared);
  prepared.findings.forEach(onNote);
  const writers = formats.map((format) => format.open(prepared.columns));
  const frames: SinkFrame[] = [...writers, { head: NOTHING, separator: NOTHING, tail: NOTHING }];
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
    ...(prepared.isSpooled
      ? { appendRefusal: `rows can be appended to plain CSV and NDJSON in UTF-8 only: use --restart` }
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
        { name, ...(marks[at] as OutputMark), tailBytes: frames[at]?.tail.length ?? 0 },
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

const NOTHING = new Uint8Array(0);

/** Reads, answers and commits the rows after the start. */
async function answerRows(
  options: RunOptions,
  around: RunSurroundings,
  prepared: PreparedRun,
  writers: readonly { encode: ChunkWork['encoders'][number] }[],
  start: Start,
  progress: RunProgress,
): Promise<{ last: Checkpoint; isComplete: boolean }> {
  const { stop, limitRows } = options;
  const { inputOffset, nextLine, counts } = start.checkpoint;
  const pool = createOrderedPool<ChunkResult>({
    maxOpenCost: options.openRows,
    maxHeldBytes: MAX_HELD_BYTES,
    heldBytes: ({ outputs, rejects }) => outputs.reduce((sum, bytes) => sum + bytes.length, rejects.length),
    drainMs: around.drainMs,
  });
  const work: ChunkWork = {
    readRows: createRowReader(prepared.layout),
    plans: prepared.plans,
    columnCount: prepared.columns.length,
    encoders: writers.map((writer) => (rows) => writer.encode(rows)),
    service: options.service,
    onRow: () => {
      progress.rowsProcessed += 1;
    },
  };
  const file = await around.fs.openRead(prepared.dataPath);
  const size = await file.size();
  Object.assign(progress, { phase: 'running', bytesTotal: size });
  showCommitted(progress, start.checkpoint);

  let rowsRead = counts.rowsIn;
  let readUpTo = inputOffset;
  async function read(): Promise<void> {
    const cutter = createChunkCutter(prepared.layout, {
      offset: inputOffset,
      row: counts.rowsIn + 1,
      line: nextLine,
    });
    const maxRows = limitRows === undefined ? {} : { maxRows: limitRows - counts.rowsIn };
    const blockBytes = options.chunkBytes ?? CHUNK_BYTES;
    for await (const chunk of readChunks(file, cutter, { offset: inputOffset, blockBytes, ...maxRows })) {
      if (!(await pool.push(chunk.frames.length, () => processChunk(chunk, work)))) return;
      rowsRead += chunk.frames.length;
      readUpTo = chunk.endOffset;
    }
    pool.end();
  }

  const onStop = () => pool.stop();
  stop?.addEventListener('abort', onStop);
  if (stop?.aborted) onStop();
  try {
    const reading = read().catch((error: unknown) => pool.fail(error));
    const last = await commitInOrder({
      pool,
      sinks: start.sinks,
      journal: start.journal,
      from: start.checkpoint,
      checkpointMs: options.checkpointMs ?? CHECKPOINT_MS,
      nowMs: around.nowMs,
      onCommit: (checkpoint) => showCommitted(progress, checkpoint),
    });
    await reading;
    if (stop?.aborted && last.inputOffset < size) {
      throw new GeomillError(
        'ABORTED',
        `stopped after row ${last.counts.rowsIn}: the same command goes on from there`,
      );
    }
    checkCounts(last, rowsRead, readUpTo);
    return { last, isComplete: last.inputOffset >= size };
  } catch (error) {
    await Promise.allSettled([...start.sinks.map((sink) => sink.close()), start.journal.close()]);
    throw error;
  } finally {
    stop?.removeEventListener('abort', onStop);
    await file.close();
  }
}

/** Checks promise 2. Errors: INTERNAL when a row was lost or doubled. */
function checkCounts({ counts, inputOffset }: Checkpoint, rowsRead: number, readUpTo: number): void {
  const { rowsIn, results, rejected } = counts;
  if (rowsIn === results + rejected && rowsIn === rowsRead && inputOffset === readUpTo) return;
  throw new GeomillError(
    'INTERNAL',
    `rows do not add up: ${rowsRead} read, ${rowsIn} committed, ${results} results and ${rejected} rejected. Please report this; nothing was put in place`,
  );
}

function outputFormat(name: string) {
  const format = Object.hasOwn(OUTPUT_FORMATS, name)
    ? OUTPUT_FORMATS[name as keyof typeof OUTPUT_FORMATS]
    : undefined;
  if (!format)
    throw new GeomillError(
      'JOB_WRONG',
      `there is no output format ${name}: use ${Object.keys(OUTPUT_FORMATS).join(', ')}`,
    );
  return format;
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

function showCommitted(progress: RunProgress, { inputOffset, counts }: Checkpoint): void {
  progress.bytesCommitted = inputOffset;
  progress.rowsCommitted = counts.rowsIn;
  progress.rowsRejected = counts.rejected;
}

function report(outcome: RunReport['outcome'], manifest: Manifest, resumedAtRow: number): RunReport {
  const files = Object.fromEntries(
    Object.entries(manifest.files).map(([output, { name }]) => [output, name]),
  );
  return { outcome, counts: manifest.counts, resumedAtRow, files, findings: manifest.findings };
}

/** Builds the counters of a run that has not begun. */
export function createProgress(): RunProgress {
  return {
    phase: 'inspecting',
    bytesTotal: 0,
    bytesCommitted: 0,
    rowsCommitted: 0,
    rowsProcessed: 0,
    rowsRejected: 0,
  };
}
