import { isGeomillError, type GeomillError } from '../base/errors/geomill-error.ts';
import { BUSY_HEADER } from '../remote/options.ts';
import { Refusal } from './refusal.ts';

/** The response to a failed request, before it gets the form of an interface or dialect. */
export interface Failure {
  status: number;
  message: string;
  headers: Readonly<Record<string, string>>;
  /** Whether the failure is a bug, so that the log gets the stack. */
  isBug: boolean;
}

/** The text that a client gets for a bug; the log has the details. */
const BUG_MESSAGE = 'The server failed. This is a bug in Geomill, please report it.';

/** The time after which a client may repeat a request, where the failure does not say one. Units: seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Describes any thrown value as an HTTP failure.
 *
 * Shape: a refusal keeps its status; a failure of the catalogue gets its `httpStatus`, 401 of a service behind this one becomes 502;
 * an error of Fastify for a bad request keeps its status; everything else is 500 with a general message.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) {
    const { statusCode: status, message, headers } = error;
    return { status, message, headers, isBug: false };
  }
  if (isGeomillError(error)) return ofCatalogue(error);
  const { statusCode: status } = error as { statusCode?: unknown };
  if (error instanceof Error && typeof status === 'number' && status >= 400 && status < 500) {
    return { status, message: error.message, headers: {}, isBug: false };
  }
  return { status: 500, message: BUG_MESSAGE, headers: {}, isBug: true };
}

function ofCatalogue(error: GeomillError): Failure {
  if (error.code === 'KEY_REFUSED') {
    const message = 'The service behind this server refused the key of this server.';
    return { status: 502, message, headers: {}, isBug: false };
  }
  const status = error.traits.httpStatus;
  if (status === 500) return { status, message: BUG_MESSAGE, headers: {}, isBug: true };
  const headers: Record<string, string> = {};
  if (status === 429 || status === 503) headers['retry-after'] = String(retryAfterSeconds(error));
  if (isGeomillError(error, 'THROTTLED') && error.details.isBusy) headers[BUSY_HEADER] = '1';
  return { status, message: error.message, headers, isBug: false };
}

function retryAfterSeconds(error: GeomillError): number {
  const { retryAfterMs, retryAt } = error.details as { retryAfterMs?: number; retryAt?: string };
  const waitMs = retryAfterMs ?? (retryAt === undefined ? NaN : Date.parse(retryAt) - Date.now());
  return Number.isFinite(waitMs) ? Math.max(1, Math.ceil(waitMs / 1000)) : RETRY_AFTER_SECONDS;
}
