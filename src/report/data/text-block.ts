import { decodeVarints, encodeVarints } from '../../base/geo/varints.ts';

/** Most rows of a block: their order is written in two bytes. */
export const ROWS_IN_TEXT_BLOCK = 32_768;

/** The texts of one column of a block. Shape: text `n` is between `starts[n]` and `starts[n + 1] - 1`, a line feed in between. */
export interface TextColumn {
  text: string;
  starts: Uint32Array;
}

/** Reads a block that `encodeTextBlock` wrote. Shape: its columns, in the order of the rows. */
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
