import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createGroupCommit } from './group-commit.ts';
import type { Store } from './store.ts';

/** Keeps answers between runs. */
export interface AnswerCache {
  /** Returns the bytes of an answer, or undefined. */
  get(questionId: string): Buffer | undefined;
  has(questionId: string): boolean;
  /** Keeps an answer; resolves when it would survive the death of this process. */
  put(questionId: string, bytes: Buffer): Promise<void>;
}

const FORMAT_VERSION = 1;
const HEADER_BYTES = 5;
const COMMITS_PER_SECOND = 250;

/**
 * Builds the cache over a store.
 *
 * Shape: key SHA-256 of the question; value one byte of format version, the CRC32 of key and answer, and the answer as the service wrote
 * it. `concurrency` is how many puts can wait at once.
 * Guarantee: a damaged value, or one that belongs to another question, is a miss, never an answer.
 */
export function createAnswerCache(store: Store, concurrency: number): AnswerCache {
  const group = createGroupCommit<{ key: Buffer; value: Buffer }>({
    commitsPerSecond: COMMITS_PER_SECOND,
    nowMs: () => performance.now(),
    enough: Math.ceil(concurrency / 2),
    commit: (changes) =>
      store.write(({ answers }) => Promise.all(changes.map(({ key, value }) => answers.put(key, value)))),
  });

  return {
    get(questionId) {
      const key = keyOf(questionId);
      const value = store.read(({ answers }) => answers.get(key), undefined);
      return value && openValue(key, value);
    },
    has: (questionId) => store.read(({ answers }) => answers.doesExist(keyOf(questionId)), false),
    put(questionId, bytes) {
      const key = keyOf(questionId);
      return group.add({ key, value: sealValue(key, bytes) });
    },
  };
}

const keyOf = (questionId: string) => hash('sha256', questionId, 'buffer');

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
