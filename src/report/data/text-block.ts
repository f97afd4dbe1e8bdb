import { decodeVarints, encodeVarints } from '../../base/geo/varints.ts';

/**
 * Texts of rows, a column each, in which neighbours are alike: each text is written as what it does not share with the one before.
 *
 * Shape: a column is in the order of the rows, or in that of its block, whichever is smaller; the order of a block is that of the longest column, by its
 * last characters first, so that addresses of one street follow one another. Texts have no line feed.
 * Guarantee: {@link decodeTextBlock} returns the same texts.
 */
export function encodeTextBlock(columns: readonly (readonly string[])[]): Uint8Array {
  const count = columns[0]?.length ?? 0;
  const order = orderOf(columns);
  const candidates = columns.map((texts) => {
    const inRows = encodeColumn(texts);
    const inOrder = encodeColumn(Array.from(order, (row) => texts[row] as string));
    return { inRows, inOrder, saved: inRows.size - inOrder.size };
  });
  // The order costs two bytes a row, once for all columns.
  const savedByOrder = candidates.reduce((sum, { saved }) => sum + Math.max(0, saved), 0);
  const needsOrder = savedByOrder > 2 * count;
  const written = candidates.map(({ inRows, inOrder, saved }) => {
    const isOrdered = needsOrder && saved > 0;
    return { isOrdered, streams: (isOrdered ? inOrder : inRows).streams };
  });
  const streams = [
    ...(needsOrder
      ? [Uint8Array.from(order, (row) => row & 255), Uint8Array.from(order, (row) => row >> 8)]
      : []),
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

/** Most rows of a block: their order is written in two bytes. */
export const ROWS_IN_TEXT_BLOCK = 32_768;

const MOST_SHARED = 255;
const encoder = new TextEncoder();

/** Returns the rows in the order of the longest column. */
function orderOf(columns: readonly (readonly string[])[]): Uint32Array {
  const sizes = columns.map((texts) => texts.reduce((sum, { length }) => sum + length, 0));
  const longest = columns[sizes.indexOf(Math.max(0, ...sizes))] ?? [];
  const keys = longest.map((text) => text.split('').reverse().join(''));
  return Uint32Array.from(keys.keys()).sort((a, b) => {
    const [x, y] = [keys[a] as string, keys[b] as string];
    return x < y ? -1 : x > y ? 1 : a - b;
  });
}

function encodeColumn(texts: readonly string[]): { streams: Uint8Array[]; size: number } {
  const starts = new Uint8Array(texts.length);
  const ends = new Uint8Array(texts.length);
  const middles: string[] = [];
  let before = '';
  texts.forEach((text, at) => {
    const start = sharedStart(before, text);
    const end = sharedEnd(before, text, start);
    starts[at] = start;
    ends[at] = end;
    middles.push(text.slice(start, text.length - end));
    before = text;
  });
  const streams = [starts, ends, encoder.encode(middles.join('\n'))];
  // The numbers of shared characters repeat and compress well.
  return { streams, size: streams[2]?.length ?? 0 };
}

const isHigh = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xd800;

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length, MOST_SHARED);
  let shared = 0;
  while (shared < most && a.charCodeAt(shared) === b.charCodeAt(shared)) shared += 1;
  // The halves of a character are not parted: alone they cannot be written.
  return shared > 0 && isHigh(b, shared - 1) ? shared - 1 : shared;
}

function sharedEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length - start, b.length - start, MOST_SHARED);
  let shared = 0;
  while (shared < most && a.charCodeAt(a.length - 1 - shared) === b.charCodeAt(b.length - 1 - shared))
    shared += 1;
  const cut = b.length - shared;
  return shared > 0 && cut > 0 && isHigh(b, cut - 1) ? shared - 1 : shared;
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

/** The texts of one column of a block. Shape: text `n` is between `starts[n]` and `starts[n + 1] - 1`, a line feed in between. */
export interface TextColumn {
  text: string;
  starts: Uint32Array;
}

/** Reads a block. Shape: its columns, in the order of the rows. */
export function decodeTextBlock(bytes: Uint8Array): TextColumn[] {
  const [count = 0, columns = 0, needsOrder = 0] = decodeVarints(bytes, 3);
  const streamCount = (needsOrder === 1 ? 2 : 0) + 3 * columns;
  const numbers = decodeVarints(bytes, 3 + columns + streamCount);
  let at = encodeVarints(numbers).length;
  const streams = Array.from(numbers.subarray(3 + columns), (length) => bytes.subarray(at, (at += length)));
  const [low, high] = needsOrder === 1 ? streams.splice(0, 2) : [];
  return Array.from({ length: columns }, (_, column) => {
    const [starts, ends, middles] = streams.splice(0, 3) as [Uint8Array, Uint8Array, Uint8Array];
    const texts = decodeColumn(starts, ends, new TextDecoder().decode(middles).split('\n'));
    if (numbers[3 + column] !== 1 || !low || !high) return asColumn(texts);
    const inRows = new Array<string>(count);
    texts.forEach((text, place) => (inRows[(low[place] as number) | ((high[place] as number) << 8)] = text));
    return asColumn(inRows);
  });
}

function decodeColumn(starts: Uint8Array, ends: Uint8Array, middles: readonly string[]): string[] {
  let before = '';
  return Array.from(starts, (start, at) => {
    before =
      before.slice(0, start) + (middles[at] as string) + before.slice(before.length - (ends[at] as number));
    return before;
  });
}

/** Writes texts into one: many short ones take more memory than their characters. */
function asColumn(texts: readonly string[]): TextColumn {
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach(({ length }, at) => (starts[at + 1] = (starts[at] as number) + length + 1));
  return { text: texts.join('\n'), starts };
}

/** Returns one text of a column. */
export function textAt({ text, starts }: TextColumn, row: number): string {
  return text.slice(starts[row], (starts[row + 1] as number) - 1);
}
