import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openConsumer, type ConsumerOptions } from '../../src/queue/worker/consumer.ts';
import { NO_REDIS, startRedis } from '../support/redis-server.ts';

/** As BullMQ's after a broken connection: it never takes a job, nor moves those that are due. */
class DeafWorker {
  on(): void {}
  async close(): Promise<void> {}
}

it.skipIf(NO_REDIS)(
  `a consumer counts jobs that are due as waiting${NO_REDIS ? ` (skipped: ${NO_REDIS})` : ''}`,
  async () => {
    const server = await startRedis();
    const redis = new Redis(server.port);
    const queue = new Queue('jobs', { connection: { port: server.port }, prefix: 'geomill' });
    const consumer = openConsumer('jobs', {
      connection: { bullmq: { Worker: DeafWorker }, options: {}, redis },
      keys: { prefix: 'geomill' },
      ...{ concurrency: 1, lockMs: 1000, compute: async () => undefined, onError: () => undefined },
    } as unknown as ConsumerOptions);
    await queue.add('now', {});
    await queue.add('due', {}, { delay: 1 });
    await queue.add('later', {}, { delay: 60_000 });
    await delay(20);
    expect(await consumer.waiting()).toBe(2);
    await queue.close();
    redis.disconnect();
    await server.close();
  },
);
