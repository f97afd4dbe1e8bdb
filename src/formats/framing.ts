import type { RowIssue } from '../errors/row-issue.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import type { Frame } from './record.ts';

/**
 * Finds the records in a range of bytes.
 *
 * Guarantee: what becomes of a record depends only on the bytes from its start, at most `ROW_BYTES_MAX + 2` of them, or on the
 * end of the input; never on where the bytes were cut.
 */
export interface Framer {
  /**
   * Appends the records that begin at `start` to `frames`, until `maxFrames` are there or the bytes do not suffice.
   *
   * Shape: `atEnd` says that the input ends with these bytes. Lines of the frames count from `start`.
   */
  frame(bytes: Uint8Array, start: number, atEnd: boolean, maxFrames: number, frames: Frame[]): Framing;
}

/**
 * Says how far a framer came.
 *
 * Shape: `next` is the first position not covered, `lines` the number of lines before it; `isTooLong` says that a record over
 * `ROW_BYTES_MAX` begins there whose end is not in sight: skip to after its next newline, it is one rejected record.
 */
export interface Framing {
  next: number;
  lines: number;
  isTooLong: boolean;
}

/** Returns the issue of a record that is longer than allowed. */
export function rowTooLarge(byteLength: number): RowIssue {
  return {
    code: 'row_too_large',
    message: `The row has ${byteLength} bytes, at most ${ROW_BYTES_MAX} are read. Often a quote that was never closed, or a file in another format.`,
  };
}
