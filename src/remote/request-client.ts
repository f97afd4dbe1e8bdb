import { GeomillError, isGeomillError } from '../errors/geomill-error.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import type { Clock } from './clock.ts';
import type { Interest } from './coalesce.ts';
import { createFirstRequestGate } from './first-request-gate.ts';
import type { Permit } from './limiter.ts';
import type { RemoteEvent } from './options.ts';
import type { ServiceRequest } from './service-request.ts';
import type { Quota } from './quota.ts';
import { circuitOpen, keyRefusedAtFirstRequest, retriesExhausted, serviceDown } from './request-errors.ts';
import { classify, type Outcome } from './response-outcome.ts';
import { backoffMs, createRetryBudget, RETRY, retryAfterMs } from './retry.ts';
import type { Scrubber } from './secrets.ts';
import type { Throttle } from './throttle.ts';
import type { Transport } from './transport.ts';

/** A response and its bytes for the cache. */
export interface Response {
  value: unknown;
  bytes: Buffer;
}

/** Sends requests with rate limit, quota, retries and circuit breaker. */
export interface RequestClient {
  /**
   * Sends a request until there is a response or a final failure.
   *
   * Errors: for a row, those of the request and the service; for the whole run SERVICE_DOWN, KEY_REFUSED, THROTTLED, QUOTA_SPENT and
   * IO; ABORTED if no caller waits for the response any more and it was not sent yet.
   */
  send(request: ServiceRequest, interest: Interest): Promise<Response>;
  readonly requests: number;
  readonly retries: number;
}

/** The parts and settings of a request client. `stop` ends the run: waiting requests are rejected, requests in flight may finish. */
export interface RequestClientOptions {
  transportOf: (request: ServiceRequest) => Transport;
  scrub: Scrubber;
  throttle: Throttle;
  quota: Quota;
  clock: Clock;
  random: () => number;
  /** Aborted with the reason why nothing further may be sent. */
  running: AbortSignal;
  stop: (error: GeomillError) => void;
  onEvent: (event: RemoteEvent) => void;
}

type Retryable = Extract<Outcome, { kind: 'retryable' }>;

/** The end of all attempts of a request. `replied`: there was an HTTP response; `spoke`: it was one of the interface. */
type Ending =
  | { response: Response; replied: true; spoke: true }
  | { error: GeomillError; replied: boolean; spoke: boolean };

