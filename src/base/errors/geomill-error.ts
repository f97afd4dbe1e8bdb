import { ERROR_CATALOGUE, type ErrorCode, type ErrorTraits } from './catalogue.ts';
import {
  englishText,
  message,
  type Message,
  type MessageCode,
  type ValuesArguments,
} from '../messages/message.ts';
import type { ErrorDetails } from './details.ts';

/**
 * A failure of the catalogue; the only class that Geomill throws on purpose.
 *
 * Shape: `code` is what callers match on; `reason` says what was wrong, where, and what to do, and never contains a key or a
 * whole URL; `message` is its English text; `details` are plain data, typed by code.
 */
export class GeomillError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly reason: Message;
  readonly details: Readonly<ErrorDetails[C]>;

  constructor(
    code: C,
    reason: Message | string,
    options: { cause?: unknown; details?: ErrorDetails[C] } = {},
  ) {
    const said = typeof reason === 'string' ? message('text.plain', { text: reason }) : reason;
    super(englishText(said), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'GeomillError';
    this.code = code;
    this.reason = said;
    // Every member of every code's details is optional, so that no details fit any code.
    this.details = options.details ?? ({} as ErrorDetails[C]);
  }

  /** Returns the entry of the catalogue for this failure. */
  get traits(): ErrorTraits {
    return ERROR_CATALOGUE[this.code];
  }
}

/** Returns the failure with a code whose reason is one message of the catalogue, without cause and details. */
export function failure<C extends ErrorCode, M extends MessageCode>(
  code: C,
  reason: M,
  ...values: ValuesArguments<M>
): GeomillError<C> {
  return new GeomillError(code, message(reason, ...values));
}

/** Reports whether a thrown value is a failure of the catalogue, of one code when given. */
export function isGeomillError<C extends ErrorCode = ErrorCode>(
  value: unknown,
  code?: C,
): value is GeomillError<C> {
  return value instanceof GeomillError && (code === undefined || value.code === code);
}

/** Reports whether a thrown value must end the run: a failure of scope `run`, or an unexpected one. */
export function endsRun(value: unknown): boolean {
  return !isGeomillError(value) || value.traits.scope === 'run';
}

/** The failures of files that some versions of Node have no name for, by their number on Linux and macOS. */
const UNNAMED_ERRNOS: Readonly<Record<string, string>> = {
  '-69': 'EDQUOT',
  '-70': 'ESTALE',
  '-74': 'EBADMSG',
  '-116': 'ESTALE',
  '-117': 'EUCLEAN',
  '-122': 'EDQUOT',
};

/** Returns the errno name of a system failure (`ENOSPC`, `EIO`), also of one that is reported as IO or OUTPUT_REFUSED; else undefined. */
export function errnoOf(value: unknown): string | undefined {
  if (isGeomillError(value, 'IO') || isGeomillError(value, 'OUTPUT_REFUSED')) return value.details.errno;
  const { code, errno } = (value ?? {}) as { code?: unknown; errno?: unknown };
  if (typeof code !== 'string') return undefined;
  if (/^E[A-Z0-9]+$/.test(code)) return code;
  return code.startsWith('Unknown system error') ? UNNAMED_ERRNOS[String(errno)] : undefined;
}
