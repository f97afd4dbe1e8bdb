import { needsRouter, OPERATION_NAMES, OPERATIONS, type OperationName } from '../contract/catalogue.ts';
import type { Operation } from '../contract/operation.ts';
import { checkParameters } from '../contract/parameters.ts';
import { createGeoService, type CallContext, type GeoServiceHandlers } from '../contract/service.ts';
import { failure, type GeomillError } from '../base/errors/geomill-error.ts';
import { sleepUnlessAborted, SYSTEM_CLOCK } from '../base/files/clock.ts';
import { createAdaptiveLimit } from './adaptive-limit.ts';
import { createCoalescer, type Interest } from './coalesce.ts';
import { createConnections } from './connections.ts';
import { createCachedResponses } from './cached-responses.ts';
import { checkOptionRanges, type RemoteService, type RemoteServiceOptions } from './options.ts';
import { createRateLimiter } from './limiter.ts';
import { createServiceRequest, type ServiceRequest } from './service-request.ts';
import { createQuota } from './quota.ts';
import { abortedUnsent, createRequestClient } from './request-client.ts';
import { createScrubber } from './secrets.ts';
import { createServiceHealth } from './service-health.ts';
import { openCacheParts } from './cache-parts.ts';
import { createThrottle } from './throttle.ts';
import PQueue from 'p-queue';

/**
 * Waiting calls for each place: enough to fill the places while the next rows are read.
 *
 * Cost of more: what waits is copied by two collections of the young generation and then collected with the old one. Measured, 40,000
 * addresses, a service without delay, 20 at once: 7.3 s of CPU and 170 MB instead of 8.5 s and 195 MB with 1,000 rows in progress.
 */
const MOST_WAITING = 4;

/** Longer than a server takes for a route, its waiting included, also behind a gateway. */
const ROUTE_DEADLINE_MS = 180_000;

/**
 * Builds the port over HTTP.
 *
 * Errors: USAGE for an address or number that cannot be used, IO for a cache folder that cannot.
 * Guarantee: equal requests are sent once at a time, and a response is cached before a caller gets it; a response that calls share is one
 * object, to be read only. After a failure of scope `run` every further call rejects with it.
 */
export function createRemoteService(options: RemoteServiceOptions): RemoteService {
  checkOptionRanges(options);
  const { concurrency = 8, deadlineMs = 30_000, maxPauseMs = 300_000, drainMs = 10_000 } = options;
  const { isGateway = false, routeDeadlineMs = options.deadlineMs ?? ROUTE_DEADLINE_MS } = options;
  const { maxSameRefusals = 40 } = options;
  const { clock = SYSTEM_CLOCK, random = Math.random, onEvent = () => undefined } = options;
  const { apiKey, cacheDir = false, ratePerSecond, perDay } = options;

  const places = isGateway ? concurrency * OPERATION_NAMES.length : concurrency;
  const connections = createConnections({ ...options, places, deadlineMs });
  const routeLimit = isGateway ? undefined : createAdaptiveLimit(concurrency, clock);
  const lifetime = new AbortController();
  const running = lifetime.signal;
  const parts = openCacheParts({
    cacheDir,
    owner: { service: connections.baseName, apiKey },
    clock,
    onEvent,
    onFailure: stop,
  });
  if (!cacheDir && perDay !== undefined) onEvent({ event: 'Quota:InMemory', perDay });
  if (!cacheDir && ratePerSecond !== undefined) onEvent({ event: 'Rate:NotShared', ratePerSecond });
  const throttle = createThrottle({
    clock,
    random,
    ratePerSecond,
    maxPauseMs,
    onEvent,
    newLimiter: (rate) => createRateLimiter(rate, clock, parts.guard),
  });
  const cache = createCachedResponses(parts.responses, stop);
  const quota = createQuota({ ledger: parts.ledger, openBeside: parts.openBeside, clock, perDay });
  const client = createRequestClient({
    transportOf: ({ operation }) => connections.transportOf(operation),
    scrub: createScrubber(apiKey),
    hasKey: apiKey !== undefined && apiKey !== '',
    throttle,
    limitOf: (name) => (needsRouter([name]) ? routeLimit : undefined),
    deadlineOf: (name) => (needsRouter([name]) ? routeDeadlineMs : deadlineMs),
    maxPauseMs,
    quota,
    clock,
    random,
    health: createServiceHealth({ clock, running, maxSameRefusals, accepted: parts.acceptedRefusals }),
    running,
    stop,
    onEvent,
    onRequest: options.onRequest,
  });
  const queues = createQueues(concurrency, isGateway);
  const coalescer = createCoalescer();
  const nextDelivery = createBatchedDelivery();
  const counts = { answers: 0, cacheHits: 0, inFlight: 0 };
  let closing: Promise<void> | undefined;

  /** Rejects everything that waits and every further call; returns false if that was done before. */
  function end(error: GeomillError): boolean {
    if (running.aborted) return false;
    lifetime.abort(error);
    throttle.close(error);
    return true;
  }

  function stop(error: GeomillError): void {
    if (end(error)) onEvent({ event: 'Service:Stopped', code: error.code, message: error.message });
  }

  function requestOf(
    name: OperationName,
    shape: string,
    parameters: Readonly<Record<string, unknown>>,
  ): ServiceRequest {
    return createServiceRequest(name, shape, parameters, connections.endpointOf(OPERATIONS[name]).name);
  }

  // The place in the queue is held until the response is cached, so that after a kill only requests in flight are sent again.
  async function fetchAndCache(request: ServiceRequest, interest: Interest): Promise<unknown> {
    if (!interest.isWanted()) throw abortedUnsent();
    counts.inFlight += 1;
    try {
      const { value, bytes } = await client.send(request, interest);
      await cache.put(request, bytes);
      return value;
    } finally {
      counts.inFlight -= 1;
    }
  }

  /** Throws a failure when it stands for its row. */
  async function settle(error: unknown, signal: AbortSignal | undefined): Promise<never> {
    try {
      await client.settle(error, signal);
    } catch (reason) {
      throw reason === signal?.reason ? aborted() : reason;
    }
    throw error === signal?.reason ? aborted() : error;
  }

  function cached(request: ServiceRequest): { value: unknown } | undefined {
    const hit = cache.get(request);
    if (hit) {
      counts.cacheHits += 1;
      counts.answers += 1;
    }
    return hit;
  }

  const callKept: SendCall = async (name, shape, parameters) => {
    running.throwIfAborted();
    const hit = cached(requestOf(name, shape, parameters));
    if (hit) return hit.value;
    throw failure('SERVICE_ERROR', 'service.notInCache');
  };

  const call: SendCall = async (name, shape, parameters, context) => {
    running.throwIfAborted();
    if (context?.signal?.aborted) throw aborted();
    const request = requestOf(name, shape, parameters);
    const hit = cached(request);
    if (hit) return hit.value;
    let value: unknown;
    try {
      value = await coalescer.join(
        request.id,
        (interest) => queues.of(name).add(() => fetchAndCache(request, interest)),
        context?.signal,
      );
    } catch (error) {
      await settle(error, context?.signal);
    }
    counts.answers += 1;
    await nextDelivery();
    return value;
  };

  async function closeAll(): Promise<void> {
    end(aborted());
    const drained = new AbortController();
    await Promise.race([queues.idle(), sleepUnlessAborted(clock, drainMs, drained.signal)]);
    drained.abort();
    await connections.destroy();
    await queues.idle();
    // Each is closed, whichever fails: the last sync is made there.
    try {
      await quota.close();
    } finally {
      await parts.close();
    }
  }

  return {
    service: createGeoService(handlersFor(call)),
    kept: createGeoService(handlersFor(callKept)),
    stats: () => ({
      ...counts,
      requests: client.requests,
      shared: coalescer.shared,
      retries: client.retries,
      oddResponses: client.oddResponses,
      throttledPauses: throttle.pauses,
      ratePerSecond: throttle.ratePerSecond,
      quotaUsedToday: quota.usedToday(),
    }),
    peekCached(name, parameters) {
      const operation: Operation = OPERATIONS[name];
      const shape = operation.shapeOf(parameters);
      checkParameters(operation, shape, parameters);
      return cache.has(requestOf(name, shape, parameters));
    },
    isSaturated: () => queues.longest() >= MOST_WAITING * concurrency,
    close: () => (closing ??= closeAll()),
  };
}

