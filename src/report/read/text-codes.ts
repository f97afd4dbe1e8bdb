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

/** Ranges of so few rows are sorted by comparing their texts. */
const FEW = 8;
/** Two code units, each with one more for the end of a text, and the row fit into the 53 bits of a number. */
const CODE_RANGE = 2 ** 17;
const ROW_RANGE = 2 ** 16;

/**
 * Returns the numbers of the texts in the order of their last characters first, equal texts in the order of their numbers.
 *
 * Shape: at most 65,536 texts. Source: a radix sort from the most significant unit on, two units at a time.
 */
export function orderByEnd({ codes, starts, count }: TextCodes): Uint32Array {
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  const keys = new Float64Array(count);
  // From 1, since 0 is the end of a text, which sorts first.
  const codeAt = (row: number, depth: number): number => {
    const at = (starts[row + 1] as number) - 1 - depth;
    return at < (starts[row] as number) ? 0 : (codes[at] as number) + 1;
  };
  const isAfter = (a: number, b: number, depth: number): boolean => {
    for (let at = depth; ; at += 1) {
      const x = codeAt(a, at);
      const y = codeAt(b, at);
      if (x !== y) return x > y;
      if (x === 0) return a > b;
    }
  };
  const sortFew = (from: number, to: number, depth: number): void => {
    for (let next = from + 1; next < to; next += 1) {
      const row = rows[next] as number;
      let at = next;
      for (; at > from && isAfter(rows[at - 1] as number, row, depth); at -= 1)
        rows[at] = rows[at - 1] as number;
      rows[at] = row;
    }
  };
  /** Returns how many units all rows of a range share from a depth on. */
  const sharedOf = (from: number, to: number, depth: number): number => {
    const first = rows[from] as number;
    const end = (starts[first + 1] as number) - 1 - depth;
    let shared = end + 1 - (starts[first] as number);
    for (let at = from + 1; at < to && shared > 0; at += 1) {
      const row = rows[at] as number;
      const own = (starts[row + 1] as number) - 1 - depth;
      const most = Math.min(shared, own + 1 - (starts[row] as number));
      for (shared = 0; shared < most && codes[own - shared] === codes[end - shared];) shared += 1;
    }
    return shared;
  };
  const ranges: [from: number, to: number, depth: number][] = [[0, count, 0]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [from, to, shallow] = range;
    if (to - from <= FEW) {
      sortFew(from, to, shallow);
      continue;
    }
    const depth = shallow + sharedOf(from, to, shallow);
    for (let at = from; at < to; at += 1) {
      const row = rows[at] as number;
      const last = codeAt(row, depth);
      keys[at] = (last * CODE_RANGE + (last === 0 ? 0 : codeAt(row, depth + 1))) * ROW_RANGE + row;
    }
    keys.subarray(from, to).sort();
    for (let at = from; at < to;) {
      const pair = Math.floor((keys[at] as number) / ROW_RANGE);
      const next = (pair + 1) * ROW_RANGE;
      const first = at;
      for (; at < to && (keys[at] as number) < next; at += 1)
        rows[at] = (keys[at] as number) - pair * ROW_RANGE;
      // Texts that have ended are equal, and in the order of their rows already.
      if (pair % CODE_RANGE !== 0 && at - first > 1) ranges.push([first, at, depth + 2]);
    }
  }
  return rows;
}
