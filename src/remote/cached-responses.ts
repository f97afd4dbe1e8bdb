import { randomUUID } from 'node:crypto';
import { checkerOf, shapeNamed } from '../contract/parameters.ts';
import type { GeomillError } from '../errors/geomill-error.ts';
import { openResponseLog } from './response-log.ts';
import { createResponseCache } from './response-cache.ts';
import { parseJson } from './json-guard.ts';
import type { RemoteEvent } from './options.ts';
import type { ServiceRequest } from './service-request.ts';
import { openStore, type Store } from './store.ts';

/** The cached responses of earlier requests. */
export interface CachedResponses {
  /** The store of the cache, which stores the quota too; undefined if nothing is cached on disk. */
  readonly store: Store | undefined;
  has(request: ServiceRequest): boolean;
  /** Returns a cached response that still fits the contract, or undefined. */
  get(request: ServiceRequest): { value: unknown } | undefined;
  /** Caches a response; see `ResponseCache.put`. */
  put(request: ServiceRequest, bytes: Buffer): Promise<void> | undefined;
  close(): Promise<void>;
}

/** Opens the cache of a folder, or none. Errors: IO for a folder that cannot be used. */
export function openCachedResponses(
  directory: string | false,
  onEvent: (event: RemoteEvent) => void,
  onFailure: (error: GeomillError) => void,
): CachedResponses {
  if (directory === false) return NO_CACHE;
  const store = openStore({ directory, onEvent, newSuffix: randomUUID });
  const log = openResponseLog({ directory, newSuffix: randomUUID });
  const cache = createResponseCache({ store, log, onFailure });
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

const NO_CACHE: CachedResponses = {
  store: undefined,
  has: () => false,
  get: () => undefined,
  put: () => undefined,
  close: () => Promise.resolve(),
};
