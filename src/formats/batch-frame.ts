import type { Framer } from './framing.ts';
import type { Frame } from './record.ts';

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
