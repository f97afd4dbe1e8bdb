import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { GeomillError } from '../errors/geomill-error.ts';
import type { AnswerLog, LoggedAnswer } from './answer-log.ts';
import type { Store } from './store.ts';

/** The cache of responses, which outlives a run. */
export interface AnswerCache {
  /** Returns the bytes of an answer, or undefined. */
  get(questionId: string): Buffer | undefined;
  has(questionId: string): boolean;
  /**
   * Keeps an answer: when this returns, it survives the death of this process. Returns a promise only while too many bytes wait
   * for the store; whoever brings more waits for that.
   *
   * Errors: IO.
   */
  put(questionId: string, bytes: Buffer): Promise<void> | undefined;
  /** Commits all waiting responses. Never rejects: responses that could not be committed stay in the log for the next process. */
  close(): Promise<void>;
}

/** The settings of a cache. */
export interface AnswerCacheOptions {
  store: Store;
  log: AnswerLog;
  /** Called once, when responses can no longer be cached. */
  onFailure: (error: GeomillError) => void;
  /** Longest wait of an answer for company in its commit. Units: milliseconds. */
  batchMs?: number;
}

const FORMAT_VERSION = 1;
const HEADER_BYTES = 5;
const BATCH_MS = 200;
const BATCH_ANSWERS = 1024;
const BATCH_BYTES = 4 << 20;
const MAX_WAITING_BYTES = 32 << 20;

/**
 * Builds the cache over a store and a log.
 *
 * Shape: key SHA-256 of the question; value one byte of format version, the CRC32 of key and answer, and the answer as the service wrote
 * it. An answer goes to the log at once and to the store in a batch; batches never overlap, and after a failure there are no more.
 * Guarantee: a damaged value, or one that belongs to another question, is a miss, never an answer.
 * Cost: a commit costs about as much for one answer as for thirty, most of it in syncs of the disk.
 */
export function createAnswerCache(options: AnswerCacheOptions): AnswerCache {
  const { store, log, onFailure, batchMs = BATCH_MS } = options;
  let waiting = emptyBatch();
  let committing = emptyBatch();
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let hasFailed = false;

  log.left.forEach(add);
  schedule();

  function add(answer: LoggedAnswer) {
    waiting.answers.set(nameOf(answer.key), answer);
    waiting.bytes += answer.value.length;
  }

  function schedule() {
    if (underWay || hasFailed || waiting.answers.size === 0) return;
    if (waiting.answers.size >= BATCH_ANSWERS || waiting.bytes >= BATCH_BYTES) commit();
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
    const changes = [...committing.answers.values()];
    await store.write(({ answers }) => Promise.all(changes.map(({ key, value }) => answers.put(key, value))));
    emptyLog();
    committing = emptyBatch();
  }

  function fail(error: unknown) {
    if (hasFailed) return;
    hasFailed = true;
    onFailure(error as GeomillError);
  }

  function unkept(key: Buffer): Buffer | undefined {
    const name = nameOf(key);
    return (waiting.answers.get(name) ?? committing.answers.get(name))?.value;
  }

  return {
    get(questionId) {
      const key = keyOf(questionId);
      const value = unkept(key) ?? store.read(({ answers }) => answers.get(key), undefined);
      return value && openValue(key, value);
    },
    has(questionId) {
      const key = keyOf(questionId);
      return unkept(key) !== undefined || store.read(({ answers }) => answers.doesExist(key), false);
    },
    put(questionId, bytes) {
      const key = keyOf(questionId);
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
      while (underWay || (waiting.answers.size > 0 && !hasFailed)) {
        if (!underWay) commit();
        await underWay;
      }
      clearTimeout(timer);
      log.close({ isCommitted: !hasFailed });
    },
  };
}

interface Batch {
  answers: Map<string, LoggedAnswer>;
  bytes: number;
}

const emptyBatch = (): Batch => ({ answers: new Map(), bytes: 0 });
const keyOf = (questionId: string) => hash('sha256', questionId, 'buffer');
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
