import type { RowIssue } from '../base/errors/row-issue.ts';
import { message } from '../base/messages/message.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import type { Frame, Chunk } from './record.ts';
import { isUtf8 } from 'node:buffer';
import { asBuffer } from './lines.ts';

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

const LF = 10;

/**
 * Reports whether a record begins a batch: a blank line precedes it.
 *
 * Shape: blank lines are no records of any format, so that a file of batches can be read like any other.
 */
export function beginsBatch(bytes: Uint8Array, before: Frame, frame: Frame): boolean {
  let newlines = 0;
  for (let at = before.end; at < frame.start; at += 1) if (bytes[at] === LF) newlines += 1;
  return newlines > 1;
}

/**
 * Returns a framer that ends at the end of a batch: no chunk contains a part of a batch.
 *
 * Guarantee: that of any framer; returns more records than wanted if the batch is longer.
 * Cost: frames all bytes that are given, to find the end of the last whole batch.
 */
export function createBatchFramer(records: Framer): Framer {
  return {
    frame(bytes, start, atEnd, maxFrames, frames) {
      const all: Frame[] = [];
      const framing = records.frame(bytes, start, atEnd, Infinity, all);
      let whole = -1;
      for (let at = 1; at < all.length && (whole < 0 || at <= maxFrames); at += 1)
        if (beginsBatch(bytes, all[at - 1] as Frame, all[at] as Frame)) whole = at;
      const isWhole = (atEnd || framing.isTooLong) && (whole < 0 || all.length <= maxFrames);
      if (isWhole) {
        frames.push(...all);
        return framing;
      }
      const next = all[whole];
      if (!next) return { next: start, lines: 0, isTooLong: false };
      frames.push(...all.slice(0, whole));
      return { next: next.start, lines: next.line, isTooLong: false };
    },
  };
}

const NUL = 0;

const INVALID_UTF8: RowIssue = {
  code: 'invalid_utf8',
  message: message('input.rowNotUtf8'),
};

const NUL_BYTE: RowIssue = {
  code: 'nul_byte',
  message: message('input.rowWithNul'),
};

/** Returns a function that lists the reasons why a frame of the chunk is not readable text; an empty list for readable ones. */
export function createFrameCheck(chunk: Pick<Chunk, 'bytes'>): (frame: Frame) => readonly RowIssue[] {
  const bytes = asBuffer(chunk.bytes);
  // The whole chunk is checked at once, which is very fast; single frames are checked only if that fails.
  const isText = isUtf8(bytes) && !bytes.includes(NUL);
  return (frame) => {
    if (frame.issue !== undefined) return [frame.issue];
    if (isText) return [];
    const record = bytes.subarray(frame.start, frame.end);
    const issues = [];
    if (!isUtf8(record)) issues.push(INVALID_UTF8);
    if (record.includes(NUL)) issues.push(NUL_BYTE);
    return issues;
  };
}
