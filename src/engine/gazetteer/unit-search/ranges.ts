/**
 * A set of base wards, or of streets and places, as ascending, disjoint ranges.
 *
 * Shape: start and end (exclusive) by turns: `[3, 5, 9, 10]` is {3, 4, 9}.
 */
export type Ranges = Int32Array;

/** More than the base wards, streets and places of any dataset; its square is an exact number. */
const MOST_BASE_WARDS = 2 ** 26;

/** Converts ascending numbers, repetitions allowed, to ranges. */
export function rangesOf(ascending: Iterable<number>): Ranges {
  const bounds: number[] = [];
  for (const value of ascending) {
    if (bounds.length > 0 && value < (bounds.at(-1) as number)) continue;
    if (bounds.at(-1) === value) bounds[bounds.length - 1] = value + 1;
    else bounds.push(value, value + 1);
  }
  return Int32Array.from(bounds);
}

/** Reports whether two sets have a common member. */
export function overlap(a: Ranges, b: Ranges): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (at(a, i + 1) <= at(b, j)) i += 2;
    else if (at(b, j + 1) <= at(a, i)) j += 2;
    else return true;
  }
  return false;
}

/** Reports whether a set has all members of another one. */
export function contains(all: Ranges, some: Ranges): boolean {
  let i = 0;
  for (let j = 0; j < some.length; j += 2) {
    while (i < all.length && at(all, i + 1) <= at(some, j)) i += 2;
    if (i >= all.length || at(all, i) > at(some, j) || at(all, i + 1) < at(some, j + 1)) return false;
  }
  return true;
}

/** Returns the intersection of two sets. */
export function intersect(a: Ranges, b: Ranges): Ranges {
  const bounds: number[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const start = Math.max(at(a, i), at(b, j));
    const end = Math.min(at(a, i + 1), at(b, j + 1));
    if (start < end) bounds.push(start, end);
    if (at(a, i + 1) < at(b, j + 1)) i += 2;
    else j += 2;
  }
  return Int32Array.from(bounds);
}

/** Returns the union of some sets. */
export function uniteRanges(sets: readonly Ranges[]): Ranges {
  let count = 0;
  for (const set of sets) count += set.length / 2;
  // A range as one number sorts by start, then end, without a call for each comparison.
  const ranges = new Float64Array(count);
  let filled = 0;
  for (const set of sets)
    for (let i = 0; i < set.length; i += 2, filled += 1)
      ranges[filled] = at(set, i) * MOST_BASE_WARDS + at(set, i + 1);
  ranges.sort();
  const bounds: number[] = [];
  for (const range of ranges) {
    const start = Math.floor(range / MOST_BASE_WARDS);
    const end = range % MOST_BASE_WARDS;
    const last = bounds.length - 1;
    if (last > 0 && start <= bounds[last]) bounds[last] = Math.max(bounds[last], end);
    else bounds.push(start, end);
  }
  return Int32Array.from(bounds);
}

/** Iterates over the members of a set in ascending order. */
export function* members(ranges: Ranges): Generator<number> {
  for (let i = 0; i < ranges.length; i += 2) {
    for (let member = at(ranges, i); member < at(ranges, i + 1); member += 1) yield member;
  }
}

function at(ranges: Ranges, index: number): number {
  return ranges[index];
}
