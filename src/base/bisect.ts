/** Returns the first index from `from` to `to` (exclusive) at which something holds that holds at all after it; `to` where it holds at none. */
export function firstAt(from: number, to: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the same as {@link firstAt}. Cost: less where the index is near `from`, since the steps double. */
export function firstNear(from: number, to: number, holds: (at: number) => boolean): number {
  let [low, high] = [from, from];
  for (let step = 1; high < to && !holds(high); step *= 2) {
    low = high + 1;
    high = Math.min(to, low + step);
  }
  return firstAt(low, high, holds);
}

/** Returns the first index from `from` to `to` (exclusive) whose number is `value` or more; `to` if there is none. Cost: no closure, for what each request does often. */
export function lowerBound(ascending: Uint32Array, value: number, from = 0, to = ascending.length): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
