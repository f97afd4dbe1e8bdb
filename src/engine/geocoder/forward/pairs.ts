/** Most pairs; of more only those with the highest bounds are kept. */
const MOST_PAIRS = 96;

/** Pairs of a hit and a group of units (-1 for none), the highest bound first. */
export interface Pairs {
  count: number;
  hit: Int32Array;
  group: Int32Array;
  bound: Float64Array;
}

/** Creates the buffers for the pairs of one question. */
export function createPairs(): Pairs {
  return {
    count: 0,
    hit: new Int32Array(MOST_PAIRS),
    group: new Int32Array(MOST_PAIRS),
    bound: new Float64Array(MOST_PAIRS),
  };
}

/** Inserts a pair in the order of the bounds. */
export function addPair(pairs: Pairs, hit: number, group: number, bound: number): void {
  let at = pairs.count;
  if (at === MOST_PAIRS) {
    at -= 1;
    if (pairs.bound[at] >= bound) return;
  } else pairs.count += 1;
  for (; at > 0 && pairs.bound[at - 1] < bound; at -= 1) {
    pairs.hit[at] = pairs.hit[at - 1];
    pairs.group[at] = pairs.group[at - 1];
    pairs.bound[at] = pairs.bound[at - 1];
  }
  pairs.hit[at] = hit;
  pairs.group[at] = group;
  pairs.bound[at] = bound;
}
