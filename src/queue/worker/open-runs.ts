import { needsRouter, type OperationName } from '../../contract/catalogue.ts';
import { processChunk, type ChunkResult } from '../../run/pipeline/process-chunk.ts';
import type { WorkOrder } from '../../run/pipeline/chunk-processor.ts';
import { openOrder } from '../../run/pipeline/work-order.ts';
import { openChunkPool, type ChunkPool } from '../../runtime/chunk-pool.ts';
import type { OpenedService } from '../../runtime/opened-service.ts';
import { threadEntry } from '../../runtime/thread-entry.ts';
import type { PlacedChunk } from '../job-payload.ts';
import type { RunRecord } from '../run-record.ts';
import { refusalOf } from './refusal.ts';

/** Chunks of a job in progress at once where other threads or a service compute them, so that they do not wait for each other. */
const LANES = 3;
/** Orders kept open: more runs than this at once open theirs again. */
const KEPT_RUNS = 16;

/** What computes the chunks of one run. */
export interface OpenRun {
  process(placed: PlacedChunk): Promise<ChunkResult>;
  /** Chunks of a job that may be in progress at once. */
  lanes: number;
}

/** The runs that a worker computes. */
export interface OpenRuns {
  /** Returns why this worker cannot serve a run; undefined if it can. */
  refusal(run: RunRecord): Promise<string | undefined>;
  /** Opens a run. Errors: INTERNAL if the job does not fit this build. */
  open(run: RunRecord): Promise<OpenRun>;
  close(): Promise<void>;
}

/** Creates the runs of a worker over one service. Shape: chunks of a dataset are computed in threads. */
export function createOpenRuns(service: OpenedService, version: string, threads: number): OpenRuns {
  const opened = new Map<string, OpenRun>();
  let pool: ChunkPool | undefined;

  async function openNew({ order, operations }: RunRecord): Promise<OpenRun> {
    const { shared } = service;
    const own = openOwn(order, service);
    if (!shared) return { process: own, lanes: LANES };
    // A router has processes of its own.
    if (needsRouter(operations as OperationName[])) return { process: own, lanes: LANES };
    pool ??= openChunkPool({
      threads,
      service: shared,
      entry: threadEntry('chunk-worker'),
      isStrict: false,
    });
    const client = pool.join(order);
    return {
      process: ({ chunk, moved }) =>
        moved.origins || moved.rowNumbers ? own({ chunk, moved }) : client.process(chunk),
      lanes: LANES,
    };
  }

  return {
    refusal: (run) => refusalOf(run, version, service),
    async open(run) {
      const known = opened.get(run.id);
      if (known) return known;
      const open = await openNew(run);
      const [oldest] = opened.keys();
      if (oldest !== undefined && opened.size >= KEPT_RUNS) opened.delete(oldest);
      opened.set(run.id, open);
      return open;
    },
    async close() {
      await pool?.close();
    },
  };
}

/** Opens a run in this thread. */
function openOwn(
  order: WorkOrder,
  { service }: OpenedService,
): (placed: PlacedChunk) => Promise<ChunkResult> {
  const work = openOrder(order, service);
  return ({ chunk, moved }) =>
    processChunk(chunk, { ...work, origins: moved.origins, rowNumbers: moved.rowNumbers });
}
