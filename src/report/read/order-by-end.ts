import type { TextCodes } from './text-codes.ts';

/** Ranges of fewer rows are sorted by insertion: counting takes as many steps as there are different units. */
const MANY = 48;
const CODES = 2 ** 16;

/**
 * Returns the numbers of the texts in the order of their last characters first, equal texts in the order of their numbers.
 *
 * Source: a radix sort from the most significant unit on; units that all texts of a range share are passed at once.
 */
export function orderByEnd({ codes, starts, count }: TextCodes): Uint32Array {
  const { ranks, most } = ranksOf(codes.subarray(0, starts[count]));
  const rows = new Uint32Array(count);
  for (let row = 0; row < count; row += 1) rows[row] = row;
  const keys = new Uint16Array(count);
  const sort = createRankSort(rows, keys, most);
  const ranges: [from: number, to: number, depth: number][] = [[0, count, 0]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [from, to, shallow] = range;
    const depth = shallow + sharedAtEnd(from, to, shallow);
    for (let at = from; at < to; at += 1) {
      const row = rows[at] as number;
      const unit = (starts[row + 1] as number) - 1 - depth;
      // 0 is before the start of a text.
      keys[at] = unit < (starts[row] as number) ? 0 : (ranks[codes[unit] as number] as number);
    }
    sort(from, to);
    for (let at = from; at < to;) {
      const first = at;
      const key = keys[first] as number;
      while (at < to && keys[at] === key) at += 1;
      // Texts that have ended are equal, and in the order of their rows already.
      if (key > 0 && at - first > 1) ranges.push([first, at, depth + 1]);
    }
  }
  return rows;

  /** Returns how many units all rows of a range share before their last `depth` ones. */
  function sharedAtEnd(from: number, to: number, depth: number): number {
    const first = rows[from] as number;
    const end = (starts[first + 1] as number) - 1 - depth;
    let shared = end + 1 - (starts[first] as number);
    for (let at = from + 1; at < to && shared > 0; at += 1) {
      const row = rows[at] as number;
      const own = (starts[row + 1] as number) - 1 - depth;
      const longest = Math.min(shared, own + 1 - (starts[row] as number));
      for (shared = 0; shared < longest && codes[own - shared] === codes[end - shared];) shared += 1;
    }
    return shared;
  }
}

/** Returns a function that sorts a range of rows by their keys, which are 0 to `most`. Guarantee: equal keys stay in their order. */
function createRankSort(
  rows: Uint32Array,
  keys: Uint16Array,
  most: number,
): (from: number, to: number) => void {
  const places = new Uint32Array(most + 2);
  const sortedRows = new Uint32Array(rows.length);
  const sortedKeys = new Uint16Array(rows.length);
  return (from, to) => {
    if (to - from >= MANY) return count(from, to);
    for (let next = from + 1; next < to; next += 1) {
      const row = rows[next] as number;
      const key = keys[next] as number;
      let at = next;
      for (; at > from && (keys[at - 1] as number) > key; at -= 1) {
        rows[at] = rows[at - 1] as number;
        keys[at] = keys[at - 1] as number;
      }
      rows[at] = row;
      keys[at] = key;
    }
  };

  function count(from: number, to: number): void {
    places.fill(0);
    for (let at = from; at < to; at += 1) {
      const next = (keys[at] as number) + 1;
      places[next] = (places[next] as number) + 1;
    }
    places[0] = from;
    for (let key = 1; key <= most; key += 1)
      places[key] = (places[key] as number) + (places[key - 1] as number);
    for (let at = from; at < to; at += 1) {
      const key = keys[at] as number;
      const place = places[key] as number;
      places[key] = place + 1;
      sortedRows[place] = rows[at] as number;
      sortedKeys[place] = key;
    }
    rows.set(sortedRows.subarray(from, to), from);
    keys.set(sortedKeys.subarray(from, to), from);
  }
}

/** Ranks the code units that occur, from 1, in their order: few, so that rows are counted by them. */
function ranksOf(codes: Uint16Array): { ranks: Uint16Array; most: number } {
  const ranks = new Uint16Array(CODES);
  for (let at = 0; at < codes.length; at += 1) ranks[codes[at] as number] = 1;
  let most = 0;
  for (let code = 0; code < CODES; code += 1) if (ranks[code] === 1) ranks[code] = most += 1;
  return { ranks, most };
}
