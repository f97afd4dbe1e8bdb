import { message } from '../base/messages/message.ts';
import type * as Bullmq from 'bullmq';
import type * as Ioredis from 'ioredis';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { loadOptional } from '../base/errors/optional-package.ts';
import type { QueueAddress } from './queue-address.ts';

/** The versions that the queue is tested with. */
export const QUEUE_PACKAGES = 'bullmq@6.7.0 ioredis@6.0.0';

const CONNECT_TIMEOUT_MS = 10_000;
const LONGEST_PAUSE_MS = 2_000;
/** Longest wait for any reply: longer than commands that block (5 to 10 s), and than sending the largest job or result over a slow line. */
const SILENT_MS = 30_000;

/** The packages of the queue. */
export interface QueuePackages {
  bullmq: typeof Bullmq;
  Redis: typeof Ioredis.Redis;
}

/** A connection to Redis, and the packages that use it. */
export interface QueueConnection extends QueuePackages {
  redis: Ioredis.Redis;
  /** Options for the connections of BullMQ, and for more of our own. */
  options: Readonly<ReturnType<typeof optionsOf>>;
  /** Returns for how long Redis has not been reachable; 0 while it is. Units: ms. */
  downMs(): number;
  close(): void;
}

/** Loads the packages of the queue. Errors: NOT_SUPPORTED with the command that installs them. */
export function loadQueuePackages(): Promise<QueuePackages> {
  return loadOptional('--queue', QUEUE_PACKAGES, async () => {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis };
  });
}

/**
 * Connects to Redis.
 *
 * Shape: after a first success the connection is restored whenever it breaks; commands wait for that.
 * Errors: NOT_SUPPORTED without the packages; SERVICE_DOWN if Redis cannot be reached or refuses the user or password.
 */
export async function connectQueue(address: QueueAddress): Promise<QueueConnection> {
  const packages = await loadQueuePackages();
  const options = optionsOf(address);
  const redis = new packages.Redis({ ...options, lazyConnect: true });
  let lastError: Error | undefined;
  let brokenAtMs: number | undefined;
  redis.on('error', (error: Error) => (lastError = error));
  redis.on('close', () => (brokenAtMs ??= performance.now()));
  redis.on('ready', () => (brokenAtMs = undefined));
  try {
    await inTime(redis.connect().then(() => redis.ping()));
  } catch (error) {
    redis.disconnect();
    throw unreachable(address, lastError ?? error);
  }
  return {
    ...packages,
    redis,
    options,
    downMs: () => (brokenAtMs === undefined ? 0 : performance.now() - brokenAtMs),
    close: () => redis.disconnect(),
  };
}

function optionsOf({ host, port, database, isTls, username, password }: QueueAddress) {
  return {
    host,
    port,
    db: database,
    ...(isTls ? { tls: { servername: host } } : {}),
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    // BullMQ requires it: commands wait for the connection, however long it is broken.
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAlive: 5_000,
    // A partition may leave a connection open that never delivers anything again; the kernel notices that after a quarter of an hour.
    socketTimeout: SILENT_MS,
    retryStrategy: (times: number) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no reply in 10 s')), CONNECT_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Builds the failure of a connection. The message of the server never repeats the password. */
function unreachable({ name }: QueueAddress, cause: unknown): GeomillError {
  const { message: words = '', code } = cause as { message?: string; code?: string };
  const [refusal] = /NOAUTH|WRONGPASS|NOPERM/.exec(words) ?? [];
  const reason =
    refusal === undefined
      ? message('queue.unreachable', { name, cause: code ?? (words || message('setting.unknownReason')) })
      : message('queue.refused', { name, refusal });
  return new GeomillError('SERVICE_DOWN', reason, { cause });
}
