import type { ErrorDetails } from '../base/errors/details.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import type { Message } from '../base/messages/message.ts';

/** Returns the error for an input that cannot be read. */
export function inputBad(
  reason: Message,
  details: ErrorDetails['INPUT_BAD'] = {},
  cause?: unknown,
): GeomillError {
  return new GeomillError('INPUT_BAD', reason, cause === undefined ? { details } : { details, cause });
}
