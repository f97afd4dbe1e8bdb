import { ERROR_CATALOGUE, type ErrorCode } from './catalogue.ts';
import type { ErrorDetails } from './details.ts';
import type { Message } from '../messages/message.ts';
import { GeomillError, isGeomillError } from './geomill-error.ts';

/**
 * A failure as plain data, for another thread or process, where an error would lose its class.
 *
 * Shape: `code`, `reason` and `details` only for failures of the catalogue.
 */
export interface SerializedError {
  code?: ErrorCode;
  message: string;
  reason?: Message;
  details?: ErrorDetails[ErrorCode];
  stack: string;
}

/** Serializes any thrown value. */
export function serializeError(error: unknown): SerializedError {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  if (!isGeomillError(error)) return { message, stack };
  return { code: error.code, message, reason: error.reason, details: error.details, stack };
}

/** Rebuilds a failure: one of the catalogue with its code and details, any other as a plain error. */
export function deserializeError({ code, message, reason, details = {}, stack }: SerializedError): Error {
  const error =
    code !== undefined && Object.hasOwn(ERROR_CATALOGUE, code)
      ? new GeomillError(code, reason ?? message, { details })
      : new Error(message);
  error.stack = stack;
  return error;
}
