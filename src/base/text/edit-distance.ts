/** The last rows of the table of distances, which grow to the longest text; a call leaves nothing in them that another one reads. */
const rows: [number[], number[], number[]] = [[], [], []];

/**
 * Counts the insertions, deletions, replacements and swaps of neighbours between two texts, up to a bound.
 *
 * Shape: `bound + 1` if the distance is larger (optimal string alignment; no part is edited twice).
 * Cost: one row at a time; returns as soon as the bound is passed.
 */
export function editDistance(a: string, b: string, bound = Infinity): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > bound) return bound + 1;
  let [beforePrevious, previous, current] = rows;
  for (let j = 0; j <= b.length; j += 1) previous[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    current[0] = i;
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(at(previous, j) + 1, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, at(beforePrevious, j - 2) + 1);
      current[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > bound) return bound + 1;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  const distance = at(previous, b.length);
  return distance > bound ? bound + 1 : distance;
}

function at(row: number[], index: number): number {
  return row[index] as number;
}
