import { hash } from 'node:crypto';
import { checkerOf, shapeNamed } from '../contract/parameters.ts';
import { faultOfAnswer } from './answer-check.ts';
import { isGeomillError, type GeomillError } from '../base/errors/geomill-error.ts';
import type { ResponseFile } from './disk/response-file.ts';
import { parseJson } from './json-guard.ts';
import { faultOfRoute, unresolvedPoint } from './route-check.ts';
import type { ServiceRequest } from './service-request.ts';

/** The cached responses of earlier requests. */
export interface CachedResponses {
  has(request: ServiceRequest): boolean;
  /** Returns a cached response that still fits the contract, or undefined. Errors: IO. */
  get(request: ServiceRequest): { value: unknown } | undefined;
  /** Caches a response; from then on it survives a kill of this process. Errors: IO. */
  put(request: ServiceRequest, bytes: Buffer): void;
}

/**
 * Builds the cache over a file of responses, or over none.
 *
 * Shape: the key of a response is the SHA-256 of the request id. `onFailure` is called with what `get` and `put` throw.
 */
export function createCachedResponses(
  file: ResponseFile | undefined,
  onFailure: (error: GeomillError) => void,
): CachedResponses {
  if (!file) return NO_CACHE;
  function attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      if (isGeomillError(error)) onFailure(error);
      throw error;
    }
  }
  return {
    has: ({ id }) => file.has(keyOf(id)),
    get(request) {
      const { id, operation, shape } = request;
      const bytes = attempt(() => file.get(keyOf(id)));
      const parsed = bytes && parseJson(bytes);
      if (!parsed?.ok) return undefined;
      // What an older version cached and this one cannot use is requested again.
      const { value } = parsed;
      const isUsable =
        checkerOf(shapeNamed(operation, shape).answer).check(value) &&
        !faultOfAnswer(value) &&
        !unresolvedPoint(request, value) &&
        !faultOfRoute(request, value);
      return isUsable ? parsed : undefined;
    },
    put: ({ id }, bytes) => attempt(() => file.put(keyOf(id), bytes)),
  };
}

const keyOf = (requestId: string) => hash('sha256', requestId, 'buffer');

const NO_CACHE: CachedResponses = {
  has: () => false,
  get: () => undefined,
  put: () => undefined,
};
