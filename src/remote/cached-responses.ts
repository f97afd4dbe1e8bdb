import { hash } from 'node:crypto';
import { type GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import { checkerOf, shapeNamed } from '../contract/parameters.ts';
import { faultOfAnswer, faultOfRoute, unresolvedPoint } from './answer-check.ts';
import type { KeyedResponse, ResponseFile } from './disk/response-file.ts';
import { parseJson } from './json-guard.ts';
import type { ServiceRequest } from './service-request.ts';

/** How calls are served together. */
interface GroupOptions<T, R> {
  /** Calls back at the moment up to which calls are collected. */
  later: (serveAll: () => void) => void;
  /** Serves calls; returns the results of the first ones, the others are served again. Errors: those of all that have no result yet. */
  serve: (items: readonly T[]) => readonly R[];
}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (reason: unknown) => void;
}

/**
 * Returns a function whose calls are served together: what writes to a file costs one system call for all that the same turn of the event
 * loop brings.
 */
export function grouped<T, R>({ later, serve }: GroupOptions<T, R>): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];

  function serveAll(): void {
    const all = waiting;
    waiting = [];
    let served = 0;
    try {
      while (served < all.length) {
        const items = all.slice(served).map(({ item }) => item);
        for (const result of serve(items)) all[served++]?.resolve(result);
      }
    } catch (error) {
      for (const each of all.slice(served)) each.reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ item, resolve, reject }) === 1) later(serveAll);
    });
}

/** The cached responses of earlier requests. */
interface CachedResponses {
  has(request: ServiceRequest): boolean;
  /** Returns a cached response that still fits the contract, or undefined. Errors: IO. */
  get(request: ServiceRequest): { value: unknown } | undefined;
  /** Caches a response, by one write with all that the same turn of the event loop brings; from then on it survives a kill of this process. Errors: IO. */
  put(request: ServiceRequest, bytes: Buffer): Promise<void>;
}

/** The most bytes of responses that are written together, except of a single one. */
const MOST_BYTES = 1 << 18;

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
  const write = grouped<KeyedResponse, void>({
    later: setImmediate,
    serve(responses) {
      const fitting = prefixOf(responses);
      attempt(() => file.put(fitting));
      return fitting.map(() => undefined);
    },
  });

  return {
    has: (request) => file.has(keyOf(request)),
    get(request) {
      const { operation, shape } = request;
      const bytes = attempt(() => file.get(keyOf(request)));
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
    put: (request, value) => write({ key: keyOf(request), value }),
  };
}

/** Returns the first responses: as many as are written together without a large copy of them. */
function prefixOf(responses: readonly KeyedResponse[]): readonly KeyedResponse[] {
  let bytes = 0;
  const next = responses.findIndex(({ value }) => (bytes += value.length) > MOST_BYTES);
  return next < 0 ? responses : responses.slice(0, Math.max(1, next));
}

const keyOf = (request: ServiceRequest) =>
  (request.key ??= Buffer.from(hash('sha256', request.id, 'binary'), 'latin1'));

const NO_CACHE: CachedResponses = {
  has: () => false,
  get: () => undefined,
  put: () => Promise.resolve(),
};