/** Builds a request client. */
export function createRequestClient(options: RequestClientOptions): RequestClient {
  const { transportOf, scrub, throttle, quota, clock, random, running, stop, onEvent } = options;
  const gate = createFirstRequestGate();
  const budget = createRetryBudget();
  const circuit = createCircuitBreaker();
  /** Requests that are counted in the quota and wait for the rate limit. */
  const counted = new Set<Promise<Permit>>();
  let requests = 0;
  let retries = 0;

  function fail(error: GeomillError): never {
    stop(error);
    throw running.reason;
  }

  /** Waits for quota and rate limit. */
  async function acquirePermit(interest: Interest): Promise<Permit> {
    for (;;) {
      const day = takeQuota();
      if (day !== undefined) {
        const permit = acquireRate(day, interest);
        counted.add(permit);
        return permit.finally(() => counted.delete(permit));
      }
      await Promise.allSettled(counted);
      running.throwIfAborted();
    }
  }

  /** Counts a request; undefined if the quota is spent but some that were counted are not sent yet: these must not be stopped. */
  function takeQuota(): string | undefined {
    try {
      return quota.take();
    } catch (error) {
      if (isGeomillError(error, 'QUOTA_SPENT') && counted.size > 0) return undefined;
      return fail(error as GeomillError);
    }
  }

  async function acquireRate(day: string, interest: Interest): Promise<Permit> {
    let permit: Permit | undefined;
    try {
      permit = await throttle.acquire(running);
      if (!interest.isWanted()) throw new GeomillError('ABORTED', 'The call was aborted before it was sent.');
      return permit;
    } catch (error) {
      permit?.release();
      quota.giveBack(day);
      // The rate is counted on disk.
      if (isGeomillError(error, 'IO')) fail(error);
      throw error;
    }
  }

  async function sendOnce(request: ServiceRequest, interest: Interest) {
    const permit = await acquirePermit(interest);
    let sentAtMs = clock.monotonicMs();
    requests += 1;
    const { method, path } = request.operation;
    const result = await transportOf(request).send({ method, path, query: request.query }, () => {
      sentAtMs = clock.monotonicMs();
      permit.sent();
    });
    permit.release();
    return { outcome: classify(request, result, scrub), sentAtMs };
  }

  /** Pauses the run as a 429 or 503 asks; stops it if the pause would be too long. */
  function throttleRun(status: 429 | 503, sentAtMs: number, retryAfter: string | undefined): void {
    const tooLong = throttle.refused({
      status,
      sentAtMs,
      retryAfterMs: retryAfterMs(retryAfter, clock.wallMs()),
    });
    if (tooLong) fail(tooLong);
  }

  /** Waits before the next attempt; returns false if there must be none. */
  async function waitForRetry(
    request: ServiceRequest,
    failures: number,
    { error, retryAfter }: Retryable,
    sentAtMs: number,
  ): Promise<boolean> {
    if (retryAfter !== undefined) throttleRun(503, sentAtMs, retryAfter);
    if (failures >= RETRY.attempts || !budget.take()) return false;
    retries += 1;
    const delayMs = backoffMs(failures, random);
    const { name: operation } = request.operation;
    onEvent({ event: 'Request:Retry', operation, attempt: failures + 1, delayMs, reason: error.code });
    await clock.sleep(delayMs, running);
    return true;
  }

  async function sendWithRetries(
    request: ServiceRequest,
    interest: Interest,
    isFirst: boolean,
  ): Promise<Ending> {
    let failures = 0;
    let replied = false;
    for (;;) {
      running.throwIfAborted();
      const { outcome, sentAtMs } = await sendOnce(request, interest);
      if (outcome.kind === 'answer' || outcome.kind === 'refused' || outcome.kind === 'retryable')
        if (circuit.record(outcome.kind === 'retryable')) fail(circuitOpen());
      switch (outcome.kind) {
        case 'throttled':
          replied = true;
          throttleRun(429, sentAtMs, outcome.retryAfter);
          break;
        case 'keyRefused':
          return fail(outcome.error);
        case 'forbidden':
          return isFirst
            ? fail(keyRefusedAtFirstRequest())
            : { error: outcome.error, replied: true, spoke: true };
        case 'refused':
          return { error: outcome.error, replied: true, spoke: outcome.spoke };
        case 'answer':
          throttle.succeeded(sentAtMs);
          budget.succeeded(failures);
          return { response: outcome, replied: true, spoke: true };
        case 'retryable':
          replied ||= !outcome.silent;
          failures += 1;
          if (!(await waitForRetry(request, failures, outcome, sentAtMs)))
            return { error: retriesExhausted(outcome.error, failures), replied, spoke: false };
      }
    }
  }

  /** Sends the first request of the run alone and reports to the others how it ended. */
  async function sendFirst(request: ServiceRequest, interest: Interest): Promise<Ending> {
    let ending: Ending;
    try {
      ending = await sendWithRetries(request, interest, true);
    } catch (error) {
      if (isGeomillError(error, 'ABORTED')) gate.abandon();
      throw error;
    }
    const works = await gate.conclude(ending.spoke ? 'spoke' : ending.replied ? 'strange' : 'silent');
    if (!works && 'error' in ending) fail(serviceDown(ending.error, ending.replied));
    return ending;
  }

  return {
    async send(request, interest) {
      running.throwIfAborted();
      const role = await gate.enter(running);
      running.throwIfAborted();
      const ending =
        role === 'probe'
          ? await sendFirst(request, interest)
          : await sendWithRetries(request, interest, false);
      if ('error' in ending) throw ending.error;
      return ending.response;
    },
    get requests() {
      return requests;
    },
    get retries() {
      return retries;
    },
  };
}
