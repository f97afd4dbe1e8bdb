import type { Worker } from 'bullmq';
import { MAX_STALLED } from '../lost-jobs.ts';
import type { QueueConnection } from '../redis-connection.ts';
import type { QueueKeys } from '../queue-keys.ts';
import type { JobData } from '../run-record.ts';
import type { ComputeJob } from './compute-job.ts';

/** Longest wait for jobs in progress to go back to the queue. */
const CLOSE_MS = 10_000;

/** Of the sorted set of failed jobs that are tried again. Only workers that listen move the due ones to the waiting ones. Source: BullMQ, moveToDelayed. */
const DELAYED_SCORE_PER_MS = 0x1000;

/** The part of a BullMQ worker that takes jobs from one queue. */
export interface Consumer {
  /** Returns how many jobs are in progress. */
  active(): number;
  /** Returns how many jobs were begun since the start. */
  begun(): number;
  /** Returns how many jobs could be taken: those that wait on the queue, and failed ones whose pause is over. */
  waiting(): Promise<number>;
  close(force?: boolean): Promise<void>;
}

/** What a consumer needs. */
export interface ConsumerOptions {
  connection: Pick<QueueConnection, 'bullmq' | 'options' | 'redis'>;
  keys: QueueKeys;
  concurrency: number;
  /** A job whose worker was silent for so long is given to another. Units: ms. */
  lockMs: number;
  compute: ComputeJob;
  onError: (error: Error) => void;
}

/** Starts taking jobs from a queue. */
export function openConsumer(queue: string, options: ConsumerOptions): Consumer {
  const { connection, keys, concurrency, lockMs, compute, onError } = options;
  let active = 0;
  let begun = 0;
  const worker: Worker<JobData, void> = new connection.bullmq.Worker<JobData, void>(
    queue,
    async (job, token) => {
      active += 1;
      begun += 1;
      try {
        await compute(job, token);
      } finally {
        active -= 1;
      }
    },
    {
      connection: { ...connection.options },
      prefix: keys.prefix,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: MAX_STALLED,
    },
  );
  worker.on('error', onError);
  return {
    active: () => active,
    begun: () => begun,
    waiting: async () => {
      const [waiting, due] = await Promise.all([
        connection.redis.llen(`${keys.prefix}:${queue}:wait`),
        connection.redis.zcount(`${keys.prefix}:${queue}:delayed`, 0, Date.now() * DELAYED_SCORE_PER_MS),
      ]);
      return waiting + due;
    },
    async close(force = false) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
      await Promise.race([worker.close(force).catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}