type SendCall = (
  name: OperationName,
  shape: string,
  parameters: Record<string, unknown>,
  context?: CallContext,
) => Promise<unknown>;

/** Derives the handlers from the contract: each shape of each operation is sent in the same manner. */
function handlersFor(call: SendCall): GeoServiceHandlers {
  const handlerOf = (name: OperationName, shape: string) => [
    shape,
    (parameters: Record<string, unknown>, context?: CallContext) => call(name, shape, parameters, context),
  ];
  return Object.fromEntries(
    OPERATION_NAMES.map((name) => [
      name,
      Object.fromEntries(Object.keys(OPERATIONS[name].shapes).map((shape) => handlerOf(name, shape))),
    ]),
  );
}

const aborted = () => failure('ABORTED', 'service.aborted');

/**
 * How long responses are collected before the callers get them; ms. They come in bursts, and the work of one caller must not delay
 * the responses behind it, nor the requests that follow those. Measured: 1 % more requests a second at 50 ms.
 */
const DELIVERY_MS = 4;

/** Returns a function that waits for the next delivery, which all callers share. */
function createBatchedDelivery(): () => Promise<void> {
  let next: Promise<void> | undefined;
  return () =>
    (next ??= new Promise((resolve) => {
      setTimeout(() => {
        next = undefined;
        resolve();
      }, DELIVERY_MS);
    }));
}

/**
 * Builds the queues of the operations: one for all of a run, whose requests in flight are limited together; one for each of a gateway.
 *
 * Shape: a task keeps its place until its promise settles; tasks that wait do not enter the rate limiter.
 */
function createQueues(concurrency: number, isGateway: boolean) {
  const newQueue = () => new PQueue({ concurrency });
  const shared = newQueue();
  const own = new Map(isGateway ? OPERATION_NAMES.map((name) => [name, newQueue()]) : []);
  const all = [shared, ...own.values()];
  return {
    of: (name: OperationName) => own.get(name) ?? shared,
    /** Returns the number of tasks that wait, where most do. */
    longest: () => Math.max(...all.map(({ size }) => size)),
    /** Resolves when no task runs or waits. */
    idle: () => Promise.all(all.map((queue) => queue.onIdle())),
  };
}
