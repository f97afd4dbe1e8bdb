import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { failure, isGeomillError } from '../base/errors/geomill-error.ts';
import { needsRouter } from '../contract/catalogue.ts';
import type { LoadedDataset } from '../engine/gazetteer/load-dataset.ts';
import { lawDifference, lawDigestOf } from '../engine/gazetteer/law-digest.ts';
import { readUnitCodes } from '../engine/gazetteer/units/unit-codes.ts';
import { type Job, jobDoesNotFit } from '../run/job/job.ts';
import type { CreateChunkProcessor } from '../run/pipeline/chunk-processor.ts';
import { operationsOf } from '../run/pipeline/job-spec.ts';
import type { Rerun } from '../run/pipeline/rerun/prepare-rerun.ts';
import { runJob as runPipeline } from '../run/pipeline/run.ts';
import type { RunOptions as PipelineOptions, RunReport } from '../run/pipeline/spec.ts';
import { type ChunkThreads, createChunkThreads, threadsFor, youngMbOf } from './chunk-threads.ts';
import { inputSource } from './input-source.ts';
import { localJobFaults } from './load-job.ts';
import type { OpenedService } from './opened-service.ts';
import { packageVersion } from './package-files.ts';

/** The V8 flags that a run changes, each with what sets it back. */
const FLAGS = {
  /** Nothing is allocated in the old generation because others survived. */
  'no pretenuring': ['--no-allocation-site-pretenuring', '--allocation-site-pretenuring'],
  /** The heap is collected when it is two and a half times as large as after the last full collection. */
  'slow growth': ['--heap-growing-percent=150', '--heap-growing-percent=0'],
} as const;

const changed = new Set<keyof typeof FLAGS>();

/** Changes a V8 flag for all threads of this process, until it exits: the code that Node keeps then is valid only under the flags that a process starts with. */
function setV8Flag(name: keyof typeof FLAGS): void {
  const [flag, reset] = FLAGS[name];
  setFlagsFromString(flag);
  if (changed.has(name)) return;
  changed.add(name);
  process.once('exit', () => setFlagsFromString(reset));
}

/**
 * Runs one full garbage collection, after a dataset was opened.
 *
 * Cost: some tens of milliseconds. Before its first full collection V8 lets the heap grow by 100 MB and more, whatever its live size; afterwards
 * the limits follow the live size. Measured, 3 million rows of forcodes to CSV and GeoJSON: peak 225 MB instead of 246.
 */
function settleHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}

/**
 * Makes V8 allocate the records of csv-parse in the young generation, in all threads of this process.
 *
 * Cost: none. V8 allocates in the old generation what survived at first, as the rows of a chunk in progress do. Measured, forcodes of
 * 500,000 rows with quotes: peak 193 MB in place of 258.
 */
function keepRecordsYoung(): void {
  setV8Flag('no pretenuring');
}

/**
 * Makes V8 collect a heap when it is two and a half times as large as after the last full collection, in place of four times.
 *
 * Cost: about 3 % of the CPU time of such a run, by one profile. Measured, geocoding 20,000 addresses by a remote service with 64 requests in flight: peak 207 to 218 MB instead of 262 to 281.
 */
function limitHeapGrowth(): void {
  setV8Flag('slow growth');
}

/** The part of a run that processes some rows of a finished one again. */
export type RerunSettings = Rerun['options'];

/** A run of a job over an input. */
export interface RunSettings extends Pick<
  PipelineOptions,
  'outputDir' | 'doubts' | 'limitRows' | 'shard' | 'version' | 'progress' | 'onNote' | 'onChunk' | 'warnings'
> {
  job: Job;
  service: OpenedService;
  /** Path of a file, or a stream of its bytes. */
  input: string | Readable;
  /** `resume` (default) continues an interrupted run; `restart` discards it; `append` continues with rows added to the end of the input. */
  mode?: 'resume' | 'restart' | 'append';
  /** Threads of a local service beside this one. The number of cores when left out. */
  workers?: number;
  /** Processes the chunks instead of this process, as workers on other machines do. */
  elsewhere?: ChunksElsewhere;
  /** Keeps the answers of the finished run in the folder for rows with its keys that did not change; the key of the job when left out. */
  key?: string;
  /** Of a run with a key: also keeps answers that another version of Geomill or edition of the dataset gave. */
  keepOlder?: boolean;
  /** Copies the rows of a finished run that are not processed again. */
  rerun?: RerunSettings;
  /** Aborted to stop: nothing more is read, rows in progress are finished and committed, and the run fails with ABORTED. */
  signal?: AbortSignal;
  /** Receives the report before the results are in place: what it writes beside them stays after a kill. */
  onFinishing?: (report: RunReport) => Promise<void>;
}

/** Chunks that are not processed by this process. */
export interface ChunksElsewhere {
  create: CreateChunkProcessor;
  /** Characters of results that may wait for an earlier chunk. */
  heldCharacters: number;
}

/** An input of so many bytes is finished before its heap would have been too large. */
const SMALL_INPUT_BYTES = 1 << 18;

/** Returns the bytes of a file; infinite for a stream, and for a compressed file, which may hold much more. */
async function sizeOf(input: string | Readable): Promise<number> {
  if (typeof input !== 'string' || /\.gz$/i.test(input)) return Infinity;
  // A file that cannot be read is refused where it is opened.
  const stats = await stat(input).catch(() => undefined);
  return stats?.isFile() ? stats.size : Infinity;
}

