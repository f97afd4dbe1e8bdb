import { checkerOf, shapeNamed } from '../contract/parameters.ts';
import { isExtension } from '../contract/operation.ts';
import { STATUS } from '../contract/status.ts';
import type { ErrorCode } from '../base/errors/catalogue.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { message, type Message, wordsOf } from '../base/messages/message.ts';
import { faultOfAnswer, faultOfRoute, unresolvedPoint } from './answer-check.ts';
import { childrenOf, emptyResponse, readTolerantly } from './tolerant-reader.ts';
import { parseJson } from './json-guard.ts';
import { withWords } from './request-errors.ts';
import type { ServiceRequest } from './service-request.ts';
import { plainExcerpt, type Scrubber } from './secrets.ts';
import type { ReplyHeaders, TransportResult } from './transport.ts';

/**
 * How likely a refusal is one of the service and not of the request: `none`, it says what is wrong with the request; `some`, it may be
 * either; `strong`, it has nothing to do with the request (payment, redirect, forbidden).
 */
export type Doubt = 'none' | 'some' | 'strong';

/**
 * The classified outcome of one attempt.
 *
 * Shape: `answer` has the value, and the bytes to cache; `differences` are the places where the response differs from the interface and is usable. `refused` costs the row, `retryable` an attempt, `throttled` only time, with `isBusy` that of
 * requests of its kind; `spent` ends the run until another day;
 * `keyRefused` ends the run, `forbidden` does so on the first request of a run. `spoke`: the response is one of the
 * interface; `blames`: it is not, but its status blames the request; `silent`: there was no response.
 */
export type Outcome =
  | { kind: 'answer'; value: unknown; bytes: Buffer; differences?: readonly string[] }
  | ({ kind: 'throttled'; isBusy?: true; words?: string } & AskedPause)
  | { kind: 'spent'; error: GeomillError }
  | { kind: 'keyRefused'; error: GeomillError }
  | { kind: 'forbidden'; error: GeomillError; words: string }
  | { kind: 'refused'; error: GeomillError; spoke: boolean; blames?: boolean; doubt: Doubt }
  | ({ kind: 'retryable'; error: GeomillError; silent: boolean } & AskedPause);

/** The pause that a response asks for, as its headers have it. */
export type AskedPause = Pick<ReplyHeaders, 'retryAfter' | 'date'>;

/** Classifies the result of one request. Source: service facts; promises 10 to 12. */
export function classify(request: ServiceRequest, result: TransportResult, scrub: Scrubber): Outcome {
  const { name: operation } = request.operation;
  if (result.kind === 'failed') return classifyFailure(operation, result);
  const { status, headers } = result;
  const { retryAfter, date } = headers;
  if (status === 429)
    return headers.isBusy
      ? { kind: 'throttled', retryAfter, date, isBusy: true }
      : overLimit(headers, wordsOfBody(result, scrub));
  if (status >= 500 || status === 408) {
    const error = failure(
      'SERVICE_ERROR',
      message('service.failedWithStatus', { operation, status }),
      status,
    );
    return { kind: 'retryable', error, silent: false, retryAfter, date };
  }
  if (status >= 300 && status < 400)
    return strongRefusal(redirected(operation, headers.location, scrub), status);
  if (status === 401)
    return { kind: 'keyRefused', error: failure('KEY_REFUSED', message('service.keyRefused')) };
  if (status === 403) {
    const words = wordsOfBody(result, scrub);
    if (isAboutQuota(words)) return overLimit(headers, words);
    const error = failure(
      'SERVICE_REFUSED',
      withWords(message('service.forbidden', { operation }), words),
      status,
    );
    return { kind: 'forbidden', error, words };
  }
  if (isExtension(request.operation) && (status === 404 || status === 405))
    return strongRefusal(message('service.operationMissing', { operation, status }), status);
  return classifyBody(request, result, scrub);
}

type Failure = Extract<TransportResult, { kind: 'failed' }>;
type Reply = Extract<TransportResult, { kind: 'reply' }>;

const failure = (code: ErrorCode, reason: Message, status?: number): GeomillError =>
  new GeomillError(code, reason, { details: status === undefined ? {} : { status } });

const strongRefusal = (reason: Message, status: number): Outcome => ({
  kind: 'refused',
  error: failure('SERVICE_REFUSED', reason, status),
  spoke: false,
  doubt: 'strong',
});

function classifyFailure(operation: string, { reason, detail, replied }: Failure): Outcome {
  if (reason === 'too_large') {
    const error = failure('RESPONSE_TOO_LARGE', message('service.responseTooLarge', { operation, detail }));
    return { kind: 'refused', error, spoke: false, doubt: 'some' };
  }
  const error =
    reason === 'timeout'
      ? new GeomillError('TIMEOUT', message('service.timedOut', { operation, cause: detail }))
      : new GeomillError('SERVICE_ERROR', lostConnection(operation, detail), {
          details: { detail: wordsOf(detail) },
        });
  return { kind: 'retryable', error, silent: !replied };
}

