import { errnoOf, failure, GeomillError } from '../../base/errors/geomill-error.ts';
import { englishText, message, type Message } from '../../base/messages/message.ts';

/** Advice for a damaged file. */
const GET_IT_AGAIN = message('osm.getItAgain');
/** Advice for another file. */
export const GIVE_OSM = message('osm.giveOsm');

/** Error for bytes or XML that are no OpenStreetMap data; readers of files convert it to INPUT_BAD with the location. */
export class OsmFault extends Error {
  readonly fault: Message;
  readonly advice: Message;

  constructor(fault: Message, advice = GET_IT_AGAIN) {
    super(englishText(fault));
    this.fault = fault;
    this.advice = advice;
  }
}

/**
 * Returns the error for an invalid OpenStreetMap file.
 *
 * Shape: `at` is the location for the message. Units: `byteOffset` in bytes from the start.
 */
export function osmBad(
  path: string,
  byteOffset: number,
  { fault, advice = GET_IT_AGAIN }: Pick<OsmFault, 'fault'> & Partial<Pick<OsmFault, 'advice'>>,
  options: { cause?: unknown; at?: Message } = {},
): GeomillError {
  const { at = message('osm.atByte', { byte: byteOffset }), cause } = options;
  return new GeomillError('INPUT_BAD', message('osm.bad', { path, at, fault, advice }), {
    details: { path, byteOffset },
    cause,
  });
}

/** Returns the error for a file that the system cannot read; other errors are returned unchanged. */
export function osmUnreadable(path: string, cause: unknown): unknown {
  const errno = errnoOf(cause);
  if (errno === undefined || cause instanceof GeomillError) return cause;
  if (errno === 'ENOENT')
    return new GeomillError('INPUT_MISSING', message('osm.noSuchFile', { path }), { cause });
  return new GeomillError('IO', message('osm.unreadable', { path, cause: errno }), { cause });
}

/** Returns the error for a stopped pass. */
export function osmStopped(path: string): GeomillError {
  return failure('ABORTED', 'osm.stopped', { path });
}

/** State of a file that shows whether it changed. */
interface FileState {
  size: number;
  mtimeMs: number;
}

/**
 * Creates a check that a file is the same in every pass, because later passes use results of earlier ones.
 *
 * Errors: INPUT_CHANGED for a state that differs from the first one.
 */
export function createUnchangedCheck(path: string): (state: FileState) => void {
  let first: FileState | undefined;
  return ({ size, mtimeMs }) => {
    first ??= { size, mtimeMs };
    if (size === first.size && mtimeMs === first.mtimeMs) return;
    throw failure('INPUT_CHANGED', 'osm.changed', { path });
  };
}
