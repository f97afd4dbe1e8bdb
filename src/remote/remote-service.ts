import { randomUUID } from 'node:crypto';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../contract/catalogue.ts';
import type { Operation } from '../contract/operation.ts';
import { checkerOf, checkParameters, shapeNamed } from '../contract/parameters.ts';
import { createGeoService, type CallContext, type GeoServiceHandlers } from '../contract/service.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import { openAnswerLog } from './answer-log.ts';
import { createAsker } from './asker.ts';
import { createAnswerCache } from './cache.ts';
import { systemClock } from './clock.ts';
import { createCoalescer, type Interest } from './coalesce.ts';
import { readEndpoint, type Endpoint } from './endpoint.ts';
import { parseJson } from './json-guard.ts';
import type { RemoteEvent, RemoteService, RemoteServiceOptions } from './options.ts';
import { createQuestion, type Question } from './question.ts';
import { createMemoryLedger, createQuota, createStoreLedger, createTally } from './quota.ts';
import { createQueue } from './queue.ts';
import { createScrubber } from './secrets.ts';
import { openStore } from './store.ts';
import { createThrottle } from './throttle.ts';
import { createTransport, type Transport } from './transport.ts';

/**
 * How long answers are gathered before their callers have them; ms. They come in bursts, and what a caller does with one must not keep
 * the answers behind it, and the requests that follow those, waiting. Measured: 1 % more requests a second at 50 ms.
 */
const HANDOUT_MS = 4;

/**
 * Builds the port over HTTP.
 *
 * Errors: USAGE for an address or number that cannot be used, IO for a cache folder that cannot.
 * Guarantee: a question is sent once at a time and its answer kept before anybody sees it; what calls share is one object, to be
 * read only. After a failure of scope `run` every further call rejects with it.
 */
export function createRemoteService(options: RemoteServiceOptions): RemoteService {
  const {
    apiKey,
    cacheDir = false,
    concurrency = 8,
    deadlineMs = 30_000,
    maxPauseMs = 300_000,
    drainMs = 10_000,
    allowPrivate = false,
    clock = systemClock,
    random = Math.random,
    onEvent = () => undefined,
    ratePerSecond,
    perDay,
  } = options;
  checkNumbers(options);
  const base = readEndpoint(options.baseUrl, allowPrivate);
  const imagery = options.imageryBaseUrl ? readEndpoint(options.imageryBaseUrl, allowPrivate) : undefined;

  const scrub = createScrubber(apiKey);
  const processId = randomUUID();
  const lifetime = new AbortController();
  const running = lifetime.signal;
  const end = (error: GeomillError) => {
    if (running.aborted) return false;
    lifetime.abort(error);
    throttle.close(error);
    return true;
  };
  const stop = (error: GeomillError) => {
    if (end(error)) onEvent({ event: 'Service:Stopped', code: error.code, message: error.message });
  };

  const kept = cacheDir === false ? undefined : openKept(cacheDir, onEvent, stop);
  const ledger = kept ? createStoreLedger(kept.store, base.name, processId) : createMemoryLedger();
  if (!kept && perDay !== undefined) onEvent({ event: 'Quota:InMemory', perDay });

  const newTransport = (endpoint: Endpoint) =>
    createTransport({ endpoint, apiKey, connections: concurrency, deadlineMs, allowPrivate });
  const baseTransport = newTransport(base);
  const imageryTransport = imagery && newTransport(imagery);
  const transportOf = ({ operation }: Question): Transport =>
    operation.root === 'imagery' && imageryTransport ? imageryTransport : baseTransport;

  const throttle = createThrottle({ clock, random, ratePerSecond, maxPauseMs, onEvent });
  const quota =
    perDay === undefined
      ? createTally({ ledger, clock })
      : createQuota({ ledger, clock, concurrency, perDay });
  const asker = createAsker({ transportOf, scrub, throttle, quota, clock, random, running, stop, onEvent });
  const queue = createQueue(concurrency);
  const coalescer = createCoalescer();
  let answers = 0;
  let cacheHits = 0;
  let inFlight = 0;
  let closing: Promise<void> | undefined;

  let handout: Promise<void> | undefined;
  function nextHandout(): Promise<void> {
    handout ??= new Promise((resolve) => {
      setTimeout(() => {
        handout = undefined;
        resolve();
      }, HANDOUT_MS);
    });
    return handout;
  }

  function questionOf(
    name: OperationName,
    shape: string,
    parameters: Readonly<Record<string, unknown>>,
  ): Question {
    const endpoint = OPERATIONS[name].root === 'imagery' ? imagery : base;
    if (!endpoint) {
      throw new GeomillError('NOT_SUPPORTED', `${name} needs the address of the street imagery service.`);
    }
    return createQuestion(name, shape, parameters, endpoint.name);
  }

  function fromCache(question: Question): { value: unknown } | undefined {
    const bytes = kept?.cache.get(question.id);
    const parsed = bytes && parseJson(bytes);
    if (!parsed?.ok) return undefined;
    // An answer from an older version of the contract is asked for anew.
    return checkerOf(shapeNamed(question.operation, question.shape).answer).check(parsed.value)
      ? parsed
      : undefined;
  }

  // The place in the queue is held until the answer is kept: so after a kill only what was in flight is sent again.
  async function fetchAndKeep(question: Question, interest: Interest): Promise<unknown> {
    if (!interest.isWanted()) throw new GeomillError('ABORTED', 'The call was aborted before it was sent.');
    inFlight += 1;
    try {
      const { value, bytes } = await asker.ask(question, interest);
      await kept?.cache.put(question.id, bytes);
      return value;
    } finally {
      inFlight -= 1;
    }
  }

  async function call(
    name: OperationName,
    shape: string,
    parameters: Record<string, unknown>,
    context?: CallContext,
  ): Promise<unknown> {
    running.throwIfAborted();
    if (context?.signal?.aborted) throw aborted();
    const question = questionOf(name, shape, parameters);
    const hit = fromCache(question);
    if (hit) {
      cacheHits += 1;
      answers += 1;
      return hit.value;
    }
    const value = await coalescer
      .join(question.id, (interest) => queue.run(() => fetchAndKeep(question, interest)), context?.signal)
      .catch((error: unknown) => {
        throw error === context?.signal?.reason ? aborted() : error;
      });
    answers += 1;
    await nextHandout();
    return value;
  }

  return {
    service: createGeoService(handlersFor(call)),
    stats: () => ({
      requests: asker.requests,
      answers,
      cacheHits,
      shared: coalescer.shared,
      retries: asker.retries,
      throttledPauses: throttle.pauses,
      ratePerSecond: throttle.ratePerSecond,
      quotaUsedToday: quota.usedToday(),
      inFlight,
    }),
    peekCached(name, parameters) {
      const operation: Operation = OPERATIONS[name];
      const shape = operation.shapeOf(parameters);
      checkParameters(operation, shape, parameters);
      return kept?.cache.has(questionOf(name, shape, parameters).id) ?? false;
    },
    close: () => (closing ??= closeAll()),
  };

  async function closeAll(): Promise<void> {
    end(aborted());
    const patience = new AbortController();
    await Promise.race([queue.idle(), clock.sleep(drainMs, patience.signal).catch(() => undefined)]);
    patience.abort();
    await Promise.all([baseTransport.destroy(), imageryTransport?.destroy()]);
    await queue.idle();
    await quota.close().catch(() => undefined);
    await kept?.cache.close();
    await kept?.store.close();
  }
}

