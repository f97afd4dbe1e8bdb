import { createDurableFs } from '../base/files/durable-fs.ts';
import type { ChunkTime, RunProgress, RunReport } from '../run/pipeline/spec.ts';
import type { ActivitySession, RunCommand } from '../report/data/activity.ts';
import type { CliIo } from './io.ts';
import { isGeomillError } from '../base/errors/geomill-error.ts';
import { message, withText } from '../base/messages/message.ts';
import { say } from './terminal.ts';
import type { RemoteStats, SentRequest } from '../remote/options.ts';

/** Writes what a run leaves for its report, and the report. Guarantee: never throws; a failure is a sentence on the error stream. */
interface RunReporter {
  /** Records what a run did, before its results are in place: a kill behind the manifest takes nothing of it. */
  finishing: (report: RunReport) => Promise<void>;
  /** Writes the report of a finished run; returns its path, undefined where none was written. Shape: `datasetDir` of a local service. */
  finished(report: RunReport, datasetDir?: string): Promise<string | undefined>;
  /** Records what a run did that ended with a failure, or was stopped. */
  failed(): Promise<void>;
}

/** A {@link RunReporter}, and what it wants to know of a run. */
export type RecordingReporter = RunReporter &
  Partial<Pick<ActivityMeter, 'onRequest' | 'onChunk'>> & {
    /** Returns the time that the run took, as its report says it; undefined before its end. Units: seconds. */
    seconds(): number | undefined;
  };

/** Starts recording a run. Shape: where no report is wanted only the command is recorded, and the report of earlier results is removed. */
export function createRunReporter(
  {
    folder,
    isWanted,
    command,
    key,
  }: { folder: string; isWanted: boolean; command?: RunCommand; key?: string | undefined },
  io: CliIo,
  progress: Readonly<RunProgress>,
  service: () => ServiceCounters | undefined,
  startMs = io.nowMs(),
): RecordingReporter {
  const fs = createDurableFs();
  const meter = createActivityMeter({ progress, service, startedAt: new Date(), nowMs: io.nowMs, startMs });
  let session: ActivitySession | undefined;
  let isRecorded = false;

  /** Adds what this process did to the folder, once; its command only where no report is wanted. */
  async function record(sample?: RunReport['sample']): Promise<void> {
    session ??= { ...meter.finish(), ...(sample && { sample: withText(sample.against) }) };
    if (isRecorded || session.rows.length === 0) return;
    const { addActivity, writeCommand } = await import('../report/activity-file.ts');
    if (isWanted)
      await addActivity(fs, folder, { ...session, ...(command && { command }) }, progress.rowsAtStart === 0);
    else if (command) await writeCommand(fs, folder, command);
    isRecorded = true;
  }
  /** Adds the command to results that were made without one, and removes what a killed process had begun. */
  async function complete(): Promise<void> {
    const { readCommand, removeParts, writeCommand } = await import('../report/activity-file.ts');
    await removeParts(fs, folder);
    if (command && (await readCommand(fs, folder)) === undefined) await writeCommand(fs, folder, command);
  }
  async function write(report: RunReport, datasetDir?: string): Promise<string | undefined> {
    const isNew = report.outcome === 'finished';
    if (isNew) await record(report.sample);
    else await complete();
    if (!isWanted) {
      const { removeReport } = await import('../report/write-report.ts');
      if (isNew) await removeReport(folder, fs);
      return undefined;
    }
    const { writeRunReport } = await import('../report/write-report.ts');
    const options = { isKept: !isNew, key, ...(datasetDir && { datasetDir }) };
    return (await writeRunReport(folder, io.version, options)).path;
  }

  return {
    ...(isWanted && { onRequest: meter.onRequest, onChunk: meter.onChunk }),
    seconds: () => session?.seconds,
    async finishing({ sample }) {
      // Where it fails, it is tried again behind the manifest, and the failure told.
      await record(sample).catch(() => undefined);
    },
    async finished(report, datasetDir) {
      try {
        return await write(report, datasetDir);
      } catch (error) {
        const cause = isGeomillError(error) ? error.reason : (error as Error).message;
        say(io, message('run.reportNotWritten', { cause, command: `geomill report ${folder}` }));
        return undefined;
      } finally {
        session ??= meter.finish();
      }
    },
    async failed() {
      // The failure of the run is worth more than that of its record.
      if (isWanted) await record().catch(() => undefined);
    },
  };
}

const INTERVAL_MS = 1000;
/** With more intervals two become one. */
const MOST_INTERVALS = 240;

