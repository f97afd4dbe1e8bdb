import { randomUUID } from 'node:crypto';
import { checkerOf, shapeNamed } from '../contract/parameters.ts';
import type { GeomillError } from '../errors/geomill-error.ts';
import { openAnswerLog } from './answer-log.ts';
import { createAnswerCache } from './cache.ts';
import { parseJson } from './json-guard.ts';
import type { RemoteEvent } from './options.ts';
import type { Question } from './question.ts';
import { openStore, type Store } from './store.ts';

/** The cached responses of earlier requests. */
export interface KeptAnswers {
  /** The store of the cache, which keeps the quota too; undefined if nothing is kept on disk. */
  readonly store: Store | undefined;
  has(question: Question): boolean;
  /** Returns a cached response that still fits the contract, or undefined. */
  get(question: Question): { value: unknown } | undefined;
  /** Caches a response; see `AnswerCache.put`. */
  put(question: Question, bytes: Buffer): Promise<void> | undefined;
  close(): Promise<void>;
}

/** Opens the cache of a folder, or none. Errors: IO for a folder that cannot be used. */
export function openKeptAnswers(
  directory: string | false,
  onEvent: (event: RemoteEvent) => void,
  onFailure: (error: GeomillError) => void,
): KeptAnswers {
  if (directory === false) return NOTHING_KEPT;
  const store = openStore({ directory, onEvent, newSuffix: randomUUID });
  const log = openAnswerLog({ directory, newSuffix: randomUUID });
  const cache = createAnswerCache({ store, log, onFailure });
  return {
    store,
    has: ({ id }) => cache.has(id),
    get({ id, operation, shape }) {
      const bytes = cache.get(id);
      const parsed = bytes && parseJson(bytes);
      if (!parsed?.ok) return undefined;
      // A response of an older version of the contract is requested again.
      return checkerOf(shapeNamed(operation, shape).answer).check(parsed.value) ? parsed : undefined;
    },
    put: ({ id }, bytes) => cache.put(id, bytes),
    async close() {
      await cache.close();
      await store.close();
    },
  };
}

const NOTHING_KEPT: KeptAnswers = {
  store: undefined,
  has: () => false,
  get: () => undefined,
  put: () => undefined,
  close: () => Promise.resolve(),
};
