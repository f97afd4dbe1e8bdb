import type { ChunkProcessor, ProcessorRequest } from '../../src/run/pipeline/chunk-processor.ts';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { sleep } from '../../src/base/files/clock.ts';
import type { DurableFile, DurableFs } from '../../src/base/files/durable-fs.ts';
import { loadJournal, noteDoubt } from '../../src/run/pipeline/journal/journal.ts';
import { processRows } from '../../src/run/pipeline/process-rows.ts';
import type { PreparedRun } from '../../src/run/pipeline/prepare.ts';
import type { RunPaths } from '../../src/run/pipeline/journal/run-paths.ts';
import { createProgress, type RunOptions, type RunProgress } from '../../src/run/pipeline/spec.ts';
import { findStart, type Start } from '../../src/run/pipeline/journal/start.ts';
import { type CoordinatorQueue, coordinateRun } from '../../src/queue/coordinator.ts';
import type { OpenJobs } from '../../src/queue/open-jobs.ts';
import { queueName, type RunRecord, type WorkerRecord } from '../../src/queue/records.ts';
import type { Link } from './link.ts';
import type { QueueServer } from './queue-server.ts';
import { ANSWERS_VERSION } from '../../src/contract/answers-version.ts';
import type { SimProcess } from './scheduler.ts';
import { FRAMES, HEADER } from './table.ts';

const DRAIN_MS = 10_000;
const RUN_EXPIRES_MS = 60_000;
const DATA_EXPIRES_MS = 3_600_000;

/** The version and the dataset that a simulated run needs. */
export const IDENTITY = { version: '1', answers: ANSWERS_VERSION, service: 'local data' };
/** The queue of its jobs. */
export const QUEUE = queueName(IDENTITY);

/** The paths of a simulated run. */
export const PATHS: RunPaths = {
  ...{ folder: '/out', manifest: '/out/manifest.json', earlier: '/out/manifest.json' },
  ...{ journal: '/out/.journal', spool: '/out/.spool' },
  ...{ batches: '/out/.batches', received: '/out/.received', derived: [] },
  rows: ['csv', 'rejects'].map((output) => ({
    ...{ output, name: output, path: `/out/${output}`, part: `/out/.${output}.part` },
    otherName: `.${output}`,
  })),
};
const INPUT = '/in.csv';

/** What the coordinator of a simulated run needs. */
export interface SimCoordinatorOptions {
  process: SimProcess;
  link: Link;
  server: QueueServer;
  fs: DurableFs;
  input: Buffer;
  runId: string;
  jobs: OpenJobs;
  /** Sizes. Units: bytes of the input. */
  chunkBytes: number;
  windowBytes: number;
  checkpointMs: number;
  /** Begins anew, as with `--restart`. */
  isRestart: boolean;
  /** Errors: LOCKED. */
  checkLock: () => Promise<void>;
  /** How long the disk needs for a sync. Units: ms. */
  syncMs: () => number;
  /** Called with what happens, for the invariants. */
  watch: {
    started(start: Start): void;
    /** The process believes that so many rows are durable. */
    committed: (rows: number) => void;
    /** Bytes of the chunks that it has sent and not got back. */
    sent(bytes: number): void;
    returned(bytes: number): void;
    put(jobId: string): void;
    message(message: Buffer): void;
  };
}

/**
 * Runs or continues the simulated run in one process: the code of Geomill from the journal to the last byte, over simulated ports.
 *
 * Errors: those of the run.
 */
export async function runCoordinator(options: SimCoordinatorOptions): Promise<void> {
  try {
    await runOnce(options);
  } catch (error) {
    // As `runJob` does.
    if (isGeomillError(error, 'RESULTS_DOUBTFUL'))
      await noteDoubt(fsOf(options), PATHS.journal, error.reason);
    throw error;
  }
}

async function runOnce(options: SimCoordinatorOptions): Promise<void> {
  const { process, chunkBytes, checkpointMs, checkLock, watch } = options;
  const fs = fsOf(options);
  const layout = { format: 'csv', compression: 'none', encoding: 'utf-8', delimiter: ',', quote: '"' };
  const prepared = {
    layout: { ...layout, columns: ['row', 'text'], dataOffset: HEADER.length, findings: [], firstLine: 2 },
    ...{ dataPath: INPUT, isSpooled: false, plans: [], columns: [], inputColumns: [], batches: undefined },
  } as unknown as PreparedRun;
  const journal = options.isRestart ? undefined : await loadJournal(fs, PATHS.journal);
  const start = await findStart({
    fs,
    paths: PATHS,
    frames: new Map(Object.entries(FRAMES)),
    identity: {
      ...{ inputBytes: options.input.length, inputSha256: 'input', layout: '', columns: [] },
      ...{ stages: '', outputs: [], service: IDENTITY.service, answers: IDENTITY.answers },
    },
    fingerprint: { bytes: options.input.length, sha256: 'input', prefixSha256: 'input' },
    found: { ...(journal && { journal }) },
    append: false,
    dataPath: INPUT,
    prefixes: [],
    dataOffset: HEADER.length,
    firstLine: 2,
    onNote: () => undefined,
  });
  if ('finished' in start) return;
  watch.started(start);
  const runOptions = {
    job: { name: 'simulated', input: {}, stages: [], outputs: [] },
    ...{ chunkBytes, checkpointMs, openRows: 8 },
    createChunkProcessor: (request: ProcessorRequest) => openProcessor(options, request),
  } as unknown as RunOptions;
  const around = {
    fs,
    nowMs: () => process.nowMs(),
    after: (ms: number, callback: () => void) => process.after(ms, callback),
    drainMs: DRAIN_MS,
  };
  await processRows(
    runOptions,
    around,
    prepared,
    checkLock,
    new Map(),
    start,
    watchedProgress(watch.committed),
  );
  for (const sink of start.sinks.values()) await sink.finish();
}

