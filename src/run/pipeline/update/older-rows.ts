import { firstAt } from '../../../base/bisect.ts';

/**
 * Rows of results that another version or edition answered.
 *
 * Shape: `rows` is their number; `by` names what answered them, in a sentence; `ranges` are places in the results, from 0, the second one excluded, in order and apart.
 * They have all of these rows, and others between them where they would be too many: a row is at worst answered again without need.
 */
export interface OlderRows {
  rows: number;
  by: string;
  ranges: readonly (readonly [from: number, to: number])[];
}

/** Ranges that a manifest and each line of the journal have at most: some 20 kB. */
export const MOST_RANGES = 1000;

/** Returns older rows with those of the chunk behind them. Shape: the ranges of the chunk count from its own beginning, which is at `offset`. */
export function withOlder(sum: OlderRows | undefined, more: OlderRows, offset: number): OlderRows {
  const ranges = (sum?.ranges ?? []).map(([from, to]): [number, number] => [from, to]);
  for (const [from, to] of more.ranges) {
    const last = ranges.at(-1);
    if (last?.[1] === from + offset) last[1] = to + offset;
    else ranges.push([from + offset, to + offset]);
  }
  return { rows: (sum?.rows ?? 0) + more.rows, by: sum?.by ?? more.by, ranges: withFewer(ranges) };
}

/** Joins neighbours, the closest first, until half of the most are left. */
function withFewer(ranges: [number, number][]): [number, number][] {
  if (ranges.length <= MOST_RANGES) return ranges;
  const gaps = ranges.slice(1).map(([from], at) => from - (ranges[at] as [number, number])[1]);
  const widest = gaps.toSorted((a, b) => b - a)[MOST_RANGES / 2 - 1] ?? 0;
  const joined: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = joined.at(-1);
    if (last && from - last[1] < widest) last[1] = to;
    else joined.push([from, to]);
  }
  // Gaps of one size, which no limit tells apart.
  if (joined.length > MOST_RANGES) return [[joined[0]![0], joined.at(-1)![1]]];
  return joined;
}

/** Builds a function that reports whether a row of the results, from 0, is among the older ones. */
export function createIsOlder({ ranges }: Pick<OlderRows, 'ranges'>): (row: number) => boolean {
  return (row) => {
    const next = firstAt(0, ranges.length, (at) => ranges[at]![0] > row);
    return next > 0 && row < ranges[next - 1]![1];
  };
}
