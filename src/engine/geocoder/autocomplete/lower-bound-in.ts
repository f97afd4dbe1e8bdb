/** Returns the first index from `from` to `to` (exclusive) whose value is `value` or more; `to` if there is none. */
export function lowerBoundIn(ascending: Uint32Array, from: number, to: number, value: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
