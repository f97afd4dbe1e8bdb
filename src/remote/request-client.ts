import type { OperationName } from '../contract/catalogue.ts';
import { failure, type GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';
import { wordsOf } from '../base/messages/message.ts';
import { onAbort } from '../base/files/abort.ts';
import { type Clock, sleep } from '../base/files/clock.ts';
import type { AdaptiveLimit, Overload } from './adaptive-limit.ts';
import { grouped } from './cached-responses.ts';
import type { Interest } from './coalesce.ts';
import type { Permit } from './limiter.ts';
import type { RemoteEvent, SentRequest } from './options.ts';
import type { ServiceRequest } from './service-request.ts';
import type { Quota } from './quota.ts';
import {
  keyRefusedAtFirstRequest,
  noKey,
  pauseTooLong,
  retriesExhausted,
  serviceBusy,
  serviceDown,
} from './request-errors.ts';
import { type AskedPause, classify, type Outcome } from './response-outcome.ts';
import type { Leaving, ReconnectingTransport } from './connections.ts';
import { backoffMs, createRetryBudget, RETRY, retryAfterMs } from './retry.ts';
import type { Scrubber } from './secrets.ts';
import type { ProbeVerdict, ServiceHealth } from './service-health.ts';
import type { Throttle } from './throttle.ts';

/** A response and its bytes for the cache. */
export interface Response {
  value: unknown;
  bytes: Buffer;
}

/** Places of odd responses that are said: the others are counted only. */
const MOST_ODD_PLACES = 20;

/** Sends requests with rate limit, quota, retries and the health of the service. */
export interface RequestClient {
  /**
   * Sends a request until there is a response or a final failure.
   *
   * Errors: for a row, those of the request and the service; for the whole run SERVICE_DOWN, KEY_REFUSED, THROTTLED, QUOTA_SPENT and
   * IO; ABORTED if no caller waits for the response any more and it was not sent yet.
   */
  send(request: ServiceRequest, interest: Interest): Promise<Response>;
  /**
   * Waits until a failure of `send` stands for its row: one for which the service may be to blame does when a later request succeeds.
   *
   * Errors: the reason why the run stops, or that of the signal.
   */
  settle(error: unknown, signal?: AbortSignal): Promise<void>;
  readonly requests: number;
  readonly retries: number;
  readonly oddResponses: number;
}

/** The parts and settings of a request client. `stop` ends the run: waiting requests are rejected, requests in flight may finish. */
export interface RequestClientOptions {
  transportOf: (request: ServiceRequest) => ReconnectingTransport;
  scrub: Scrubber;
  hasKey: boolean;
  throttle: Throttle;
  /** Returns the limit of an operation whose requests may be more than the service can take; without one, a busy service fails the request at once. */
  limitOf: (operation: OperationName) => AdaptiveLimit | undefined;
  /** Longest time of a request. Units: milliseconds. */
  deadlineOf: (operation: OperationName) => number;
  /** Longest time for which a busy service answers no request. Units: milliseconds. */
  maxPauseMs: number;
  quota: Quota;
  clock: Clock;
  random: () => number;
  health: ServiceHealth;
  /** Aborted with the reason why nothing further may be sent. */
  running: AbortSignal;
  stop: (error: GeomillError) => void;
  onEvent: (event: RemoteEvent) => void;
  onRequest?: ((request: SentRequest) => void) | undefined;
}

type Retryable = Extract<Outcome, { kind: 'retryable' }>;

/** The end of all attempts of a request. `replied`: there was an HTTP response; `spoke`: it was one of the interface; `blames`: its status blames the request. */
type Ending =
  | { response: Response; replied: true; spoke: true }
  | { error: GeomillError; replied: boolean; spoke: boolean; blames?: boolean; isDoubtful: boolean };

/** Builds a request client. */
export function createRequestClient(options: RequestClientOptions): RequestClient {
  const { transportOf, scrub, throttle, quota, clock, random, health } = options;
  const { running, stop, onEvent, onRequest } = options;
  const budget = createRetryBudget();
  let requests = 0;
  let retries = 0;
  let oddResponses = 0;
  const oddPlaces = new Set<string>();

  function fail(error: GeomillError): never {
    stop(error);
    throw running.reason;
  }

  /** Counts requests that may be sent now. Shape: returns the day of the quota for each that it counted. */
  const countRequest = grouped<undefined, string>({
    later: (serveAll) => process.nextTick(serveAll),
    serve({ length }) {
      running.throwIfAborted();
      const { day, count } = quota.take(length);
      return Array<string>(count).fill(day);
    },
  });

  /** Counts a request that has a permit; returns the day of the quota. */
  async function takeQuota(permit: Permit): Promise<string> {
    try {
      return await countRequest(undefined);
    } catch (error) {
      permit.release();
      return fail(error as GeomillError);
    }
  }

  function giveQuotaBack(day: string): void {
    try {
      quota.giveBack(day);
    } catch (error) {
      fail(error as GeomillError);
    }
  }

  /** A request that waits for a restart of the service is not sent any more when the run stops, or no caller waits for it. */
  function leavingOf(interest: Interest): Leaving {
    return {
      hasLeft: () => running.aborted || !interest.isWanted(),
      onLeave(callback) {
        const offs = [onAbort(running, callback), interest.onUnwanted(callback)];
        return () => offs.forEach((off) => off());
      },
      pauseOver: () => throttle.pauseOver(running),
    };
  }

  /** Sends a request when its operation has a place for it. */
  async function sendInPlace(
    limit: AdaptiveLimit,
    request: ServiceRequest,
    interest: Interest,
  ): Promise<Attempt> {
    const place = await limit.enter(running);
    try {
      return await sendNow(request, interest, place.isAlone);
    } finally {
      place.leave();
    }
  }

  async function sendNow(request: ServiceRequest, interest: Interest, isAlone: boolean): Promise<Attempt> {
    const permit = throttle.acquireNow() ?? (await throttle.acquire(running));
    if (!interest.isWanted()) {
      permit.release();
      throw abortedUnsent();
    }
    // Counted with a permit in hand, so that a kill wastes none of the requests that wait for the rate limit.
    const day = await takeQuota(permit);
    let sentAtMs = clock.nowMs();
    let isSent = false;
    requests += 1;
    const { method, path } = request.operation;
    const onSent = () => {
      isSent = true;
      sentAtMs = clock.nowMs();
      permit.sent();
    };
    const deadlineMs = options.deadlineOf(request.operation.name);
    const { name } = request.operation;
    const wire = { method, path, query: request.query, deadlineMs, onHead: () => health.heard(name) };
    const result = await transportOf(request).send(wire, onSent, leavingOf(interest));
    permit.release();
    if (!isSent) giveQuotaBack(day);
    if (!result) {
      running.throwIfAborted();
      throw abortedUnsent();
    }
    onRequest?.({
      operation: request.operation.name,
      query: request.query,
      ms: clock.nowMs() - sentAtMs,
      outcome: result.kind === 'reply' ? String(result.status) : wordsOf(result.detail),
    });
    const outcome = classify(request, result, scrub);
    if (outcome.kind === 'answer' && outcome.differences) noteDifferences(request, outcome.differences);
    return { outcome, sentAtMs, isAlone };
  }

  /** Counts a response that differs from the interface, and says so once for each place of an operation. */
  function noteDifferences({ operation }: ServiceRequest, differences: readonly string[]): void {
    oddResponses += 1;
    for (const path of differences) {
      const place = path.slice(1).replace(/\/\d+(?=\/|$)/g, '/…');
      const key = `${operation.name} ${place}`;
      if (oddPlaces.has(key) || oddPlaces.size >= MOST_ODD_PLACES) continue;
      oddPlaces.add(key);
      onEvent({ event: 'Response:Odd', operation: operation.name, place });
    }
  }

  /** Pauses the run as a 429 or 503 asks; stops it if the pause would be too long. */
  function throttleRun(
    status: 429 | 503,
    sentAtMs: number,
    { retryAfter, date, words }: AskedPause & { words?: string },
  ): void {
    const pauseMs = retryAfterMs(retryAfter, date, clock.wallMs());
    const tooLong = throttle.refused({ status, sentAtMs, retryAfterMs: pauseMs, words });
    if (tooLong) fail(tooLong);
  }

  /**
   * Lowers the number of requests in flight of an operation that the service is too slow for.
   *
   * Errors: the failure of the run if it asks for pauses only.
   */
  function slowDown(limit: AdaptiveLimit, request: ServiceRequest, overload: Overload, reason: string): void {
    const inFlight = limit.overloaded(overload);
    const { name: operation } = request.operation;
    if (inFlight !== undefined) onEvent({ event: 'Limit:Lowered', operation, inFlight, reason });
    if (limit.starvedMs > options.maxPauseMs)
      fail(pauseTooLong({ waitMs: limit.starvedMs, whenMs: RETRY.capMs, ...options }));
  }

  /** Waits before the next attempt; returns false if there must be none. */
  async function waitForRetry(
    request: ServiceRequest,
    failures: number,
    { error, retryAfter, date }: Retryable,
    sentAtMs: number,
  ): Promise<boolean> {
    if (retryAfter !== undefined) throttleRun(503, sentAtMs, { retryAfter, date });
    if (failures >= RETRY.attempts || !budget.take()) return false;
    retries += 1;
    const delayMs = backoffMs(failures, random);
    const { name: operation } = request.operation;
    onEvent({ event: 'Request:Retry', operation, attempt: failures + 1, delayMs, reason: error.code });
    await sleep(clock, delayMs, running);
    return true;
  }

  async function sendWithRetries(
    request: ServiceRequest,
    interest: Interest,
    isProbe: boolean,
  ): Promise<Ending> {
    const limit = options.limitOf(request.operation.name);
    let failed = 0;
    let replied = false;
    for (;;) {
      running.throwIfAborted();
      const { outcome, sentAtMs, isAlone } = await (limit
        ? sendInPlace(limit, request, interest)
        : sendNow(request, interest, true));
      const reason = health.record(outcome, sentAtMs);
      if (reason) fail(reason);
      switch (outcome.kind) {
        case 'throttled':
          replied = true;
          if (outcome.isBusy !== true) throttleRun(429, sentAtMs, outcome);
          else {
            const pauseMs =
              retryAfterMs(outcome.retryAfter, outcome.date, clock.wallMs()) ?? RETRY.throttledBaseMs;
            if (!limit) return { error: serviceBusy(pauseMs), replied, spoke: true, isDoubtful: false };
            slowDown(limit, request, { sentAtMs, pauseMs }, 'busy');
          }
          break;
        case 'spent':
          return fail(outcome.error);
        case 'keyRefused':
          return fail(options.hasKey ? outcome.error : noKey(outcome.error));
        case 'forbidden':
          return isProbe && !health.hasSpoken
            ? fail(options.hasKey ? keyRefusedAtFirstRequest(outcome.words) : noKey(outcome.error))
            : { error: outcome.error, replied: true, spoke: true, isDoubtful: true };
        case 'refused': {
          const { error, spoke, blames } = outcome;
          const isDoubtful = health.isDoubtful(outcome);
          return { error, replied: true, spoke, blames: blames === true, isDoubtful };
        }
        case 'answer':
          throttle.succeeded(sentAtMs);
          limit?.succeeded();
          budget.succeeded(failed);
          return { response: outcome, replied: true, spoke: true };
        case 'retryable':
          replied ||= !outcome.silent;
          // What came too late among many may come in time among few; it costs no attempt.
          if (limit && isTooSlow(outcome.error)) {
            slowDown(limit, request, { sentAtMs }, outcome.error.code);
            if (!isAlone) {
              retries += 1;
              break;
            }
          }
          failed += 1;
          if (!(await waitForRetry(request, failed, outcome, sentAtMs)))
            return {
              error: retriesExhausted(outcome.error, failed),
              replied,
              spoke: false,
              isDoubtful: true,
            };
      }
    }
  }

  /** Sends a first request of an operation and reports to the others how it ended. */
  async function sendFirst(request: ServiceRequest, interest: Interest): Promise<Ending> {
    let ending: Ending;
    try {
      ending = await sendWithRetries(request, interest, true);
    } catch (error) {
      if (isGeomillError(error, 'ABORTED')) health.abandon(request.operation.name);
      throw error;
    }
    const works = await health.conclude(verdictOf(ending), request.operation.name);
    if (!works && 'error' in ending) fail(serviceDown(ending.error, ending.replied));
    return ending;
  }

  return {
    async send(request, interest) {
      running.throwIfAborted();
      const end = health.begin();
      try {
        const entering = health.enter(running, request.operation.name);
        const role = typeof entering === 'string' ? entering : await entering;
        running.throwIfAborted();
        const ending =
          role === 'probe'
            ? await sendFirst(request, interest)
            : await sendWithRetries(request, interest, false);
        if (!('error' in ending)) return ending.response;
        if (ending.isDoubtful) health.doubt(ending.error);
        throw ending.error;
      } finally {
        end();
      }
    },
    settle: (error, signal) => health.settle(error, signal),
    get requests() {
      return requests;
    },
    get retries() {
      return retries;
    },
    get oddResponses() {
      return oddResponses;
    },
  };
}

/** The end of one attempt. Shape: `isAlone` if no other request of its operation could be in flight. */
interface Attempt {
  outcome: Outcome;
  sentAtMs: number;
  isAlone: boolean;
}

/** Reports whether a service, or one behind it, did not respond in time. */
function isTooSlow(error: GeomillError): boolean {
  return error.code === 'TIMEOUT' || (error.details as { status?: number }).status === 504;
}

/** Returns the failure of a call whose callers left before its request was sent. */
export const abortedUnsent = () => failure('ABORTED', 'service.abortedUnsent');

function verdictOf(ending: Ending): ProbeVerdict {
  if (ending.spoke) return 'spoke';
  if (ending.blames) return 'refused';
  return ending.replied ? 'strange' : 'silent';
}
