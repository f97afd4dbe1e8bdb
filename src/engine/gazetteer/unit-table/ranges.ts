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

/** Most sets that are merged one by one, and most bounds of all of them. */
const MOST_MERGED = 12;
const MOST_BOUNDS = 1024;
const merged: [Ranges, Ranges] = [new Int32Array(MOST_BOUNDS), new Int32Array(MOST_BOUNDS)];

/** Returns the union of some sets. */
export function uniteRanges(sets: readonly Ranges[]): Ranges {
  let length = 0;
  for (const set of sets) length += set.length;
  if (sets.length > MOST_MERGED || length > MOST_BOUNDS) return uniteMany(sets, length);
  let [united, spare] = merged;
  let count = 0;
  for (const set of sets) {
    count = merge(united, count, set, spare);
    [united, spare] = [spare, united];
  }
  return united.slice(0, count);
}

/** Writes the union of the first `count` bounds of a set and of another set to `out`; returns the number of bounds. */
function merge(a: Ranges, count: number, b: Ranges, out: Ranges): number {
  let i = 0;
  let j = 0;
  let end = 0;
  while (i < count || j < b.length) {
    const isFromA = j >= b.length || (i < count && a[i] <= b[j]);
    const from = isFromA ? a[i] : b[j];
    const to = isFromA ? a[i + 1] : b[j + 1];
    if (isFromA) i += 2;
    else j += 2;
    if (end > 0 && from <= out[end - 1]) {
      if (to > out[end - 1]) out[end - 1] = to;
    } else {
      out[end] = from;
      out[end + 1] = to;
      end += 2;
    }
  }
  return end;
}

function uniteMany(sets: readonly Ranges[], length: number): Ranges {
  // A range as one number sorts by start, then end, without a call for each comparison.
  const ranges = new Float64Array(length / 2);
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
