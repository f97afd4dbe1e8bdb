import { encodeVarints } from '../../base/geo/varints.ts';
import { orderByEnd, type TextCodes } from './text-codes.ts';

/**
 * Texts of rows, a column each, in which neighbours are alike: each text is written as what it does not share with the one before.
 *
 * Shape: a column is in the order of the rows, or in that of its block, whichever is smaller; the order of a block is that of the longest column, by its
 * last characters first, so that addresses of one street follow one another. Texts have no line feed.
 * Guarantee: `decodeTextBlock` returns the same texts.
 */
export function encodeTextBlock(columns: readonly TextCodes[]): Uint8Array {
  const count = columns[0]?.count ?? 0;
  const size = Math.max(0, ...columns.map(sizeOf));
  const longest = columns.find((column) => sizeOf(column) === size);
  const order = longest ? orderByEnd(longest) : new Uint32Array(0);
  // One line of middles after the other is written here.
  const lines = new Uint16Array(size + count);
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

const sizeOf = ({ starts, count }: TextCodes): number => starts[count] as number;

/** The streams of a column: of each text how many characters it shares with the start and the end of the one before, and the lines in between. */
type Streams = [starts: Uint8Array, ends: Uint8Array, middles: Uint8Array];

/** Encodes a column. Shape: in the order of the rows where no other is given; `lines` has room for all texts and their line feeds, and is used again. */
function encodeColumn(
  { codes, starts, count }: TextCodes,
  order: Uint32Array | undefined,
  lines: Uint16Array,
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
    for (let at = from + start; at < to - end; at += 1) lines[size++] = codes[at] as number;
    lines[size++] = LF;
    before = from;
    beforeEnd = to;
  }
  return [sharedStarts, sharedEnds, utf8Of(lines.subarray(0, Math.max(0, size - 1)))];
}

/** Returns the byte of each number from a bit on. */
function bytePlane(numbers: Uint32Array, bit: number): Uint8Array {
  const plane = new Uint8Array(numbers.length);
  for (let at = 0; at < numbers.length; at += 1) plane[at] = (numbers[at] as number) >>> bit;
  return plane;
}

/** Returns code units as UTF-8. Cost: by way of a string, which is written faster than a loop encodes it. */
function utf8Of({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return Buffer.from(Buffer.from(buffer, byteOffset, byteLength).toString('utf16le'));
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
