/** Most pairs that are evaluated in one pass; of more only those with the highest bounds are kept. */
const MOST_PAIRS = 48;

/** Pairs of a hit and a group of units (-1 for none). Shape: `order` has their numbers, the highest bound first; none has a bound below `least`. */
export interface Pairs {
  count: number;
  least: number;
  order: Int32Array;
  hit: Int32Array;
  group: Int32Array;
  bound: Float64Array;
}

/** Creates the buffers for the pairs of one question. */
export function createPairs(): Pairs {
  return {
    count: 0,
    least: 0,
    order: new Int32Array(MOST_PAIRS),
    hit: new Int32Array(MOST_PAIRS),
    group: new Int32Array(MOST_PAIRS),
    bound: new Float64Array(MOST_PAIRS),
  };
}

/** Inserts a pair in the order of the bounds. */
export function addPair(pairs: Pairs, hit: number, group: number, bound: number): void {
  if (bound < pairs.least) return;
  const { order } = pairs;
  let at = pairs.count;
  let pair = at;
  if (at === MOST_PAIRS) {
    at -= 1;
    pair = order[at];
    if (pairs.bound[pair] >= bound) return;
  } else pairs.count += 1;
  pairs.hit[pair] = hit;
  pairs.group[pair] = group;
  pairs.bound[pair] = bound;
  for (; at > 0 && pairs.bound[order[at - 1]] < bound; at -= 1) order[at] = order[at - 1];
  order[at] = pair;
}
