import { message } from '../base/messages/message.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { sleepUnlessAborted, type Clock } from '../base/files/clock.ts';
import { placeOf } from '../run/pipeline/check-result.ts';
import type { ChunkProcessor, ProcessorRequest } from '../run/pipeline/chunk-processor.ts';
import { jobIdOf, packPayload, unpackResult, type MovedRecords } from './job.ts';
import { isQueueDamage } from './queue-failure.ts';
import { watchRun, type WatchOptions } from './watch-run.ts';

const CLOSE_MS = 3_000;

/** The arguments of {@link coordinateRun}. */
export interface CoordinatorOptions extends Omit<WatchOptions, 'onFailed'> {
  /** Original places of records that were moved; sent with their chunks. */
  moved: MovedRecords;
  /** Bytes of the chunks that are at the queue and the workers at once. */
  windowBytes: number;
  /** Bytes of a chunk. */
  chunkBytes: number;
  onRows: ProcessorRequest['onRows'];
}

/**
 * Sends the chunks of a run to a queue, and takes their results: which jobs are sent, sent again, accepted, and when the run stops.
 *
 * Shape: a chunk is a job.
 * Errors: as of `createQueueChunks`.
 */
export async function coordinateRun(options: CoordinatorOptions): Promise<ChunkProcessor> {
  const { queue, record, moved, jobs, clock, onRows } = options;
  let failure: Error | undefined;
  const onFailed = (error: Error) => {
    failure ??= error;
    jobs.failAll(failure);
  };
  const onMessage = (message: Buffer) => {
    try {
      const answer = unpackResult(message);
      if (!jobs.take(answer)) return;
      onRows(answer.result.counts.results);
      queue.remove([answer.job]).catch(() => undefined);
    } catch (error) {
      onFailed(error as Error);
    }
  };
  // The folder is locked, so another run of it is one whose process is gone.
  for (const run of await queue.listRuns()) if (run.place === record.place) await queue.removeRun(run.id);
  await queue.keepRecord();
  const reader = queue.readResults(onMessage, onFailed);
  const watch = watchRun({ ...options, onFailed });

  return {
    openBytes: options.windowBytes,
    chunkBytes: options.chunkBytes,
    process(chunk) {
      if (failure) return Promise.reject(failure);
      const payload = packPayload(chunk, moved);
      // It depends on the run and the chunk only, so that a job is on the queue once.
      const id = jobIdOf(record, chunk.firstRow, payload);
      const job = { id, payload, place: placeOf(chunk), isMissing: false };
      const result = jobs.open(job);
      // A failure that may pass is one of Redis (out of memory): the watch puts the job on the queue again.
      queue.put(job).catch((error: unknown) => isQueueDamage(error) && onFailed(error));
      return result;
    },
    /** Ends the run: its data is removed from the queue if that is possible within seconds; otherwise it expires. */
    async close() {
      const left = jobs.list().map(({ id }) => id);
      onFailed(new GeomillError('ABORTED', message('queue.runEnded')));
      await Promise.all([watch.close(), reader.close()]);
      if (queue.downMs() === 0)
        await inTime(
          queue.remove(left).then(() => queue.removeRun(record.id)),
          clock,
        );
      await inTime(queue.close(), clock);
    },
  };
}

async function inTime(work: Promise<unknown>, clock: Clock): Promise<void> {
  const done = new AbortController();
  const ended = work.catch(() => undefined).finally(() => done.abort());
  await Promise.race([ended, sleepUnlessAborted(clock, CLOSE_MS, done.signal)]);
}
