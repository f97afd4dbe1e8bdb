import type { ErrorDetails } from '../base/errors/details.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';

/** Returns the error for an input that cannot be read. */
export function inputBad(
  message: string,
  details: ErrorDetails['INPUT_BAD'] = {},
  cause?: unknown,
): GeomillError {
  return new GeomillError('INPUT_BAD', message, cause === undefined ? { details } : { details, cause });
}
