import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import type { OperationName } from '../../contract/catalogue.ts';
import { Refusal } from '../refusal.ts';
import { KEY_PARAMETERS } from '../parse-query.ts';
import { type KeyRing, ANONYMOUS, type Account } from './key-ring.ts';
import type { Usage } from './usage.ts';

const INVALID_KEY = 'Invalid API key';

/** The keys, counts and clock of the access control. Shape: without `keys` no request needs a key. Units: milliseconds, monotonic. */
export interface AccessOptions {
  keys?: KeyRing | undefined;
  usage: Usage;
  now: () => number;
}

/** The access control of a server. */
export interface Access {
  /** Returns the hook that admits the requests of a route. See ServerContext.authorize. */
  authorize: (operation?: OperationName) => onRequestHookHandler;
  /** Returns the hook that checks the key, but neither counts the request nor limits its rate. */
  identify: () => onRequestHookHandler;
  /** Counts further requests of an authorized request. Errors: 429 when the key has no more of today. */
  charge: (request: FastifyRequest, requests: number) => void;
}

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Returns the key that a request presents, in the query, as a bearer token or in `X-Api-Key`; undefined for none.
 *
 * Errors: 400 when it presents two different keys.
 */
function presentedKey({ query, headers }: FastifyRequest): string | undefined {
  let found: { place: string; key: string } | undefined;
  for (const [place, key] of presentedKeys(query as Record<string, unknown>, headers)) {
    if (Array.isArray(key)) throw new Refusal(400, `${place} is repeated`);
    if (typeof key !== 'string' || key === '') continue;
    if (found !== undefined && found.key !== key)
      throw new Refusal(400, `the request has two different keys, in ${found.place} and in ${place}`);
    found ??= { place, key };
  }
  return found?.key;
}

function* presentedKeys(
  query: Record<string, unknown>,
  { authorization, 'x-api-key': apiKey }: FastifyRequest['headers'],
): Generator<[place: string, key: unknown]> {
  for (const name of KEY_PARAMETERS) yield [name, query[name]];
  yield ['Authorization', authorization && BEARER.exec(authorization)?.[1]];
  yield ['X-Api-Key', apiKey];
}

/** A limit of requests a second. */
interface RateWindow {
  /** Admits one request and returns 0, or returns the time after which the next one is admitted. Units: milliseconds. */
  take(nowMs: number): number;
}

/**
 * Creates a limit over a sliding window.
 *
 * Guarantee: no window of `ceil(rate) / rate` seconds, one second for a whole number, has more than `ceil(rate)` requests.
 * Cost: 8 bytes for each request of a window.
 */
export function createRateWindow(ratePerSecond: number): RateWindow {
  const size = Math.ceil(ratePerSecond);
  const windowMs = (size / ratePerSecond) * 1000;
  // A ring of the times of the last requests; the next slot holds the oldest.
  const times = new Float64Array(size).fill(-Infinity);
  let next = 0;
  return {
    take(nowMs) {
      const waitMs = (times[next] as number) + windowMs - nowMs;
      if (waitMs > 0) return waitMs;
      times[next] = nowMs;
      next = (next + 1) % size;
      return 0;
    },
  };
}

/**
 * Creates the access control of a server.
 *
 * Errors: 401 for a missing or wrong key, 403 for a key without the operation, 429 with `Retry-After` above its rate or daily quota.
 */
export function createAccess({ keys, usage, now }: AccessOptions): Access {
  const windows = new Map<string, { rate: number; window: RateWindow }>();

  function accountOf(request: FastifyRequest): Account {
    if (!keys) return ANONYMOUS;
    const key = presentedKey(request);
    const account = key === undefined ? undefined : keys.accountOf(key);
    if (!account) throw new Refusal(401, INVALID_KEY, { 'www-authenticate': 'Bearer realm="geomill"' });
    return account;
  }

  function limitRate({ id, ratePerSecond: rate }: Account): void {
    if (rate === undefined) return;
    let limit = windows.get(id);
    // The rate may have been changed in the keys file.
    if (limit?.rate !== rate) windows.set(id, (limit = { rate, window: createRateWindow(rate) }));
    const waitMs = limit.window.take(now());
    if (waitMs > 0) {
      throw tooMany(`This key may send ${rate} requests a second`, waitMs);
    }
  }

  function count({ id, perDay }: Account, requests: number): void {
    if (usage.admit(id, requests, perDay)) return;
    throw tooMany(`This key may send ${perDay} requests a day, and they are spent`, usage.resetsInMs());
  }

  return {
    authorize(operation) {
      return (request, _reply, done) => {
        const account = accountOf(request);
        if (operation !== undefined && account.operations?.has(operation) === false) {
          throw new Refusal(403, `This key does not allow ${operation}`);
        }
        limitRate(account);
        count(account, 1);
        request.account = account;
        done();
      };
    },
    identify() {
      return (request, _reply, done) => {
        request.account = accountOf(request);
        done();
      };
    },
    charge: (request, requests) => count(request.account ?? ANONYMOUS, requests),
  };
}

function tooMany(reason: string, waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal(429, `${reason}. Try again in ${seconds} s.`, { 'retry-after': String(seconds) });
}