/** The codes of a certificate that none of the authorities has signed that Node knows. */
const UNKNOWN_AUTHORITY = new Set([
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

function lostConnection(operation: string, cause: Failure['detail']): Message {
  const isUnknown = typeof cause === 'string' && UNKNOWN_AUTHORITY.has(cause);
  return message(isUnknown ? 'service.unknownAuthority' : 'service.connectionLost', { operation, cause });
}

function classifyBody(request: ServiceRequest, { status, headers, body }: Reply, scrub: Scrubber): Outcome {
  const { name: operation } = request.operation;
  const isSuccess = status >= 200 && status < 300;
  const unreadable = (fault: Message): Outcome => {
    if (isSuccess) return { kind: 'retryable', error: unusable(operation, fault), silent: false };
    const error = failure(
      'SERVICE_REFUSED',
      message('service.requestRefused', { operation, status }),
      status,
    );
    const blames = BLAMES_REQUEST.has(status);
    return { kind: 'refused', error, spoke: false, blames, doubt: doubtOf(status) };
  };
  if (headers.contentEncoding && headers.contentEncoding !== 'identity')
    return unreadable(message('response.compressed'));
  const parsed = parseJson(body);
  if (!parsed.ok) return unreadable(parsed.fault);
  const { value, bytes } = scrub.response(parsed.value, body);

  const refusal = outcomeByStatus(operation, value, headers);
  if (refusal) return refusal;
  const { answer: schema } = shapeNamed(request.operation, request.shape);
  if (isUnknownId(request, status, value)) return answerOf(emptyResponse(schema, STATUS.notFound));
  const complaint = complaintOf(value, status);
  if (complaint !== undefined) {
    const said = plainExcerpt(complaint);
    if (isAboutQuota(said)) return overLimit(headers, said);
    // The sentence of the service alone: a row has the same reason, whether this machine or a server answers it.
    const reason = said
      ? message('text.plain', { text: said })
      : message('service.refusedWithoutWords', { operation, status });
    // An error that comes with HTTP 200 may be one of any kind.
    const doubt = isSuccess && statusOf(value) !== STATUS.invalidRequest ? 'some' : 'none';
    const error = failure('INVALID_REQUEST', reason, status);
    return { kind: 'refused', error, spoke: true, doubt: status === 402 ? 'strong' : doubt };
  }
  const found = statusOf(value);
  const isAnswer =
    isSuccess ||
    found === STATUS.invalidForcodes ||
    (status === 404 && (found === STATUS.notFound || found === STATUS.zeroResults));
  if (isAnswer && checkerOf(schema).check(value)) return answerOrFault(request, value, bytes);
  const predictions = isSuccess ? childrenOf(request, value) : undefined;
  if (predictions) return answerOrFault(request, predictions);
  if (
    isAnswer &&
    (found === STATUS.notFound || found === STATUS.zeroResults || found === STATUS.invalidForcodes)
  ) {
    const forcodes = new URLSearchParams(request.query).get('forcodes');
    const value = { ...emptyResponse(schema, found), ...(forcodes !== null && { forcodes }) };
    if (checkerOf(schema).check(value)) return answerOf(value);
  }
  const tolerant = isSuccess ? readTolerantly(schema, value) : undefined;
  if (tolerant) {
    const outcome = answerOrFault(request, tolerant.value);
    return outcome.kind === 'answer' ? { ...outcome, differences: tolerant.differences } : outcome;
  }
  return unreadable(formFault(schema, value));
}

const answerOf = (value: unknown, bytes: Buffer = Buffer.from(JSON.stringify(value))): Outcome => ({
  kind: 'answer',
  value,
  bytes,
});

function answerOrFault(request: ServiceRequest, value: unknown, bytes?: Buffer): Outcome {
  const { name: operation } = request.operation;
  const point = unresolvedPoint(request, value);
  if (point !== undefined) {
    const error = failure('INVALID_REQUEST', message('service.unresolved', { operation, point }));
    return { kind: 'refused', error, spoke: true, doubt: 'none' };
  }
  const fault = faultOfAnswer(value) ?? faultOfRoute(request, value);
  // The same request would get the same again, so the row has the error at once.
  return fault
    ? { kind: 'refused', error: unusable(operation, fault), spoke: true, doubt: 'some' }
    : answerOf(value, bytes);
}

const unusable = (operation: string, fault: Message): GeomillError =>
  failure('RESPONSE_INVALID', message('response.unusable', { operation, fault }));

/** The operations that look up the record of an id. */
const BY_ID = new Set(['place', 'children']);

/** What a service says of a path that it does not have: its address is wrong then, not the id. */
const ABOUT_PATH = /\b(path|route|endpoint|url|method)\b|cannot (get|post)/i;

/** Reports whether an error of HTTP 404 means that no place has the id. Source: service facts, "error payload". */
function isUnknownId({ operation }: ServiceRequest, httpStatus: number, value: unknown): boolean {
  const words = (value as { message?: unknown } | null)?.message;
  return (
    httpStatus === 404 &&
    BY_ID.has(operation.name) &&
    statusOf(value) === STATUS.error &&
    !(typeof words === 'string' && ABOUT_PATH.test(words))
  );
}

const OVER_LIMIT = new Set<unknown>(['OVER_QUERY_LIMIT', 'OVER_DAILY_LIMIT', 'RESOURCE_EXHAUSTED']);

/** Returns the outcome of a failure that the body tells, with HTTP 200 too. Source: Google Maps Platform, status codes. */
function outcomeByStatus(operation: string, value: unknown, headers: ReplyHeaders): Outcome | undefined {
  const status = statusOf(value);
  const words = plainExcerpt(saidIn(value));
  if (OVER_LIMIT.has(status)) return overLimit(headers, words);
  if (status === 'REQUEST_DENIED') {
    const reason = withWords(message('service.denied', { operation }), words);
    return { kind: 'forbidden', error: failure('SERVICE_REFUSED', reason), words };
  }
  const { retryAfter, date } = headers;
  if (status !== 'UNKNOWN_ERROR') return undefined;
  const error = failure('SERVICE_ERROR', message('service.failedUnknown', { operation }));
  return { kind: 'retryable', error, silent: false, retryAfter, date };
}

/** What is used up in a sentence about requests that are too many; not a single one that is too long: "the path exceeds the max distance limit". */
const QUOTA = /\b(?:quota|(?:rate|request|query|usage|daily)[- ]limits?)\b/i;
const USED_UP = /\b(?:exceed|reach|exhaust|used up)|\bover (?:your|the)\b/i;
const TOO_MANY = /\btoo many requests\b/i;
const ABOUT_DAY = /\b(?:daily|per[- ]day|of the day|today|tomorrow)\b/i;

const isAboutQuota = (words: string): boolean =>
  TOO_MANY.test(words) || (QUOTA.test(words) && USED_UP.test(words));

/** Returns the outcome of requests that are too many: the end where a quota of the day is used up, and no pause is asked for, else a pause. */
function overLimit({ retryAfter, date }: ReplyHeaders, words: string): Outcome {
  if (retryAfter === undefined && ABOUT_DAY.test(words))
    return { kind: 'spent', error: failure('QUOTA_SPENT', message('service.quotaSpentThere', { words })) };
  return { kind: 'throttled', retryAfter, date, ...(words !== '' && { words }) };
}

/** Returns the sentence of a body, scrubbed and short; empty without one. */
function wordsOfBody({ headers, body }: Reply, scrub: Scrubber): string {
  if (headers.contentEncoding && headers.contentEncoding !== 'identity') return '';
  const parsed = parseJson(body);
  return parsed.ok ? plainExcerpt(saidIn(scrub.response(parsed.value, body).value)) : '';
}

function formFault(schema: Parameters<typeof checkerOf>[0], value: unknown): Message {
  const [fault] = checkerOf(schema).reasonsOf(value, '/');
  return fault ? message('response.otherFormAt', { fault }) : message('response.otherForm');
}

// The error message of a service: `status` ERROR or INVALID_REQUEST at the place operations, `status_code` at
// imagery, `errors` beside no feature in OSM shape, unless they only name
// ids that no place has.
function complaintOf(value: unknown, httpStatus: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { status, status_code: code, errors, features } = value as Record<string, unknown>;
  const said = saidIn(value);
  if (status === STATUS.error || status === STATUS.invalidRequest) return said;
  if (httpStatus >= 400 && typeof code === 'number') return said;
  const complains = Array.isArray(errors)
    ? errors.some((each) => statusOf(each) !== STATUS.notFound)
    : errors !== undefined && errors !== null;
  if (complains && (!Array.isArray(features) || features.length === 0))
    return typeof errors === 'string' ? errors : JSON.stringify(errors);
  return undefined;
}

/** Returns the sentence of a body that reports a failure; empty without one. */
function saidIn(value: unknown): string {
  const { message: words, error_message: long, error, errors } = (value ?? {}) as Record<string, unknown>;
  // Valhalla, which computes the routes of the service, names its sentence `error`; gateways of APIs have it inside.
  const inner = (error as { message?: unknown } | undefined)?.message;
  return [words, long, error, inner, errors].find((text) => typeof text === 'string') ?? '';
}

function statusOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { status?: unknown }).status : undefined;
}

function redirected(operation: string, location: string | undefined, scrub: Scrubber): Message {
  return location && URL.canParse(location)
    ? message('service.redirectedTo', { operation, origin: scrub.text(new URL(location).origin) })
    : message('service.redirected', { operation });
}

/** The statuses with which a service may refuse a single request: bad, not found, too large, too long, unprocessable. */
const OF_REQUEST = new Set([400, 404, 413, 414, 422]);

/** Those with which a service refuses nothing but a request: a wrong address of the service gets 404 too. */
const BLAMES_REQUEST = new Set([400, 413, 414, 422]);

const doubtOf = (status: number): Doubt => (OF_REQUEST.has(status) ? 'some' : 'strong');