function openKept(
  directory: string,
  onEvent: (event: RemoteEvent) => void,
  onFailure: (error: GeomillError) => void,
) {
  const store = openStore({ directory, onEvent, newSuffix: randomUUID });
  const log = openAnswerLog({ directory, newSuffix: randomUUID });
  return { store, cache: createAnswerCache({ store, log, onFailure }) };
}

type AnyCall = (
  name: OperationName,
  shape: string,
  parameters: Record<string, unknown>,
  context?: CallContext,
) => Promise<unknown>;

function handlersFor(call: AnyCall): GeoServiceHandlers {
  const handlers: Record<string, Record<string, unknown>> = {};
  for (const name of OPERATION_NAMES) {
    handlers[name] = {};
    for (const shape of Object.keys(OPERATIONS[name].shapes)) {
      handlers[name][shape] = (parameters: Record<string, unknown>, context?: CallContext) =>
        call(name, shape, parameters, context);
    }
  }
  return handlers;
}

const aborted = () => new GeomillError('ABORTED', 'The call was aborted. Run again to go on.');

function checkNumbers({ ratePerSecond, concurrency, perDay }: RemoteServiceOptions): void {
  const fault =
    ratePerSecond !== undefined && !(ratePerSecond >= 0.1 && ratePerSecond <= 5000)
      ? `The rate must be 0.1 to 5000 requests per second, not ${ratePerSecond}.`
      : concurrency !== undefined &&
          !(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 1024)
        ? `The concurrency must be a whole number from 1 to 1024, not ${concurrency}.`
        : perDay !== undefined && !(Number.isInteger(perDay) && perDay >= 1)
          ? `The requests per day must be a whole number from 1, not ${perDay}.`
          : undefined;
  if (fault) throw new GeomillError('USAGE', fault);
}
