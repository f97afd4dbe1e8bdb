import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { OperationName } from '../../contract/catalogue.ts';
import { createSlidingGuard } from '../../remote/sliding-guard.ts';
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

/** The header of a response that names where a request had other keys than the one that counts. */
const OTHER_KEYS_HEADER = 'geomill-ignored-keys';

const BEARER = /^Bearer +(\S+) *$/i;

/** Returns the different keys that a request presents, by the first place of each: in the query, as a bearer token or in `X-Api-Key`. */
function keysOf({ query, headers }: FastifyRequest): Map<string, string> {
  const found = new Map<string, string>();
  for (const [place, key] of presentedKeys(query as Record<string, unknown>, headers)) {
    if (Array.isArray(key)) throw new Refusal(400, `${place} is repeated`);
    if (typeof key === 'string' && key !== '' && !found.has(key)) found.set(key, place);
  }
  return found;
}

function* presentedKeys(
  query: Record<string, unknown>,
  { authorization, 'x-api-key': apiKey }: FastifyRequest['headers'],
): Generator<[place: string, key: unknown]> {
  for (const name of KEY_PARAMETERS) yield [name, query[name]];
  yield ['Authorization', authorization && BEARER.exec(authorization)?.[1]];
  yield ['X-Api-Key', apiKey];
}

/**
 * Creates a limit over a sliding window: it admits one request and returns 0, or returns the time after which the next one is admitted. Units: milliseconds.
 *
 * Guarantee: no window of `ceil(rate) / rate` seconds, one second for a whole number, has more than `ceil(rate)` requests.
 * Cost: 8 bytes for each request of a window.
 */
export function createRateWindow(ratePerSecond: number): (nowMs: number) => number {
  const size = Math.ceil(ratePerSecond);
  const guard = createSlidingGuard();
  guard.setLimit(size, (size / ratePerSecond) * 1000);
  return (nowMs) => {
    const waitMs = guard.waitMs(nowMs);
    if (waitMs > 0) return waitMs;
    guard.reserve();
    guard.written(nowMs);
    return 0;
  };
}

/**
 * Creates the access control of a server.
 *
 * Errors: 401 for a missing or wrong key, 403 for a key without the operation, 429 with `Retry-After` above its rate or daily quota.
 */
export function createAccess({ keys, usage, now }: AccessOptions): Access {
  const windows = new Map<string, { rate: number; window: ReturnType<typeof createRateWindow> }>();

  /** Returns the account of the key that is known; a header names the places of others. Errors: 400 for keys of two accounts, since one of them would pay for the other. */
  function accountOf(request: FastifyRequest, reply: FastifyReply): Account {
    if (!keys) return ANONYMOUS;
    const presented = keysOf(request);
    for (const [key] of presented) {
      const account = keys.accountOf(key);
      if (!account) continue;
      const others = [...presented].filter(([other]) => other !== key).map(([, place]) => place);
      const second = [...presented].find(([other]) => (keys.accountOf(other) ?? account) !== account);
      if (second !== undefined)
        throw new Refusal(
          400,
          `the request has keys of two accounts, in ${presented.get(key)!} and in ${second[1]}`,
        );
      if (others.length > 0) reply.header(OTHER_KEYS_HEADER, others.join(', '));
      return account;
    }
    throw new Refusal(401, INVALID_KEY, { 'www-authenticate': 'Bearer realm="geomill"' });
  }

  function limitRate({ id, ratePerSecond: rate }: Account): void {
    if (rate === undefined) return;
    let limit = windows.get(id);
    // The rate may have been changed in the keys file.
    if (limit?.rate !== rate) windows.set(id, (limit = { rate, window: createRateWindow(rate) }));
    const waitMs = limit.window(now());
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
      return (request, reply, done) => {
        const account = accountOf(request, reply);
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
      return (request, reply, done) => {
        request.account = accountOf(request, reply);
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
