import { sleep, SYSTEM_CLOCK } from '../../base/files/clock.ts';
import { asQueueFailure, isQueueDamage } from '../queue-damage.ts';
import type { QueueConnection } from '../redis-connection.ts';
import type { AnswerReader } from './coordinator-queue.ts';

const BLOCK_SECONDS = 5;
/** A blocked read that has not returned by then is on a connection that is dead. */
const SILENT_MS = 15_000;
const PAUSE_MS = 200;

/** Starts reading a list with a connection of its own. Shape: `onMessage` must not throw; after a call of `onFailed` nothing more is read. */
export function readAnswers(
  { Redis, options }: Pick<QueueConnection, 'Redis' | 'options'>,
  list: string,
  onMessage: (message: Buffer) => void,
  onFailed: (error: Error) => void,
): AnswerReader {
  const redis = new Redis(options);
  // The connection restores itself.
  redis.on('error', () => undefined);
  let isClosed = false;

  async function readOne(): Promise<void> {
    const watch = setTimeout(() => redis.disconnect(true), SILENT_MS);
    try {
      const found = await redis.blpopBuffer(list, BLOCK_SECONDS);
      if (found && !isClosed) onMessage(found[1]);
    } catch (error) {
      const failure = asQueueFailure(error);
      if (!isClosed && isQueueDamage(failure)) {
        isClosed = true;
        onFailed(failure);
      } else if (!isClosed) await sleep(SYSTEM_CLOCK, PAUSE_MS);
    } finally {
      clearTimeout(watch);
    }
  }
  const reading = (async () => {
    while (!isClosed) await readOne();
  })();
  return {
    async close() {
      isClosed = true;
      redis.disconnect();
      await reading;
    },
  };
}
