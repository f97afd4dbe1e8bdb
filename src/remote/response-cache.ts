import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { GeomillError } from '../errors/geomill-error.ts';
import type { ResponseLog, LoggedResponse } from './response-log.ts';
import type { Store } from './store.ts';

/** The cache of responses, which outlives a run. */
export interface ResponseCache {
  /** Returns the bytes of a cached response, or undefined. */
  get(requestId: string): Buffer | undefined;
  has(requestId: string): boolean;
  /**
   * Caches a response; from then on it survives a kill of this process. Returns a promise while too many bytes wait for the
   * store; callers wait for it before they add more.
   *
   * Errors: IO.
   */
  put(requestId: string, bytes: Buffer): Promise<void> | undefined;
  /** Commits all waiting responses. Never rejects: responses that could not be committed stay in the log for the next process. */
  close(): Promise<void>;
}

/** The settings of a cache. */
export interface ResponseCacheOptions {
  store: Store;
  log: ResponseLog;
  /** Called once, when responses can no longer be cached. */
  onFailure: (error: GeomillError) => void;
  /** Longest wait of a response for others, to be committed together. Units: milliseconds. */
  batchMs?: number;
}

const FORMAT_VERSION = 1;
const HEADER_BYTES = 5;
const BATCH_MS = 200;
const BATCH_RESPONSES = 1024;
const BATCH_BYTES = 4 << 20;
const MAX_WAITING_BYTES = 32 << 20;

/**
 * Builds the cache over a store and a log.
 *
 * Shape: key SHA-256 of the request id; value one byte of format version, the CRC32 of key and response, and the bytes of the response.
 * A response is written to the log at once and to the store in a batch; batches never overlap, and after a failure there are no more.
 * Guarantee: a damaged value, or one of another request, is a miss.
 * Cost: a commit costs about as much for one response as for thirty, most of it in syncs of the disk.
 */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { store, log, onFailure, batchMs = BATCH_MS } = options;
  let waiting = emptyBatch();
  let committing = emptyBatch();
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  log.left.forEach(add);
  schedule();

  function add(response: LoggedResponse) {
    waiting.responses.set(nameOf(response.key), response);
    waiting.bytes += response.value.length;
  }

  function schedule() {
    if (underWay || hasFailed || waiting.responses.size === 0) return;
    if (waiting.responses.size >= BATCH_RESPONSES || waiting.bytes >= BATCH_BYTES) commit();
    else timer ??= setTimeout(commit, batchMs);
  }

  function commit() {
    clearTimeout(timer);
    timer = undefined;
    underWay = commitWaiting()
      .catch(fail)
      .finally(() => {
        underWay = undefined;
        schedule();
      });
  }

  async function commitWaiting() {
    committing = waiting;
    waiting = emptyBatch();
    const emptyLog = log.turn();
    const changes = [...committing.responses.values()];
    await store.write(({ answers }) => Promise.all(changes.map(({ key, value }) => answers.put(key, value))));
    emptyLog();
    committing = emptyBatch();
  }

  function fail(error: unknown) {
    if (hasFailed) return;
    hasFailed = true;
    onFailure(error as GeomillError);
  }

  function uncommitted(key: Buffer): Buffer | undefined {
    const name = nameOf(key);
    return (waiting.responses.get(name) ?? committing.responses.get(name))?.value;
  }

  return {
    get(requestId) {
      const key = keyOf(requestId);
      const value = uncommitted(key) ?? store.read(({ answers }) => answers.get(key), undefined);
      return value && openValue(key, value);
    },
    has(requestId) {
      const key = keyOf(requestId);
      return uncommitted(key) !== undefined || store.read(({ answers }) => answers.doesExist(key), false);
    },
    put(requestId, bytes) {
      const key = keyOf(requestId);
      const value = sealValue(key, bytes);
      try {
        log.append(key, value);
      } catch (error) {
        fail(error);
        throw error;
      }
      add({ key, value });
      schedule();
      return waiting.bytes + committing.bytes > MAX_WAITING_BYTES ? underWay : undefined;
    },
    async close() {
      while (underWay || (waiting.responses.size > 0 && !hasFailed)) {
        if (!underWay) commit();
        await underWay;
      }
      clearTimeout(timer);
      log.close({ isCommitted: !hasFailed });
    },
  };
}

interface Batch {
  responses: Map<string, LoggedResponse>;
  bytes: number;
}

const emptyBatch = (): Batch => ({ responses: new Map(), bytes: 0 });
const keyOf = (requestId: string) => hash('sha256', requestId, 'buffer');
const nameOf = (key: Buffer) => key.toString('latin1');

function sealValue(key: Buffer, bytes: Buffer): Buffer {
  const value = Buffer.allocUnsafe(HEADER_BYTES + bytes.length);
  value[0] = FORMAT_VERSION;
  value.writeUInt32LE(crc32(bytes, crc32(key)), 1);
  bytes.copy(value, HEADER_BYTES);
  return value;
}

function openValue(key: Buffer, value: Buffer): Buffer | undefined {
  if (value.length < HEADER_BYTES || value[0] !== FORMAT_VERSION) return undefined;
  const bytes = value.subarray(HEADER_BYTES);
  return crc32(bytes, crc32(key)) === value.readUInt32LE(1) ? bytes : undefined;
}