/** The files that have no more bytes than their rows. */
const PLAIN = /\.(?:csv|tsv|txt|json|ndjson|jsonl|geojson)$/i;

/**
 * Runs a job over an input, or continues a run that was interrupted.
 *
 * Shape: a report when all rows are committed and all files are in place. Rejected rows are part of a successful run.
 * Errors: JOB_WRONG, with the line of each option, when the job does not fit the input; INPUT_MISSING, INPUT_BAD, IO, LOCKED; what the service
 * throws for the whole run; ABORTED after `signal`. Committed rows are kept, and the same call continues after them.
 * Guarantee: every row of the input is in the results or in the rejects exactly once, also after a crash.
 */
export async function runJob(settings: RunSettings): Promise<RunReport> {
  const { job, input, outputDir, mode = 'resume', workers = availableParallelism() } = settings;
  const { limitRows, shard, rerun, signal, progress, onNote, onChunk, warnings, elsewhere } = settings;
  const { version = packageVersion(), keepOlder = false } = settings;
  const { chunkBytes, checkpointMs } = job.limits;
  const isWhole = limitRows === undefined && shard === undefined && mode !== 'append' && !rerun;
  const key = settings.key ?? (isWhole ? job.key : undefined);
  const opened =
    job.aliases === undefined && !rerun?.aliases
      ? settings.service
      : await (
          await import('./with-aliases.ts')
        ).withAliases(settings.service, job, { read: rerun?.aliases, onNote });
  if (keepOlder && key === undefined) throw failure('USAGE', 'setting.keepOlderNeedsKey');
  const { shared } = opened;
  const operations = operationsOf(job);
  // With errors in all rows such a run would be no more than a waste of time.
  const faults = shared
    ? await localJobFaults(job, () => shared.loaded.admin.law && readUnitCodes(shared.loaded.admin.law))
    : [];
  if (faults.length > 0) throw jobDoesNotFit(job, faults);
  keepRecordsYoung();
  if (!shared) limitHeapGrowth();
  const bytes = await sizeOf(input);
  const isSmallInput = bytes <= SMALL_INPUT_BYTES;
  if (shared && !isSmallInput) settleHeap();
  const isPlain = typeof input === 'string' && PLAIN.test(input);
  const threads = threadsOf(
    job,
    opened,
    isSmallInput ? 1 : Math.min(workers, threadsFor(isPlain ? bytes : Infinity)),
  );
  try {
    const options: PipelineOptions = {
      job,
      input: inputSource(input),
      outputDir,
      mode,
      service: opened.service,
      ...(elsewhere
        ? { createChunkProcessor: elsewhere.create, isElsewhere: true }
        : threads && { createChunkProcessor: threads.createChunkProcessor, judgeSample: threads.judge }),
      serviceIdentity: await opened.identityFor(operations),
      ...(shared && datasetOf(shared.loaded, key !== undefined)),
      coverage: shared?.loaded.manifest.provinces,
      version,
      aliases: opened.aliases,
      keptAnswers: opened.remote?.kept,
      ...opened.window,
      ...(elsewhere && { heldCharacters: elsewhere.heldCharacters }),
      serviceFindings: opened.findings,
      // The rows of a finished run were looked at before it.
      doubts: rerun ? 'ignore' : (settings.doubts ?? 'note'),
      limitRows,
      update: key === undefined ? undefined : { key, keepOlder },
      shard,
      chunkBytes,
      checkpointMs,
      stop: signal,
      stopsCalls: opened.remote !== undefined,
      ...rerun,
      beforeFinish: settings.onFinishing,
      progress,
      onNote,
      onChunk: opened.remote ? undefined : onChunk,
      warnings,
    };
    return await runPipeline(options);
  } catch (error) {
    throw withLines(error, job);
  } finally {
    await threads?.close();
  }
}

/** Returns what a run tells of its dataset; for an update with what it says of its units. */
function datasetOf(
  { manifest, admin }: LoadedDataset,
  isUpdate: boolean,
): Pick<PipelineOptions, 'dataset' | 'unitsSince'> {
  const { id, edition } = manifest;
  const law = isUpdate ? lawDigestOf(manifest, admin) : undefined;
  if (law === undefined) return { dataset: { id, edition } };
  return { dataset: { id, edition, law }, unitsSince: (before) => lawDifference(before.law, law, admin) };
}

/** Returns the threads of a job; undefined where this thread only waits: for a remote service, or for a router, which has processes of its own. */
export function threadsOf(job: Job, { shared }: OpenedService, threads: number): ChunkThreads | undefined {
  const operations = operationsOf(job);
  if (!shared || needsRouter(operations)) return undefined;
  return createChunkThreads({ threads, service: shared, youngGenerationMb: youngMbOf(operations, threads) });
}

/** Adds the lines of the job file to faults that were found with the input at hand. */
function withLines(error: unknown, job: Job): unknown {
  if (!isGeomillError(error, 'JOB_WRONG')) return error;
  const { optionFaults } = error.details;
  return optionFaults ? jobDoesNotFit(job, optionFaults) : error;
}