async function openProcessor(
  options: SimCoordinatorOptions,
  request: ProcessorRequest,
): Promise<ChunkProcessor> {
  const { process, runId, jobs, windowBytes, chunkBytes, watch } = options;
  const record: RunRecord = {
    ...IDENTITY,
    ...{ id: runId, job: 'simulated', operations: [], order: request.order, queue: QUEUE },
    ...{ coordinator: process.name, place: '/out', startedAt: '' },
  };
  const processor = await coordinateRun({
    ...{ record, moved: {}, jobs, windowBytes, chunkBytes },
    queue: queueOf(options, record),
    clock: process,
    onRows: request.onRows,
    onNote: () => undefined,
  });
  return {
    ...processor,
    async process(chunk) {
      const { length } = chunk.bytes;
      watch.sent(length);
      try {
        return await processor.process(chunk);
      } finally {
        watch.returned(length);
      }
    },
  };
}

function queueOf(
  { process, link, server, watch }: SimCoordinatorOptions,
  record: RunRecord,
): CoordinatorQueue {
  const results = `results:${record.id}`;
  const runs = () => server.get<readonly string[]>('runs') ?? [];
  const removeRun = (id: string) => {
    for (const key of server.keys()) if (key === `run:${id}` || key === `results:${id}`) server.remove(key);
    server.set(
      'runs',
      runs().filter((each) => each !== id),
    );
  };
  return {
    listRuns: () => link.call(() => runs().flatMap((id) => server.get<RunRecord>(`run:${id}`) ?? [])),
    removeRun: (id) => link.call(() => removeRun(id)),
    async keepRecord() {
      await link.call(() => {
        if (!runs().includes(record.id)) server.set('runs', [...runs(), record.id]);
      });
      await link.call(() => server.set(`run:${record.id}`, record, RUN_EXPIRES_MS));
    },
    listWorkers: () => link.call(() => server.valuesOf<WorkerRecord>('worker:')),
    async put({ id, payload }) {
      watch.put(id);
      await link.call(() => server.set(`payload:${id}`, payload, DATA_EXPIRES_MS));
      await link.call(() => server.add(QUEUE, id));
    },
    states: (ids) => link.call(() => ids.map((id) => server.state(QUEUE, id))),
    failure: (id) =>
      link.call(() => {
        const { failedReason = 'unknown reason', attemptsMade = 1 } = server.job(id) ?? {};
        return { reason: failedReason, attempts: attemptsMade };
      }),
    remove: (ids) =>
      link.call(() =>
        ids.forEach((id) => {
          server.remove(`payload:${id}`);
          server.removeJob(QUEUE, id);
        }),
      ),
    readResults(onMessage) {
      let isClosed = false;
      let isReading = false;
      const read = () => {
        if (isClosed || isReading || !process.isAlive || !link.isUp) return;
        const message = server.shift(results);
        if (!message) return;
        isReading = true;
        link.receive(() => {
          isReading = false;
          if (!isClosed) {
            watch.message(message);
            onMessage(message);
          }
          read();
        });
      };
      const offPush = server.onPush(results, read);
      const offRestored = link.onRestored(() => {
        isReading = false;
        read();
      });
      read();
      return {
        async close() {
          isClosed = true;
          offPush();
          offRestored();
        },
      };
    },
    downMs: () => link.downMs(),
    close: async () => undefined,
  };
}

/** Returns progress that reports each commit. */
function watchedProgress(onCommitted: (rows: number) => void): RunProgress {
  let rows = 0;
  return Object.defineProperty(createProgress(), 'rowsCommitted', {
    get: () => rows,
    set(value: number) {
      if (value > rows) onCommitted(value);
      rows = value;
    },
  });
}

/** Returns a file system that ends with its process, and takes time to sync. */
function fsOf({ fs, process, syncMs }: SimCoordinatorOptions): DurableFs {
  const never = new Promise<never>(() => undefined);
  const own =
    <A extends unknown[], T>(operation: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      process.isAlive ? operation(...args).then((value) => (process.isAlive ? value : never)) : never;
  const fileOf = (file: DurableFile): DurableFile => ({
    path: file.path,
    id: file.id,
    read: own((buffer: Uint8Array, position: number) => file.read(buffer, position)),
    write: own((bytes: Uint8Array, position: number) => file.write(bytes, position)),
    truncate: own((length: number) => file.truncate(length)),
    size: own(() => file.size()),
    sync: own(async () => {
      const ms = syncMs();
      if (ms > 0) await sleep(process, ms);
      if (process.isAlive) await file.sync();
    }),
    close: own(() => file.close()),
  });
  return {
    ...fs,
    openRead: own(async (path: string) => fileOf(await fs.openRead(path))),
    openWrite: own(async (path: string) => fileOf(await fs.openWrite(path))),
    rename: own((from: string, to: string) => fs.rename(from, to)),
    remove: own((path: string) => fs.remove(path)),
    stat: own((path: string) => fs.stat(path)),
    exists: own((path: string) => fs.exists(path)),
    syncFolder: own((path: string) => fs.syncFolder(path)),
  };
}
