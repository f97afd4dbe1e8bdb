import type { QueueConnection } from './redis-connection.ts';
import type { QueueKeys } from './queue-keys.ts';
import type { RunRecord } from './run-record.ts';

const KEYS_PER_SCAN = 1000;

/**
 * Removes the record, the results and the chunks of a run.
 *
 * Shape: its jobs stay until a worker takes them, sees that the run is over, and drops them.
 */
export async function removeRun(
  { redis }: Pick<QueueConnection, 'redis'>,
  keys: QueueKeys,
  { id }: Pick<RunRecord, 'id'>,
): Promise<void> {
  await redis.multi().unlink(keys.run(id), keys.results(id)).srem(keys.runs, id).exec();
  let cursor = '0';
  do {
    const [next, found] = await redis.scan(cursor, 'MATCH', keys.payload(`${id}-*`), 'COUNT', KEYS_PER_SCAN);
    if (found.length > 0) await redis.unlink(found);
    cursor = next;
  } while (cursor !== '0');
}
