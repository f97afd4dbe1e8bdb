import { ROW_BYTES_MAX } from './limits.ts';

/** The byte of a newline. */
export const LF = 10;
/** The byte of a carriage return. */
export const CR = 13;
/** The byte of a double quote. */
export const QUOTE = 34;

/** The result if the end of the line is not in these bytes. */
export const LINE_MORE = -1;
/** The result if the line is over the limit and its end is not in these bytes. */
export const LINE_TOO_LONG = -2;

/** Returns the bytes as a Buffer over the same memory, whose `indexOf` is several times faster than that of a typed array. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the position of the newline that ends the line, the length at the end of the input, `LINE_MORE` or `LINE_TOO_LONG`. */
export function findLineEnd(bytes: Buffer, start: number, atEnd: boolean): number {
  const newline = bytes.indexOf(LF, start);
  if (newline !== -1) return newline;
  if (atEnd) return bytes.length;
  return bytes.length - start >= ROW_BYTES_MAX + 2 ? LINE_TOO_LONG : LINE_MORE;
}

/** Returns the end of a line's content: its newline's position, or one before it after a carriage return. */
export function contentEnd(bytes: Uint8Array, start: number, newline: number): number {
  return newline > start && bytes[newline - 1] === CR ? newline - 1 : newline;
}

/** Returns how many newlines lie in a range. */
export function countNewlines(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(LF, start); at !== -1 && at < end; at = bytes.indexOf(LF, at + 1)) count++;
  return count;
}

/** Returns text whose lines end with a carriage return alone with newlines in place of them; other text unchanged. */
export function withNewlines(bytes: Buffer, lineEnds: 'cr' | undefined): Buffer {
  return lineEnds ? Buffer.from(bytes.map((byte) => (byte === CR ? LF : byte))) : bytes;
}
