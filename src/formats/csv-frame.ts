import type { RowIssue } from '../base/errors/row-issue.ts';
import { message } from '../base/messages/message.ts';
import { rowTooLarge, type Framer } from './framing.ts';
import { ROW_BYTES_MAX } from './limits.ts';
import {
  asBuffer,
  contentEnd,
  countNewlines,
  CR,
  findLineEnd,
  LF,
  LINE_MORE,
  LINE_TOO_LONG,
  QUOTE,
} from './lines.ts';

const MORE = -1;
const STRAY = -2;
const NOWHERE = Number.MAX_SAFE_INTEGER;

const STRAY_QUOTE: RowIssue = {
  code: 'stray_quote',
  message: message('csv.unclosedQuote'),
};
const STRAY_ESCAPE: RowIssue = {
  code: 'stray_quote',
  message: message('csv.escapedQuote'),
};

/** Returns the issue of a record whose quotes do not match. */
export function strayQuote(record: Buffer): RowIssue {
  return record.includes('\\"') ? STRAY_ESCAPE : STRAY_QUOTE;
}

/**
 * Returns a framer for CSV after RFC 4180.
 *
 * Shape: a quote opens a quoted cell only at its beginning; elsewhere it is text. Lines end with LF or CRLF, blank lines are no records.
 * If a record's quotes do not match (see the issue `stray_quote`), or it would be multi-line with another number of cells
 * than `columnCount` (0: unknown), or multi-line with a quote inside of an unquoted cell, then only its first line is a bad record, and reading continues at the next line.
 * Cost: a scan for newlines if there are no quotes; in the worst case every byte is read twice per column.
 */
export function createCsvFramer(delimiter: string, columnCount: number): Framer {
  const delimiterByte = delimiter.charCodeAt(0);
  return {
    frame(input, start, atEnd, maxFrames, frames) {
      const bytes = asBuffer(input);
      let position = start;
      let line = 0;
      let quote = -1;
      while (frames.length < maxFrames && position < bytes.length) {
        const newline = findLineEnd(bytes, position, atEnd);
        if (newline === LINE_MORE) break;
        if (newline === LINE_TOO_LONG) return { next: position, lines: line, isTooLong: true };
        const end = contentEnd(bytes, position, newline);
        if (quote < position) {
          quote = bytes.indexOf(QUOTE, position);
          if (quote === -1) quote = NOWHERE;
        }
        let next = newline;
        if (end - position > ROW_BYTES_MAX) {
          frames.push({ start: position, end, line, issue: rowTooLarge(end - position) });
        } else if (quote > end) {
          if (end > position) frames.push({ start: position, end, line });
        } else if (isWholeOnLine(bytes, position, end, delimiterByte)) {
          frames.push({ start: position, end, line });
        } else {
          const recordEnd = scanQuoted(bytes, position, newline, atEnd, delimiterByte, columnCount);
          if (recordEnd === MORE) break;
          if (recordEnd === STRAY) {
            frames.push({ start: position, end, line, issue: strayQuote(bytes.subarray(position, end)) });
          } else {
            next = recordEnd;
            frames.push({ start: position, end: contentEnd(bytes, position, recordEnd), line });
            if (next > newline) line += countNewlines(bytes, position, next);
          }
        }
        position = Math.min(next + 1, bytes.length);
        line++;
      }
      return { next: position, lines: line, isTooLong: false };
    },
  };
}

/** Reports whether all quoted cells of a line are closed on it, the usual case; searches from quote to quote. */
function isWholeOnLine(bytes: Buffer, start: number, end: number, delimiter: number): boolean {
  let at = bytes.indexOf(QUOTE, start);
  while (at !== -1 && at < end) {
    if (at === start || bytes[at - 1] === delimiter) {
      at = findClosingQuote(bytes, at + 1, end) + 1;
      if (at === 0 || (at < end && bytes[at] !== delimiter)) return false;
    }
    at = bytes.indexOf(QUOTE, at + 1);
  }
  return true;
}

/** Returns where the record that begins at `start` ends (its newline, or the end of the input), MORE or STRAY. */
function scanQuoted(
  bytes: Buffer,
  start: number,
  firstNewline: number,
  atEnd: boolean,
  delimiter: number,
  columnCount: number,
): number {
  // No decision may depend on bytes from here on, or it would depend on how the input is cut.
  const edge = start + ROW_BYTES_MAX + 2;
  const length = Math.min(bytes.length, edge);
  const isCutOff = bytes.length >= edge;
  const unfinished = isCutOff || atEnd ? STRAY : MORE;
  let fields = 1;
  let hasLooseQuote = false;
  let at = start;
  let end = -1;
  while (end === -1) {
    // The number of fields only grows: on a further line the record can no longer match the header.
    if (columnCount > 0 && fields > columnCount && at > firstNewline) return STRAY;
    if (bytes[at] === QUOTE && at < length) {
      at = findClosingQuote(bytes, at + 1, length) + 1;
      if (at === 0) return unfinished;
      if (at >= length) {
        // A closing quote, unless the next byte, not available yet, doubles it.
        if (isCutOff || !atEnd) return unfinished;
        end = at;
      } else if (bytes[at] === delimiter) {
        at++;
        fields++;
      } else if (bytes[at] === LF) {
        end = at;
      } else if (bytes[at] === CR) {
        if (at + 1 < length) {
          if (bytes[at + 1] !== LF) return STRAY;
        } else if (isCutOff || !atEnd) return unfinished;
        end = at + 1;
      } else return STRAY;
    } else {
      for (; at < length && bytes[at] !== delimiter && bytes[at] !== LF; at++) {
        if (bytes[at] === QUOTE) hasLooseQuote = true;
      }
      if (at >= length) {
        if (isCutOff || !atEnd) return unfinished;
        end = at;
      } else if (bytes[at] === LF) {
        end = at;
      } else {
        at++;
        fields++;
      }
    }
  }
  if (end > firstNewline) {
    if (columnCount > 0 && fields !== columnCount) return STRAY;
    // A stray quote that pairs with the next row's opening quote leaves the closing one of that loose.
    if (hasLooseQuote) return STRAY;
    if (contentEnd(bytes, start, end) - start > ROW_BYTES_MAX) return STRAY;
  }
  return end;
}

/** Returns the position of the quote that closes a cell whose text begins at `from`, or -1 if there is none in these bytes. */
function findClosingQuote(bytes: Buffer, from: number, length: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(QUOTE, at);
    if (at === -1 || at >= length) return -1;
    if (at + 1 >= length || bytes[at + 1] !== QUOTE) return at;
    at += 2;
  }
}
