/** Most bytes of a compared text. */
export const LONGEST_COMPARED = 48;

const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST_COMPARED + 1)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/**
 * Returns the number of edits between two byte ranges (a swap of neighbours is one edit), up to a bound.
 *
 * Shape: `bound + 1` or more if the distance is greater than the bound; each range has at most LONGEST_COMPARED bytes.
 * Cost: no allocation, unlike text/edit-distance; returns as soon as the bound is exceeded.
 */
export function byteDistance(
  a: Uint8Array,
  aLength: number,
  b: Uint8Array,
  bStart: number,
  bLength: number,
  bound: number,
): number {
  let [before, previous, current] = rows;
  for (let j = 0; j <= bLength; j += 1) previous[j] = j;
  for (let i = 1; i <= aLength; i += 1) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= bLength; j += 1) {
      const same = a[i - 1] === b[bStart + j - 1];
      let cost = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[bStart + j - 2] && a[i - 2] === b[bStart + j - 1])
        cost = Math.min(cost, before[j - 2] + 1);
      current[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > bound) return bound + 1;
    [before, previous, current] = [previous, current, before];
  }
  return previous[bLength];
}
