import type { OperationName } from '../contract/catalogue.ts';
import type { GeoService } from '../contract/service.ts';
import type { Clock } from '../base/files/clock.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { message, type MessageCode } from '../base/messages/message.ts';

/**
 * The options of a remote service.
 *
 * Shape: `baseUrl` and `imageryBaseUrl` end in a version segment such as `/v1`. All processes with one `cacheDir` share responses, daily quota
 * and rate. `cacheDir` false: nothing is stored on disk, and quota and rate are those of this object alone. `ratePerSecond` and `perDay` absent: no limit except the one the service enforces (429).
 * Units: milliseconds; requests per second; requests per day of UTC+7.
 */
export interface RemoteServiceOptions {
  baseUrl: string;
  imageryBaseUrl?: string;
  apiKey?: string;
  cacheDir?: string | false;
  ratePerSecond?: number;
  /** Requests in flight at most, of a gateway those of each operation; default 8. */
  concurrency?: number;
  perDay?: number;
  /** Serves many callers: each operation has `concurrency` places of its own, and a busy service is reported to the caller at once. */
  isGateway?: boolean;
  /** Longest time of one request, from connecting to the last byte; default 30,000. */
  deadlineMs?: number;
  /** The same of a route; default `deadlineMs`, and 180,000 without it: a server computes a few at a time, and the others wait there. */
  routeDeadlineMs?: number;
  /** Longest pause that the service may ask for before the run stops instead; default 300,000. */
  maxPauseMs?: number;
  /** Longest time that a service which has replied may refuse connections, as while it restarts; default 30,000. */
  reconnectMs?: number;
  /** Requests in a row, after a success, that may be refused as invalid for the same reason until the run stops; default 40. */
  maxSameRefusals?: number;
  /** Longest wait of `close` for requests in flight; default 10,000. */
  drainMs?: number;
  /** Allows private and link-local addresses. */
  allowPrivate?: boolean;
  clock?: Clock;
  /** Returns a random number from 0 to 1, 1 excluded, for jitter. */
  random?: () => number;
  onEvent?: (event: RemoteEvent) => void;
  /** Called after each request that was sent, retries included. */
  onRequest?: (request: SentRequest) => void;
}

/**
 * A request that was sent and has ended. Shape: `outcome` is the HTTP status, or the code of the failure. Units: ms, from the first byte sent to
 * the last one received: waiting for the rate limit does not count. Guarantee: `query` has no key.
 */
export interface SentRequest {
  operation: OperationName;
  query: string;
  ms: number;
  outcome: string;
}

/**
 * The header of a 429 that holds for requests of its kind only, as routes while a server computes others: no rate is exceeded.
 */
export const BUSY_HEADER = 'geomill-busy';

/** An event of a run for the user or a log. Guarantee: contains no secret. */
export type RemoteEvent =
  | { event: 'Request:Retry'; operation: OperationName; attempt: number; delayMs: number; reason: string }
  | { event: 'Service:Reconnecting'; longestMs: number }
  | { event: 'Throttle:Pause'; pauseMs: number; status: number }
  | { event: 'Limit:Lowered'; operation: OperationName; inFlight: number; reason: string }
  | { event: 'Throttle:Ceiling'; ratePerSecond: number; why: 'throttled' | 'probing' }
  | { event: 'Cache:SetAside'; file: string; movedTo: string }
  | { event: 'Cache:Damaged'; file: string; damagedBytes: number }
  | { event: 'Quota:InMemory'; perDay: number }
  | { event: 'Rate:NotShared'; ratePerSecond: number }
  | { event: 'Tls:Unchecked'; message: string }
  | { event: 'Response:Odd'; operation: OperationName; place: string }
  | { event: 'Service:Stopped'; code: string; message: string };

/**
 * The counts of a run so far.
 *
 * Shape: `requests` were sent, retries included; `shared` calls joined a request already in flight; `ratePerSecond` is the limit in
 * force now, undefined when there is none; `quotaUsedToday` counts every run and process that shares the cache folder.
 */
export interface RemoteStats {
  requests: number;
  answers: number;
  cacheHits: number;
  shared: number;
  retries: number;
  /** Responses that differ from the interface and could be used. */
  oddResponses: number;
  throttledPauses: number;
  ratePerSecond: number | undefined;
  quotaUsedToday: number;
  inFlight: number;
}

/** A service over HTTP, with its statistics. */
export interface RemoteService {
  service: GeoService;
  /** Answers from the cache only, and sends nothing. Errors: SERVICE_ERROR where the cache has no response. */
  kept: GeoService;
  stats(): RemoteStats;
  /**
   * Reports whether the response to a request is in the cache; sends nothing.
   *
   * Errors: INVALID_REQUEST for parameters outside the contract.
   */
  peekCached(operation: OperationName, parameters: Readonly<Record<string, unknown>>): boolean;
  /** Reports whether so many calls wait for a place that more of them would only need memory. */
  isSaturated(): boolean;
  /** Refuses new calls, lets requests in flight finish into the cache for a while, and lets go of connections and files. */
  close(): Promise<void>;
}

interface OptionRange {
  readonly option: 'ratePerSecond' | 'concurrency' | 'perDay';
  readonly isAllowed: (value: number) => boolean;
  readonly rule: MessageCode & `service.${string}Range`;
}

const RANGES: readonly OptionRange[] = [
  {
    option: 'ratePerSecond',
    isAllowed: (value) => value >= 0.1 && value <= 5000,
    rule: 'service.rateRange',
  },
  {
    option: 'concurrency',
    isAllowed: (value) => Number.isInteger(value) && value >= 1 && value <= 1024,
    rule: 'service.concurrencyRange',
  },
  {
    option: 'perDay',
    isAllowed: (value) => Number.isInteger(value) && value >= 1,
    rule: 'service.perDayRange',
  },
];

/** Checks the numbers of the options. Errors: USAGE for the first one out of its range. */
export function checkOptionRanges(options: RemoteServiceOptions): void {
  for (const { option, isAllowed, rule } of RANGES) {
    const value = options[option];
    if (value !== undefined && !isAllowed(value)) throw new GeomillError('USAGE', message(rule, { value }));
  }
}
