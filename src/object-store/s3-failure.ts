import { message } from '../base/messages/message.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';

/** What a failed request to the store means; `refused` for good, `unknown` for what is no reply of a store. */
export type FailureKind =
  'missing' | 'conflict' | 'gone' | 'no-bucket' | 'key-refused' | 'transient' | 'refused';

interface SdkFailure {
  name?: string;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** Codes of the store with a status of 400 that another attempt can pass: the request was cut, or its bytes were damaged on the way. */
const PASSING =
  /^(RequestTimeout|SlowDown|IncompleteBody|BadDigest|InvalidDigest|XAmzContentChecksumMismatch)$/;

/** The SDK has no code for it. */
const NO_REGION = /^Region is missing/;

/** Classifies a failure of the SDK. Source: error responses of the Amazon S3 API reference. */
export function failureKind(error: unknown): FailureKind {
  const { name = '', message = '', code = '', $metadata } = error as SdkFailure;
  const status = $metadata?.httpStatusCode;
  if (/Credential|^TokenProviderError|^ExpiredToken/.test(name)) return 'key-refused';
  if (name === 'NoSuchUpload') return 'gone';
  if (name === 'NoSuchBucket') return 'no-bucket';
  if (status === 404) return 'missing';
  if (status === 412) return 'conflict';
  if (PASSING.test(name)) return 'transient';
  if (status === 401 || status === 403) return 'key-refused';
  if (status === 501) return 'refused';
  // No reply, or one that is cut or no XML: its status is missing, or that of a success.
  if (status === undefined || status < 400)
    return code === 'ERR_INVALID_URL' || NO_REGION.test(message) ? 'refused' : 'transient';
  return status === 408 || status === 409 || status === 429 || status >= 500 ? 'transient' : 'refused';
}

/** Returns the reason of a failure: its code and status, never the request. */
function reasonOf(error: unknown): string {
  const { name = 'Error', message = '', code, $metadata } = error as SdkFailure;
  const status = $metadata?.httpStatusCode;
  // A reply to HEAD has no code.
  if (status !== undefined && status >= 300)
    return /^Unknown|^\d+$/.test(name) ? `${status}` : `${status} ${name}`;
  return code ?? (name === 'Error' ? message : name);
}

/** What was requested of a store. */
export type StoreAction =
  'look' | 'read' | 'list' | 'write' | 'remove' | 'begin' | 'parts' | 'complete' | 'abort';

/** Builds the failure that ends a run. Shape: `place` is the object or bucket, as a URL. */
export function storeError(
  place: string,
  what: StoreAction,
  kind: FailureKind,
  error: unknown,
  attempts: number,
): GeomillError {
  const reason = reasonOf(error);
  const cannot = message('store.cannot', { what, place });
  // Not the error itself: it carries the request with its signature.
  const cause = new Error(reason);
  const details = { attempts, hint: false } as const;
  switch (kind) {
    case 'key-refused':
      return new GeomillError('KEY_REFUSED', message('store.keyRefused', { cannot, cause: reason }), {
        cause,
        details,
      });
    case 'no-bucket':
      return new GeomillError('OUTPUT_REFUSED', message('store.noBucket', { cannot }), {
        cause,
        details,
      });
    case 'transient':
      return new GeomillError(
        'SERVICE_DOWN',
        message('store.unreachable', { cannot, cause: reason, attempts }),
        { cause, details },
      );
    default:
      return new GeomillError('SERVICE_REFUSED', message('store.refused', { cannot, cause: reason }), {
        cause,
        details,
      });
  }
}
