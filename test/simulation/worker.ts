import { sleepUnlessAborted } from '../../src/base/files/clock.ts';
import { createJobComputer, type OpenRun, refusalOf, type WorkerQueue } from '../../src/queue/compute-job.ts';
import type { RunRecord, WorkerRecord } from '../../src/queue/records.ts';
import type { Link } from './link.ts';
import type { QueueServer, StoredJob } from './queue-server.ts';
import type { SimProcess } from './scheduler.ts';
import { computeChunk } from './table.ts';

const LOOK_MS = 1_000;
const BEAT_MS = 15_000;
const EXPIRES_MS = 45_000;
const IDLE_MS = 5_000;

class UnrecoverableError extends Error {
  override name = 'UnrecoverableError';
}

/** A simulated worker. */
export interface SimWorker {
  readonly process: SimProcess;
  readonly link: Link;
  /** Reports whether it serves a queue and can reach it. */
  serves(queue: string): boolean;
  /** Wakes it, as the marker of BullMQ does. */
  wake(queue: string): void;
  /** Stops it gracefully, after the job in progress. */
  stop(): void;
}

/** What a worker computes with. Shape: as the identity of a run, which has the router in that of its service. */
export interface WorkerIdentity {
  version: string;
  service: string;
  router?: string;
}

/** What a simulated worker needs. */
export interface SimWorkerOptions extends WorkerIdentity {
  process: SimProcess;
  link: Link;
  server: QueueServer;
  lockMs: number;
  /** Computes a chunk; may throw, and may kill the process. */
  compute: OpenRun['process'];
}

/** Starts a worker: the code of Geomill over a simulated BullMQ. */
export function startWorker(options: SimWorkerOptions): SimWorker {
  const { process, link, server, version, service, router = '', lockMs } = options;
  const stop = new AbortController();
  const served = new Set<string>();
  const known = new Set<string>();
  let wakeAll: (() => void)[] = [];
  let tokens = 0;

  const queue: WorkerQueue = {
    readRun: (id) => link.call(() => server.get<RunRecord>(`run:${id}`)),
    readPayload: (job) => link.call(() => server.get<Buffer>(`payload:${job}`) ?? null),
    send: (run, message) => link.call(() => server.push(`results:${run}`, message)),
  };
  const opened = {
    identity: service,
    identityFor: async () => service + router,
  };
  const compute = createJobComputer({
    queue,
    UnrecoverableError,
    worker: process.name,
    runs: {
      refusal: (run) => refusalOf(run, version, opened),
      // The values depend on the job, as those of stages do.
      open: async ({ job }) => ({
        process: job === 'simulated' ? options.compute : async (placed) => computeChunk(placed, 3),
      }),
    },
    nowMs: () => process.nowMs(),
    onComputed: () => undefined,
    onFailed: () => undefined,
  });

  /** Opens the part of BullMQ that takes jobs, one at a time. */
  function consume(name: string): void {
    async function handle(job: StoredJob, token: string): Promise<void> {
      const { id } = job;
      let cancel = () => undefined as void;
      const renewLater = () => {
        cancel = process.after(lockMs / 2, () => {
          void link.call(() => server.renew(name, id, token, lockMs));
          renewLater();
        });
      };
      renewLater();
      try {
        if (job.deferredFailure !== undefined) throw new UnrecoverableError(job.deferredFailure);
        await compute(job);
        await link.call(() => server.complete(name, id, token));
      } catch (error) {
        const isFinal = error instanceof UnrecoverableError;
        await link.call(() => server.fail(name, id, token, (error as Error).message, isFinal));
      } finally {
        cancel();
      }
    }
    async function work(): Promise<void> {
      while (!stop.signal.aborted) {
        const token = `${process.name}:${(tokens += 1)}`;
        const job = await link.call(() => server.take(name, token, lockMs));
        if (job) {
          await handle(job, token);
          continue;
        }
        await new Promise<void>((resolve) => {
          const cancel = process.after(IDLE_MS, resolve);
          wakeAll.push(() => {
            cancel();
            resolve();
          });
        });
      }
    }
    void work();
  }

  async function look(): Promise<void> {
    for (const id of await link.call(() => server.get<string[]>('runs') ?? [])) {
      if (known.has(id)) continue;
      const run = await queue.readRun(id);
      if (!run) continue;
      known.add(id);
      if ((await refusalOf(run, version, opened)) !== undefined || served.has(run.queue)) continue;
      served.add(run.queue);
      consume(run.queue);
    }
  }
  async function repeat(what: () => Promise<unknown>, everyMs: number, isDone = () => false): Promise<void> {
    while (!stop.signal.aborted) {
      await what();
      if (isDone()) return;
      await sleepUnlessAborted(process, everyMs, stop.signal);
    }
  }
  const record = (): WorkerRecord => ({
    ...{ id: process.name, version, service, concurrency: 1, startedAt: '' },
    ...{ queues: [...served], jobs: 0, rows: 0, refused: {} },
  });
  // All runs are on one queue: a worker that serves it has found what there is.
  void repeat(look, LOOK_MS, () => served.size > 0);
  void repeat(() => link.call(() => server.set(`worker:${process.name}`, record(), EXPIRES_MS)), BEAT_MS);

  const serves = (name: string) => served.has(name) && link.isUp && process.isAlive;
  return {
    process,
    link,
    serves: (name) => serves(name) && process.frozenAtMs === Infinity && !stop.signal.aborted,
    wake(name) {
      if (!serves(name)) return;
      process.deliver(() => {
        for (const wake of wakeAll.splice(0)) wake();
      });
    },
    stop() {
      process.deliver(() => {
        stop.abort();
        wakeAll.splice(0).forEach((wake) => wake());
        wakeAll = [];
      });
    },
  };
}
