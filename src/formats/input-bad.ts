import { GeomillError } from '../errors/geomill-error.ts';

/** Returns the error for an input that cannot be read. */
export function inputBad(
  message: string,
  details: Record<string, unknown> = {},
  cause?: unknown,
): GeomillError {
  return new GeomillError('INPUT_BAD', message, cause === undefined ? { details } : { details, cause });
}
