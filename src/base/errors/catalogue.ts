/**
 * Every failure that Geomill throws, by code.
 *
 * Shape: `scope` `row`: the row gets the status `error` and the run continues; `run`: the run commits the rows before it and stops.
 * `exitCode` is the exit code of a process that the failure ends; `retryable` whether the same call may succeed later; `httpStatus` the
 * status in `geomill serve`.
 */
export const ERROR_CATALOGUE = {
  // The request itself.
  INVALID_REQUEST: { scope: 'row', retryable: false, httpStatus: 400, exitCode: 65 },
  NOT_SUPPORTED: { scope: 'row', retryable: false, httpStatus: 501, exitCode: 64 },
  // The service, for one request.
  SERVICE_ERROR: { scope: 'row', retryable: true, httpStatus: 502, exitCode: 69 },
  SERVICE_REFUSED: { scope: 'row', retryable: false, httpStatus: 502, exitCode: 69 },
  RESPONSE_INVALID: { scope: 'row', retryable: true, httpStatus: 502, exitCode: 69 },
  RESPONSE_TOO_LARGE: { scope: 'row', retryable: false, httpStatus: 502, exitCode: 69 },
  TIMEOUT: { scope: 'row', retryable: true, httpStatus: 504, exitCode: 69 },
  // A text that computing exceeds its time budget with.
  TOOK_TOO_LONG: { scope: 'row', retryable: false, httpStatus: 503, exitCode: 70 },
  // The service, for the whole run.
  SERVICE_DOWN: { scope: 'run', retryable: true, httpStatus: 503, exitCode: 69 },
  KEY_REFUSED: { scope: 'run', retryable: false, httpStatus: 401, exitCode: 77 },
  THROTTLED: { scope: 'run', retryable: true, httpStatus: 429, exitCode: 75 },
  QUOTA_SPENT: { scope: 'run', retryable: true, httpStatus: 429, exitCode: 75 },
  ABORTED: { scope: 'run', retryable: true, httpStatus: 503, exitCode: 130 },
  // The run.
  USAGE: { scope: 'run', retryable: false, httpStatus: 400, exitCode: 64 },
  INPUT_BAD: { scope: 'run', retryable: false, httpStatus: 400, exitCode: 65 },
  INPUT_DOUBTFUL: { scope: 'run', retryable: false, httpStatus: 400, exitCode: 65 },
  INPUT_CHANGED: { scope: 'run', retryable: false, httpStatus: 409, exitCode: 65 },
  INPUT_MISSING: { scope: 'run', retryable: false, httpStatus: 404, exitCode: 66 },
  RESULTS_CHANGED: { scope: 'run', retryable: false, httpStatus: 409, exitCode: 65 },
  INTERNAL: { scope: 'run', retryable: false, httpStatus: 500, exitCode: 70 },
  // As INTERNAL, and what is committed already may be wrong: the run does not go on from it.
  RESULTS_DOUBTFUL: { scope: 'run', retryable: false, httpStatus: 500, exitCode: 70 },
  PATH_REFUSED: { scope: 'run', retryable: false, httpStatus: 403, exitCode: 77 },
  OUTPUT_REFUSED: { scope: 'run', retryable: false, httpStatus: 500, exitCode: 73 },
  IO: { scope: 'run', retryable: true, httpStatus: 500, exitCode: 74 },
  LOCKED: { scope: 'run', retryable: true, httpStatus: 409, exitCode: 75 },
  JOB_WRONG: { scope: 'run', retryable: false, httpStatus: 400, exitCode: 78 },
  DATASET_BAD: { scope: 'run', retryable: false, httpStatus: 500, exitCode: 78 },
} as const satisfies Record<string, ErrorTraits>;

/** The properties of one kind of failure. */
export interface ErrorTraits {
  scope: 'row' | 'run';
  retryable: boolean;
  httpStatus: number;
  exitCode: number;
}

/** The code of a failure. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE;
