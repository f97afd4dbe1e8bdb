import type { RowIssue } from '../base/errors/row-issue.ts';
import { message } from '../base/messages/message.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import type { Frame } from './record.ts';

/**
 * A framer, which finds the records in a range of bytes.
 *
 * Guarantee: the framing of a record depends only on the bytes from its start, at most `ROW_BYTES_MAX + 2` of them, or on the
 * end of the input; never on how the input was cut.
 */
export interface Framer {
  /**
   * Appends the records that begin at `start` to `frames`, until there are `maxFrames` or the last record is incomplete.
   *
   * Shape: `atEnd` is true if the input ends with these bytes. Lines of the frames count from `start`.
   */
  frame(bytes: Uint8Array, start: number, atEnd: boolean, maxFrames: number, frames: Frame[]): Framing;
}

/**
 * The progress of a framer.
 *
 * Shape: `next` is the first position not covered, `lines` the number of lines before it; `isTooLong`: a record over
 * `ROW_BYTES_MAX` begins there whose end is not in these bytes; skip to after its next newline, it is one rejected record.
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
    message: message('input.rowTooLarge', { bytes: byteLength, most: ROW_BYTES_MAX }),
  };
}
