import type { ChunkTime, RunProgress } from '../run/pipeline/spec.ts';
import type { RemoteStats, SentRequest } from '../remote/options.ts';
import type { ActivitySession } from '../report/data/activity.ts';

const INTERVAL_MS = 1000;
/** With more intervals two become one. */
const MOST_INTERVALS = 240;

/** Records how fast a run is processed. */
export interface ActivityMeter {
  /** Records a request that has ended. */
  onRequest: (request: SentRequest) => void;
  /** Records a part of the input that was processed. */
  onChunk: (chunk: ChunkTime) => void;
  /** Ends the recording. */
  finish(): ActivitySession;
}

/** The counters of a service at one time. */
export type ServiceCounters = Pick<
  RemoteStats,
  'requests' | 'cacheHits' | 'shared' | 'retries' | 'throttledPauses'
>;

/** What the meter reads and how it measures time. */
export interface MeterSource {
  progress: Readonly<RunProgress>;
  service: () => ServiceCounters | undefined;
  startedAt: Date;
  nowMs: () => number;
}

/**
 * Starts recording.
 *
 * Shape: rows count when they are committed; those of an earlier process do not count.
 * Cost: one timer a second, at most 240 intervals.
 */
export function createActivityMeter({ progress, service, startedAt, nowMs }: MeterSource): ActivityMeter {
  const startMs = nowMs();
  let intervalMs = INTERVAL_MS;
  let rows: number[] = [];
  let requests: number[] = [];
  let lastRows: number | undefined;
  let lastRequests = 0;
  let endMs = startMs;

  function sample(): void {
    if (progress.phase === 'inspecting' || progress.phase === 'spooling') return;
    const all = progress.rowsCommitted;
    const sent = service()?.requests ?? 0;
    rows.push(all - (lastRows ?? progress.rowsAtStart));
    requests.push(sent - lastRequests);
    lastRows = all;
    lastRequests = sent;
    endMs = nowMs();
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
        seconds: Math.round(endMs - startMs) / 1000,
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
function createSlowest<T extends { ms: number }>(most = MOST): Slowest<T> {
  const items: T[] = [];
  return {
    add(item) {
      if (items.length === most && item.ms <= (items[most - 1] as T).ms) return;
      const before = items.findIndex(({ ms }) => ms < item.ms);
      items.splice(before < 0 ? items.length : before, 0, item);
      items.length = Math.min(items.length, most);
    },
    list: () => items.map((item) => ({ ...item, ms: Math.round(item.ms * 100) / 100 })),
  };
}
