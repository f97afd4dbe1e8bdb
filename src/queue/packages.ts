import type * as Bullmq from 'bullmq';
import type * as Ioredis from 'ioredis';
import { GeomillError } from '../base/errors/geomill-error.ts';

/** The versions that the queue is tested with. */
export const QUEUE_PACKAGES = 'bullmq@6.7.0 ioredis@6.0.0';

/** The packages of the queue. */
export interface QueuePackages {
  bullmq: typeof Bullmq;
  Redis: typeof Ioredis.Redis;
}

/** Loads the packages of the queue. Errors: NOT_SUPPORTED with the command that installs them. */
export async function loadQueuePackages(
  load: () => Promise<QueuePackages> = importPackages,
): Promise<QueuePackages> {
  try {
    return await load();
  } catch (cause) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      `--queue needs the packages bullmq and ioredis: run npm install ${QUEUE_PACKAGES}`,
      { cause },
    );
  }
}

async function importPackages(): Promise<QueuePackages> {
  const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
  return { bullmq, Redis };
}
