import { ROW_BYTES_MAX } from './limits.ts';
import { CR, LF, QUOTE } from './lines.ts';
import type { Transcoder } from './transcode.ts';

const BACKSLASH = 92;
const NULL_LETTER = 78;
/** Escapes of characters that are written by a letter: `\n`, `\r`, `\t`; a zero byte becomes a blank. */
const BY_LETTER: Readonly<Record<number, number>> = { 110: LF, 114: CR, 116: 9, 48: 32 };

/**
 * Returns a rewriter of CSV with backslash escapes, as MySQL and Spark write it, to CSV after RFC 4180.
 *
 * Shape: an escaped character is itself, save for `\n`, `\r`, `\t` and `\0`; a cell `\N` is empty. A cell with an escape is quoted, its quotes are doubled; all
 * other bytes are unchanged. Source: MySQL, LOAD DATA; Spark, option `escape` of CSV.
 * Cost: memory for a block and one unquoted cell, at most `ROW_BYTES_MAX`.
 */
export function createUnescaper(delimiter: string): Transcoder {
  const separator = delimiter.charCodeAt(0);
  let isQuoted = false;
  let isEscaped = false;
  let isNull = false;
  // An unquoted cell is held: whether it must be quoted is known at its end.
  let cell: number[] = [];
  let hasEscape = false;

  function endCell(isLine: boolean): number[] {
    const isAbsent = isNull && cell.length === 1;
    const after = isLine && hasEscape && cell.at(-1) === CR ? [cell.pop() as number] : [];
    const text = cell.flatMap((byte) => (byte === QUOTE ? [QUOTE, QUOTE] : [byte]));
    const ended = isAbsent ? [] : hasEscape ? [QUOTE, ...text, QUOTE, ...after] : cell;
    cell = [];
    hasEscape = isNull = false;
    return ended;
  }

  return {
    push(bytes, atEnd) {
      const out = Buffer.allocUnsafe(2 * (bytes.length + cell.length) + 8);
      let length = 0;
      const write = (more: readonly number[]) => {
        for (const byte of more) out[length++] = byte;
      };
      for (const byte of bytes) {
        if (isEscaped) {
          isEscaped = false;
          const text = BY_LETTER[byte] ?? byte;
          if (isQuoted) write(text === QUOTE ? [QUOTE, QUOTE] : [text]);
          else {
            isNull = byte === NULL_LETTER && cell.length === 0;
            hasEscape = true;
            cell.push(text);
          }
        } else if (byte === BACKSLASH) isEscaped = true;
        else if (isQuoted || (byte === QUOTE && cell.length === 0)) {
          if (byte === QUOTE) isQuoted = !isQuoted;
          out[length++] = byte;
        } else if (byte === separator || byte === LF) {
          write(endCell(byte === LF));
          out[length++] = byte;
        } else cell.push(byte);
      }
      // No row is as long: it is rejected, with or without its quotes.
      if (cell.length > ROW_BYTES_MAX) write(cell.splice(0));
      if (atEnd) write([...endCell(true), ...(isEscaped ? [BACKSLASH] : [])]);
      return out.subarray(0, length);
    },
  };
}

/** Returns a text of CSV without its backslash escapes. */
export function withoutEscapes(bytes: Buffer, delimiter: string): Buffer {
  return bytes.includes(BACKSLASH) ? createUnescaper(delimiter).push(bytes, true) : bytes;
}
