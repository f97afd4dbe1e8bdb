import { encodeVarints } from '../../base/geo/varints.ts';
import { orderByEnd } from './order-by-end.ts';
import type { TextCodes } from './text-codes.ts';

/**
 * Returns an encoder of blocks: texts of rows, a column each, in which neighbours are alike. Each text is written as what it does not share with the one before.
 *
 * Shape: a column is in the order of the rows, or in that of its block, whichever is smaller; the order of a block is that of the longest column, by its
 * last characters first, so that addresses of one street follow one another. Texts have no line feed.
 * Guarantee: `decodeTextBlock` returns the same texts. Cost: about a microsecond a row of an address and a label, a third of it for the order.
 */
export function createTextBlockEncoder(): (columns: readonly TextCodes[]) => Uint8Array {
  let lines = new Uint8Array(0);
  return (columns) => {
    const size = Math.max(0, ...columns.map(sizeOf)) * MOST_UTF8_BYTES + (columns[0]?.count ?? 0);
    // One block takes the memory of the one before: freed only by a collection, it would add up.
    if (lines.length < size) lines = new Uint8Array(size);
    return encodeTextBlock(columns, lines);
  };
}

/** Encodes a block. Shape: `lines` has room for the UTF-8 of the longest column with its line feeds. */
function encodeTextBlock(columns: readonly TextCodes[], lines: Uint8Array): Uint8Array {
  const count = columns[0]?.count ?? 0;
  const size = Math.max(0, ...columns.map(sizeOf));
  const longest = columns.find((column) => sizeOf(column) === size);
  const order = longest ? orderByEnd(longest) : new Uint32Array(0);
  const candidates = columns.map((column) => {
    const inRows = encodeColumn(column, undefined, lines);
    const inOrder = encodeColumn(column, order, lines);
    // The numbers of shared characters repeat and compress well.
    return { inRows, inOrder, saved: inRows[2].length - inOrder[2].length };
  });
  // The order costs two bytes a row, once for all columns.
  const savedByOrder = candidates.reduce((sum, { saved }) => sum + Math.max(0, saved), 0);
  const needsOrder = savedByOrder > 2 * count;
  const written = candidates.map(({ inRows, inOrder, saved }) => {
    const isOrdered = needsOrder && saved > 0;
    return { isOrdered, streams: isOrdered ? inOrder : inRows };
  });
  const streams = [
    ...(needsOrder ? [bytePlane(order, 0), bytePlane(order, 8)] : []),
    ...written.flatMap((column) => column.streams),
  ];
  const head = encodeVarints([
    count,
    columns.length,
    Number(needsOrder),
    ...written.map(({ isOrdered }) => Number(isOrdered)),
    ...streams.map(({ length }) => length),
  ]);
  return joined([head, ...streams]);
}

const MOST_SHARED = 255;
const LF = 10;
const REPLACEMENT = 0xfffd;
/** Of a code unit; those of a character outside of the first plane have two each. */
const MOST_UTF8_BYTES = 3;

const sizeOf = ({ starts, count }: TextCodes): number => starts[count] as number;

/** The streams of a column: of each text how many characters it shares with the start and the end of the one before, and the lines in between. */
type Streams = [starts: Uint8Array, ends: Uint8Array, middles: Uint8Array];

/** Encodes a column. Shape: in the order of the rows where no other is given; `lines` is used again. */
function encodeColumn(
  { codes, starts, count }: TextCodes,
  order: Uint32Array | undefined,
  lines: Uint8Array,
): Streams {
  const sharedStarts = new Uint8Array(count);
  const sharedEnds = new Uint8Array(count);
  const isHigh = (at: number) => ((codes[at] as number) & 0xfc00) === 0xd800;
  let [before, beforeEnd, size] = [0, 0, 0];
  for (let place = 0; place < count; place += 1) {
    const row = order ? (order[place] as number) : place;
    const from = starts[row] as number;
    const to = starts[row + 1] as number;
    const most = Math.min(beforeEnd - before, to - from, MOST_SHARED);
    let start = 0;
    while (start < most && codes[before + start] === codes[from + start]) start += 1;
    // The halves of a character are not parted: alone they cannot be written.
    if (start > 0 && isHigh(from + start - 1)) start -= 1;
    const mostAtEnd = Math.min(beforeEnd - before - start, to - from - start, MOST_SHARED);
    let end = 0;
    while (end < mostAtEnd && codes[beforeEnd - 1 - end] === codes[to - 1 - end]) end += 1;
    if (end > 0 && to - end > from && isHigh(to - end - 1)) end -= 1;
    sharedStarts[place] = start;
    sharedEnds[place] = end;
    size = writeUtf8(codes, from + start, to - end, lines, size);
    lines[size++] = LF;
    before = from;
    beforeEnd = to;
  }
  return [sharedStarts, sharedEnds, lines.slice(0, Math.max(0, size - 1))];
}

/** Returns the byte of each number from a bit on. */
function bytePlane(numbers: Uint32Array, bit: number): Uint8Array {
  const plane = new Uint8Array(numbers.length);
  for (let at = 0; at < numbers.length; at += 1) plane[at] = (numbers[at] as number) >>> bit;
  return plane;
}

/** Writes code units as UTF-8 into bytes; returns the offset after them. Shape: half a character becomes U+FFFD, as `TextEncoder` writes it. */
function writeUtf8(codes: Uint16Array, from: number, to: number, bytes: Uint8Array, offset: number): number {
  let size = offset;
  for (let at = from; at < to; at += 1) {
    let code = codes[at] as number;
    if (code < 0x80) {
      bytes[size++] = code;
      continue;
    }
    if (code < 0x800) {
      bytes[size++] = 0xc0 | (code >> 6);
      bytes[size++] = 0x80 | (code & 0x3f);
      continue;
    }
    if ((code & 0xf800) === 0xd800) {
      const low = at + 1 < to ? (codes[at + 1] as number) : 0;
      if (code < 0xdc00 && (low & 0xfc00) === 0xdc00) {
        const point = 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff);
        bytes[size++] = 0xf0 | (point >> 18);
        bytes[size++] = 0x80 | ((point >> 12) & 0x3f);
        bytes[size++] = 0x80 | ((point >> 6) & 0x3f);
        bytes[size++] = 0x80 | (point & 0x3f);
        at += 1;
        continue;
      }
      code = REPLACEMENT;
    }
    bytes[size++] = 0xe0 | (code >> 12);
    bytes[size++] = 0x80 | ((code >> 6) & 0x3f);
    bytes[size++] = 0x80 | (code & 0x3f);
  }
  return size;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
