import { unanswered } from '../base/errors/attempts.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { message, type Message } from '../base/messages/message.ts';
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
  return new GeomillError('KEY_REFUSED', message('service.keyMissing', { status }), {
    details: { hint: false },
  });
}

/** Adds what a service said to a sentence about it. */
export function withWords(reason: Message, words: string): Message {
  return words === '' ? reason : message('service.withWords', { reason, words });
}

/** Returns the failure of a run whose first request got HTTP 403, with what the service said. */
export function keyRefusedAtFirstRequest(words: string): GeomillError {
  const reason = message(words === '' ? 'service.firstRequestRefused' : 'service.firstRequestDenied');
  return new GeomillError('KEY_REFUSED', withWords(reason, words));
}

/** Returns the failure of a run whose circuit breaker opened, with the last failure. */
export function circuitOpen(last: GeomillError | undefined): GeomillError {
  return new GeomillError(
    'SERVICE_DOWN',
    message('service.tooManyFailures', { last: last?.reason ?? message('service.noResponse') }),
    { details: { firstFailure: last?.code } },
  );
}

/** Returns the failure of a run whose last requests were all refused with the same words, after others succeeded. */
export function sameRefusals(last: GeomillError): GeomillError {
  return new GeomillError('SERVICE_DOWN', message('service.sameRefusals', { last: last.reason }), {
    details: { firstFailure: last.code },
  });
}

/** Returns the failure of a run whose first requests got no usable response. */
export function serviceDown(error: GeomillError, replied: boolean): GeomillError {
  const isPathWrong = replied && (error.details as { status?: number }).status === 404;
  const { reason } = error;
  return new GeomillError(
    'SERVICE_DOWN',
    message(isPathWrong ? 'service.wrongPath' : replied ? 'service.otherForm' : 'service.notReached', {
      reason,
    }),
    { details: { ...error.details, firstFailure: error.code } },
  );
}

/** Returns the failure of a run whose service asks for a longer pause than is allowed. Units: milliseconds; `whenMs` is from now. */
export function pauseTooLong(pause: {
  waitMs: number;
  whenMs: number;
  maxPauseMs: number;
  clock: Clock;
  words?: string | undefined;
}): GeomillError {
  const { waitMs, whenMs, maxPauseMs, clock, words = '' } = pause;
  const when = new Date(clock.wallMs() + whenMs).toISOString();
  return new GeomillError(
    'THROTTLED',
    withWords(
      message('service.pauseTooLong', {
        seconds: Math.ceil(waitMs / 1000),
        most: Math.round(maxPauseMs / 1000),
        when,
      }),
      words,
    ),
    { details: { retryAfterMs: whenMs, retryAt: when } },
  );
}

/** Returns the failure of a request for which a service is too busy. Units: milliseconds. */
export function serviceBusy(retryAfterMs: number): GeomillError {
  return new GeomillError('THROTTLED', message('service.busy'), {
    details: { retryAfterMs, isBusy: true },
  });
}
