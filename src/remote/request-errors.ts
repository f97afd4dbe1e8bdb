import { unanswered } from '../base/errors/attempts.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import type { Clock } from '../base/files/clock.ts';

/** Returns the last failure of a request, with the number of attempts. */
export function retriesExhausted(error: GeomillError, attempts: number): GeomillError {
  const { code, reason, details } = error;
  return new GeomillError(code, unanswered(reason, attempts), {
    details: { ...details, attempts },
  });
}

/** Returns the failure of a run that a service refused and that had no key. */
export function noKey({ details }: GeomillError): GeomillError {
  const { status = 401 } = details as { status?: number };
  return new GeomillError(
    'KEY_REFUSED',
    `The service wants a key (HTTP ${status}), and no key was given. Set GEOMILL_API_KEY, or name a file with --api-key-file.`,
    { details: { hint: false } },
  );
}

/** Returns the failure of a run whose first request got HTTP 403. */
export function keyRefusedAtFirstRequest(): GeomillError {
  return new GeomillError(
    'KEY_REFUSED',
    'The service refused the first request (HTTP 403): the key does not cover it. Check the key and what it may be used for.',
  );
}

/** Returns the failure of a run whose circuit breaker opened, with the last failure. */
export function circuitOpen(last: GeomillError | undefined): GeomillError {
  return new GeomillError(
    'SERVICE_DOWN',
    `Too many of the last requests failed or were refused, so the service is considered down. The last one: ${last?.message ?? 'no response'} Run the same command again later; finished rows are kept.`,
    { details: { firstFailure: last?.code } },
  );
}

/** Returns the failure of a run whose last requests were all refused with the same words, after others succeeded. */
export function sameRefusals(last: GeomillError): GeomillError {
  return new GeomillError(
    'SERVICE_DOWN',
    `The service refused the last requests as invalid, all for the same reason, after others succeeded: ${last.message} Check the key and the service. If these rows are wrong themselves, run the same command again: each run accepts this reason for twice as many of them as the one before, up to 1,024, until a request succeeds. Finished rows are kept.`,
    { details: { firstFailure: last.code } },
  );
}

const PATH_ADVICE =
  'The path of its address is probably wrong: it is the path of the gateway and ends with the version, as in https://host/geo/v1.';

/** Returns the failure of a run whose first requests got no usable response. */
export function serviceDown(error: GeomillError, replied: boolean): GeomillError {
  const what = replied
    ? 'The service responds, but not in the form of the interface'
    : 'The service cannot be reached';
  const isPathWrong = replied && (error.details as { status?: number }).status === 404;
  return new GeomillError(
    'SERVICE_DOWN',
    `${what}: ${error.message} ${isPathWrong ? PATH_ADVICE : 'Check its address, or run the same command again later.'}`,
    { details: { ...error.details, firstFailure: error.code } },
  );
}

/** Returns the failure of a run whose service asks for a longer pause than is allowed. Units: milliseconds; `whenMs` is from now. */
export function pauseTooLong(pause: {
  waitMs: number;
  whenMs: number;
  maxPauseMs: number;
  clock: Clock;
}): GeomillError {
  const { waitMs, whenMs, maxPauseMs, clock } = pause;
  const when = new Date(clock.wallMs() + whenMs).toISOString();
  return new GeomillError(
    'THROTTLED',
    `The service asks for a pause of ${Math.ceil(waitMs / 1000)} s, longer than the ${Math.round(maxPauseMs / 1000)} s allowed. Run the same command again after ${when}; finished rows are kept.`,
    { details: { retryAfterMs: whenMs, retryAt: when } },
  );
}

/** Returns the failure of a request for which a service is too busy. Units: milliseconds. */
export function serviceBusy(retryAfterMs: number): GeomillError {
  return new GeomillError(
    'THROTTLED',
    'The service is busy with other requests of this kind. Try again later.',
    {
      details: { retryAfterMs, isBusy: true },
    },
  );
}
