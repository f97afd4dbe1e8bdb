// Differences of coordinates are below 2^33, so rounding changes a product by less than 2^14 and their difference by less than 2^15.
const ROUNDING = 1 << 15;

/**
 * Returns on which side of a line a point is: positive on the left, negative on the right, 0 on the line.
 *
 * Units: 1e-7 degrees, whole numbers. Guarantee: exact.
 */
export function sideOfLine(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const left = (bx - ax) * (y - ay);
  const right = (by - ay) * (x - ax);
  const side = left - right;
  if (Math.abs(side) > ROUNDING) return side;
  const exact = BigInt(bx - ax) * BigInt(y - ay) - BigInt(by - ay) * BigInt(x - ax);
  return exact > 0n ? 1 : exact < 0n ? -1 : 0;
}
