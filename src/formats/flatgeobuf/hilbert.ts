const SIDE = 1 << 16;

/**
 * Returns the place of a cell on the Hilbert curve that fills a square of 65,536 cells a side: cells that are near one another have
 * numbers that are near. Source: Wikipedia, Hilbert curve, xy2d.
 */
export function hilbertOf(column: number, row: number): number {
  let x = column;
  let y = row;
  let distance = 0;
  for (let side = SIDE / 2; side >= 1; side /= 2) {
    const right = (x & side) > 0 ? 1 : 0;
    const upper = (y & side) > 0 ? 1 : 0;
    distance += side * side * ((3 * right) ^ upper);
    if (upper === 0) {
      if (right === 1) {
        x = SIDE - 1 - x;
        y = SIDE - 1 - y;
      }
      [x, y] = [y, x];
    }
  }
  return distance;
}

/** The number of cells on a side of the square. */
export const HILBERT_SIDE = SIDE;
