import type { BoxE7 } from '../../../base/geo/boxes.ts';

/** Reports whether two boxes have a position in common. */
export function overlap(a: BoxE7, b: BoxE7): boolean {
  return a.minLon <= b.maxLon && a.maxLon >= b.minLon && a.minLat <= b.maxLat && a.maxLat >= b.minLat;
}

/**
 * Reports whether an edge touches a box: its bounds do, and not all corners of the box are on one side of its line.
 *
 * Shape: `edges` as of `Part`; `edge` is where its numbers begin.
 */
export function edgeTouches(
  edges: Float64Array,
  edge: number,
  { minLon, minLat, maxLon, maxLat }: BoxE7,
): boolean {
  const ax = edges[edge];
  const ay = edges[edge + 1];
  const bx = edges[edge + 2];
  const by = edges[edge + 3];
  if (Math.max(ax, bx) < minLon || Math.min(ax, bx) > maxLon) return false;
  if (Math.max(ay, by) < minLat || Math.min(ay, by) > maxLat) return false;
  const first = Math.sign(sideOfLine(ax, ay, bx, by, minLon, minLat));
  return !(
    first !== 0 &&
    first === Math.sign(sideOfLine(ax, ay, bx, by, maxLon, minLat)) &&
    first === Math.sign(sideOfLine(ax, ay, bx, by, maxLon, maxLat)) &&
    first === Math.sign(sideOfLine(ax, ay, bx, by, minLon, maxLat))
  );
}

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
