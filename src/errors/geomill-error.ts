import { ERROR_CATALOGUE, type ErrorCode, type ErrorTraits } from './catalogue.ts';

/**
 * Reports a failure of the catalogue; the only class that Geomill throws on purpose.
 *
 * Shape: `code` is what callers match on; `message` says what was wrong, where, and what to do, and never holds a key or a
 * whole URL; `details` are plain data for logs.
 */
export class GeomillError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GeomillError';
    this.code = code;
    this.details = options.details ?? {};
  }

  /** Returns what the catalogue says of this failure. */
  get traits(): ErrorTraits {
    return ERROR_CATALOGUE[this.code];
  }
}

/** Tells whether a thrown value is a failure of the catalogue, of one code when given. */
export function isGeomillError(value: unknown, code?: ErrorCode): value is GeomillError {
  return value instanceof GeomillError && (code === undefined || value.code === code);
}

/** Tells whether a thrown value must end the run: a failure of scope `run`, or one nobody foresaw. */
export function endsRun(value: unknown): boolean {
  return !isGeomillError(value) || value.traits.scope === 'run';
}

/** Returns the errno name of a system failure (`ENOSPC`, `EIO`), or undefined. */
export function errnoOf(value: unknown): string | undefined {
  const code = (value as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}