/** Records how fast a run is processed. */
interface ActivityMeter {
  /** Records a request that has ended. */
  onRequest: (request: SentRequest) => void;
  /** Records a part of the input that was processed. */
  onChunk: (chunk: ChunkTime) => void;
  /** Ends the recording. */
  finish(): ActivitySession;
}

/** The counters of a service at one time. */
type ServiceCounters = Pick<RemoteStats, 'requests' | 'cacheHits' | 'shared' | 'retries' | 'throttledPauses'>;

/** What the meter reads and how it measures time. */
interface MeterSource {
  progress: Readonly<RunProgress>;
  service: () => ServiceCounters | undefined;
  startedAt: Date;
  nowMs: () => number;
  /** From when the time of the run counts; now when left out. */
  startMs?: number;
}

/**
 * Starts recording.
 *
 * Shape: rows count when they are committed; those of an earlier process do not count.
 * Cost: one timer a second, at most 240 intervals.
 */
export function createActivityMeter({
  progress,
  service,
  startedAt,
  nowMs,
  startMs = nowMs(),
}: MeterSource): ActivityMeter {
  let intervalMs = INTERVAL_MS;
  let rows: number[] = [];
  let requests: number[] = [];
  let lastRows: number | undefined;
  let lastRequests = 0;

  function sample(): void {
    if (progress.phase === 'inspecting' || progress.phase === 'spooling') return;
    const all = progress.rowsCommitted;
    const sent = service()?.requests ?? 0;
    rows.push(all - (lastRows ?? progress.rowsAtStart));
    requests.push(sent - lastRequests);
    lastRows = all;
    lastRequests = sent;
    if (rows.length < MOST_INTERVALS) return;
    rows = pairs(rows);
    requests = pairs(requests);
    intervalMs *= 2;
    clearInterval(timer);
    timer = setInterval(sample, intervalMs).unref();
  }
  let timer = setInterval(sample, intervalMs).unref();
  const slowRequests = createSlowest<SentRequest>();
  const slowChunks = createSlowest<ChunkTime>();

  return {
    onRequest: slowRequests.add,
    onChunk: slowChunks.add,
    finish() {
      clearInterval(timer);
      sample();
      const counters = service();
      const requestList = slowRequests
        .list()
        .map(({ query, ...rest }) => ({ ...rest, query: wordsOf(query) }));
      const chunkList = slowChunks.list();
      return {
        startedAt: startedAt.toISOString(),
        seconds: Math.round(nowMs() - startMs) / 1000,
        intervalSeconds: intervalMs / 1000,
        rows,
        requests,
        ...(counters && {
          service: {
            requests: counters.requests,
            cacheHits: counters.cacheHits,
            shared: counters.shared,
            retries: counters.retries,
            throttledPauses: counters.throttledPauses,
          },
        }),
        ...((requestList.length > 0 || chunkList.length > 0) && {
          slowest: {
            ...(requestList.length > 0 && { requests: requestList }),
            ...(chunkList.length > 0 && { chunks: chunkList }),
          },
        }),
      };
    },
  };
}

const QUERY_LIMIT = 300;

/** Returns a query as a person reads it. */
function wordsOf(query: string): string {
  const words = Array.from(new URLSearchParams(query), ([name, value]) => `${name}=${value}`).join(' ');
  return words.length > QUERY_LIMIT ? `${words.slice(0, QUERY_LIMIT)} …` : words;
}

function pairs(values: readonly number[]): number[] {
  return values.flatMap((value, at) => (at % 2 === 0 ? [value + (values[at + 1] ?? 0)] : []));
}

/** Items kept: more are no list that a person reads. */
const MOST = 10;

/** Keeps the items that took longest. */
interface Slowest<T> {
  add: (item: T) => void;
  /** Returns them, the longest first. Units: ms, rounded to hundredths. */
  list(): T[];
}

/** Builds an empty list. Cost: one comparison for an item that is not among the longest. */
function createSlowest<T extends { ms: number }>(): Slowest<T> {
  const items: T[] = [];
  return {
    add(item) {
      if (items.length === MOST && item.ms <= (items[MOST - 1] as T).ms) return;
      const before = items.findIndex(({ ms }) => ms < item.ms);
      items.splice(before < 0 ? items.length : before, 0, item);
      items.length = Math.min(items.length, MOST);
    },
    list: () => items.map((item) => ({ ...item, ms: Math.round(item.ms * 100) / 100 })),
  };
}
