/**
 * The values of `status` in place and forcode responses.
 *
 * Source: interface document, section 7; `ZERO_RESULTS`, `NOT_FOUND`, `INVALID_REQUEST` and `ERROR` from the service facts. A reader accepts others.
 */
export const STATUS = {
  ok: 'OK',
  zeroResults: 'ZERO_RESULTS',
  notFound: 'NOT_FOUND',
  invalidRequest: 'INVALID_REQUEST',
  invalidForcodes: 'INVALID_FORCODES',
  error: 'ERROR',
} as const;
