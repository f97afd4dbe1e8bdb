import type { OrderingProblem } from './ordering-problem.ts';

const NEAR = 10;
/** Longest part that is moved: if costs differ by direction, moving a part can help where reversing one cannot. */
const LONGEST_MOVED = 30;
/** Smallest saving of a move, as a share of the largest possible sum: sums of doubles are inexact, and savings below the error would never end the search. */
const MIN_SAVING_SHARE = 1e-12;
const MIN_SAVING = 1e-7;

/** A local search that improves orders of one problem in place; the costs must be finite. */
export interface LocalSearch {
  /** Marks a stop whose neighbours changed. */
  touch(stop: number): void;
  /**
   * Makes moves that reduce the cost near the touched stops until there is none.
   *
   * Guarantee: the first and the last stop stay where they are.
   */
  improve(order: Int32Array): void;
}

/**
 * Creates the search for moves that reduce the cost of an order: reversing a part of it (2-opt), and moving up to thirty stops, reversed or
 * not (or-opt).
 *
 * Cost: prefix sums of the costs in both directions make the saving of a move a few array reads, also if costs differ by direction.
 */
export function createLocalSearch(problem: OrderingProblem): LocalSearch {
  const { count, costs } = problem;
  const minSaving = Math.max(
    MIN_SAVING,
    MIN_SAVING_SHARE * count * costs.reduce((a, b) => Math.max(a, b), 0),
  );
  const width = Math.min(NEAR, count - 1);
  const onward = nearStops(problem, width, 'onward');
  const backward = nearStops(problem, width, 'backward');
  const place = new Int32Array(count);
  // forth[i]: cost from the first stop to position i; back[i]: cost of the same part in reverse.
  const forth = new Float64Array(count);
  const back = new Float64Array(count);
  const queue = new Int32Array(count);
  const queued = new Uint8Array(count);
  const moved = new Int32Array(LONGEST_MOVED);
  let head = 0;
  let waiting = 0;
  let order: Int32Array = new Int32Array(0);

  const cost = (from: number, to: number): number => costs[from * count + to];
  const stopAt = (at: number): number => order[at];

  function touch(stop: number): void {
    if (queued[stop] === 1) return;
    queued[stop] = 1;
    queue[(head + waiting) % count] = stop;
    waiting += 1;
  }

  /** Updates positions and prefix sums from a position on. */
  function updateSums(from: number): void {
    for (let at = Math.max(1, from); at < count; at += 1) {
      const [before, here] = [stopAt(at - 1), stopAt(at)];
      place[here] = at;
      forth[at] = forth[at - 1] + cost(before, here);
      back[at] = back[at - 1] + cost(here, before);
    }
    place[stopAt(0)] = 0;
  }

  /** Returns the saving of reversing the stops between two positions. */
  function savingOfReversing(first: number, last: number): number {
    const [before, after] = [stopAt(first - 1), stopAt(last + 1)];
    const [begin, end] = [stopAt(first), stopAt(last)];
    const now = cost(before, begin) + cost(end, after) + forth[last] - forth[first];
    const then = cost(before, end) + cost(begin, after) + back[last] - back[first];
    return now - then;
  }

  function reverse(first: number, last: number): true {
    touch(stopAt(first - 1));
    touch(stopAt(first));
    touch(stopAt(last));
    touch(stopAt(last + 1));
    for (let i = first, j = last; i < j; i += 1, j -= 1) {
      const stop = stopAt(i);
      order[i] = stopAt(j);
      order[j] = stop;
    }
    updateSums(first);
    return true;
  }

  /** Tries to reverse a part so that a stop is followed, or preceded, by a nearer one. */
  function tryReversing(stop: number): boolean {
    const at = place[stop];
    if (at < count - 1) {
      const now = cost(stop, stopAt(at + 1));
      for (let rank = 0; rank < width; rank += 1) {
        const next = onward[stop * width + rank];
        if (cost(stop, next) >= now) break;
        const there = place[next];
        if (there > at + 1 && there < count - 1 && savingOfReversing(at + 1, there) > minSaving)
          return reverse(at + 1, there);
      }
    }
    if (at > 0 && at < count - 1) {
      const now = cost(stopAt(at - 1), stop);
      for (let rank = 0; rank < width; rank += 1) {
        const previous = backward[stop * width + rank];
        if (cost(previous, stop) >= now) break;
        const there = place[previous];
        if (there < at - 1 && savingOfReversing(there + 1, at) > minSaving) return reverse(there + 1, at);
      }
    }
    return false;
  }

  /** Tries to move the stops that begin, or end, at a stop. */
  function tryMoving(stop: number): boolean {
    const at = place[stop];
    for (let length = 1; length <= LONGEST_MOVED; length += 1) {
      if (tryMovingPart(at, at + length - 1)) return true;
      if (length > 1 && tryMovingPart(at - length + 1, at)) return true;
    }
    return false;
  }

  /** Tries to move a part between two other stops, of which one is near. */
  function tryMovingPart(first: number, last: number): boolean {
    if (first < 1 || last > count - 2) return false;
    const [before, after] = [stopAt(first - 1), stopAt(last + 1)];
    const [begin, end] = [stopAt(first), stopAt(last)];
    const freed = cost(before, begin) + cost(end, after) - cost(before, after);
    if (freed <= minSaving) return false;
    const reversedCost = back[last] - back[first] - forth[last] + forth[first];
    for (let rank = 0; rank < width; rank += 1) {
      const afterEnd = onward[end * width + rank];
      if (cost(end, afterEnd) >= freed) break;
      if (tryGap(first, last, place[afterEnd] - 1, freed, false)) return true;
    }
    for (let rank = 0; rank < width; rank += 1) {
      const beforeBegin = backward[begin * width + rank];
      if (cost(beforeBegin, begin) >= freed) break;
      if (tryGap(first, last, place[beforeBegin], freed, false)) return true;
    }
    for (let rank = 0; rank < width; rank += 1) {
      const afterBegin = onward[begin * width + rank];
      if (cost(begin, afterBegin) >= freed - reversedCost) break;
      if (tryGap(first, last, place[afterBegin] - 1, freed - reversedCost, true)) return true;
    }
    for (let rank = 0; rank < width; rank += 1) {
      const beforeEnd = backward[end * width + rank];
      if (cost(beforeEnd, end) >= freed - reversedCost) break;
      if (tryGap(first, last, place[beforeEnd], freed - reversedCost, true)) return true;
    }
    return false;
  }

  /** Moves the stops from `first` to `last` into the gap after a position, if that reduces the cost. */
  function tryGap(first: number, last: number, gap: number, freed: number, reversed: boolean): boolean {
    if (gap < 0 || gap >= count - 1 || (gap >= first - 1 && gap <= last)) return false;
    const [left, right] = [stopAt(gap), stopAt(gap + 1)];
    const begin = stopAt(reversed ? last : first);
    const end = stopAt(reversed ? first : last);
    const paid = cost(left, begin) + cost(end, right) - cost(left, right);
    if (!(freed - paid > minSaving)) return false;
    touch(stopAt(first - 1));
    touch(stopAt(last + 1));
    touch(left);
    touch(right);
    touch(begin);
    touch(end);
    move(first, last, gap, reversed);
    return true;
  }

  function move(first: number, last: number, gap: number, reversed: boolean): void {
    const length = last - first + 1;
    for (let i = 0; i < length; i += 1) moved[i] = stopAt(reversed ? last - i : first + i);
    if (gap > last) order.copyWithin(first, last + 1, gap + 1);
    else order.copyWithin(gap + 1 + length, gap + 1, first);
    const start = gap > last ? gap - length + 1 : gap + 1;
    for (let i = 0; i < length; i += 1) order[start + i] = moved[i];
    updateSums(Math.min(first, gap + 1));
  }

  return {
    touch,
    improve(given) {
      order = given;
      updateSums(0);
      while (waiting > 0) {
        const stop = queue[head];
        head = (head + 1) % count;
        waiting -= 1;
        queued[stop] = 0;
        while (tryReversing(stop) || tryMoving(stop));
      }
    },
  };
}

/**
 * Returns, for each stop, the stops with the lowest cost to go to, or to come from.
 *
 * Shape: `width` stops each, row by row, cheapest first; equal costs by number.
 */
function nearStops(
  { count, costs }: OrderingProblem,
  width: number,
  direction: 'onward' | 'backward',
): Int32Array {
  const near = new Int32Array(count * width);
  const [rowStep, columnStep] = direction === 'onward' ? [count, 1] : [1, count];
  for (let stop = 0; stop < count; stop += 1) {
    const others = Array.from({ length: count }, (_, other) => other).filter((other) => other !== stop);
    const costTo = (other: number) => costs[stop * rowStep + other * columnStep];
    others.sort((a, b) => {
      const [x, y] = [costTo(a), costTo(b)];
      return x < y ? -1 : x > y ? 1 : a - b;
    });
    near.set(others.slice(0, width), stop * width);
  }
  return near;
}
