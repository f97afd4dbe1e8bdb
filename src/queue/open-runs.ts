import { ANSWERS_VERSION } from '../contract/answers-version.ts';
import { needsRouter, OPERATION_NAMES, type OperationName } from '../contract/catalogue.ts';
import { processChunk, type ChunkResult } from '../run/pipeline/process-chunk.ts';
import { openOrder } from '../run/pipeline/work-order.ts';
import { openChunkPool, type ChunkPool } from '../runtime/chunk-pool.ts';
import type { OpenedService } from '../runtime/opened-service.ts';
import { threadEntry } from '../runtime/thread-entry.ts';
import type { PlacedChunk } from './job.ts';
import type { RunRecord } from './records.ts';

/** Orders kept open: more runs than this at once open theirs again. */
const KEPT_RUNS = 16;

/** What computes the chunks of one run. */
export interface OpenRun {
  process(placed: PlacedChunk): Promise<ChunkResult>;
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
export function createOpenRuns(opened: OpenedService, version: string, threads: number): OpenRuns {
  const { service, shared } = opened;
  const runs = new Map<string, OpenRun>();
  let pool: ChunkPool | undefined;

  async function openNew({ order, operations }: RunRecord): Promise<OpenRun> {
    const work = await openOrder(order, service);
    const process: OpenRun['process'] = ({ chunk, moved }) => processChunk(chunk, { ...work, ...moved });
    // A router has processes of its own.
    if (!shared || needsRouter(operations as OperationName[])) return { process };
    pool ??= openChunkPool({ threads, service: shared, entry: threadEntry('chunk-worker'), isStrict: false });
    const client = pool.join(order);
    return {
      process: (placed) =>
        placed.moved.origins || placed.moved.rowNumbers ? process(placed) : client.process(placed.chunk),
    };
  }

  return {
    refusal: (run) => refusalOf(run, version, opened),
    async open(run) {
      const open = runs.get(run.id) ?? (await openNew(run));
      const [oldest] = runs.keys();
      if (oldest !== undefined && runs.size >= KEPT_RUNS) runs.delete(oldest);
      runs.set(run.id, open);
      return open;
    },
    async close() {
      await pool?.close();
    },
  };
}

/** Returns why a worker of a version, over a service, cannot serve a run; undefined if it can. */
export async function refusalOf(
  { version: wanted, answers, service: identity, operations }: RunRecord,
  version: string,
  service: Pick<OpenedService, 'identity' | 'identityFor'>,
): Promise<string | undefined> {
  if (wanted !== version) return `the run is of Geomill ${wanted}, this is ${version}`;
  if (answers !== ANSWERS_VERSION)
    return `the run has the version of answers ${answers ?? 'none'}, this worker has ${ANSWERS_VERSION}`;
  const known: readonly string[] = OPERATION_NAMES;
  const unknown = operations.find((operation) => !known.includes(operation));
  if (unknown !== undefined) return `the job calls ${unknown}, which this build does not have`;
  // Opening a router is expensive: not for a run over another dataset.
  if (!identity.startsWith(service.identity))
    return `the run needs ${identity}, this worker has ${service.identity}`;
  const own = await service.identityFor(operations as OperationName[]);
  return own === identity ? undefined : `the run needs ${identity}, this worker has ${own}`;
}
