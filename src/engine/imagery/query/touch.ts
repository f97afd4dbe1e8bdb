import type { BoxE7 } from '../../../base/geo/boxes.ts';

/** Edges whose bounds are compared together: those that follow each other are close to each other. */
const EDGES_PER_GROUP = 16;

/** Reports whether a box may contain a part of some lines; false only if it contains none. */
export type TouchesBox = (box: BoxE7) => boolean;

/**
 * Creates the test whether edges touch a box.
 *
 * Shape: four numbers an edge, longitude and latitude of its ends. Units: 1e-7 degrees, whole numbers.
 * Cost: the edges of the groups whose bounds overlap the box are compared.
 */
export function createTouchTest(edges: Float64Array): TouchesBox {
  const groupNumbers = 4 * EDGES_PER_GROUP;
  const groups: BoxE7[] = [];
  for (let start = 0; start < edges.length; start += groupNumbers) {
    groups.push(boundsOf(edges.subarray(start, start + groupNumbers)));
  }
  return (box) =>
    groups.some((group, at) => {
      if (!overlap(group, box)) return false;
      const end = Math.min(edges.length, (at + 1) * groupNumbers);
      for (let edge = at * groupNumbers; edge < end; edge += 4)
        if (edgeTouches(edges, edge, box)) return true;
      return false;
    });
}

/** Reports whether two boxes have a position in common. */
export function overlap(a: BoxE7, b: BoxE7): boolean {
  return a.minLon <= b.maxLon && a.maxLon >= b.minLon && a.minLat <= b.maxLat && a.maxLat >= b.minLat;
}

function boundsOf(numbers: Float64Array): BoxE7 {
  const box = { minLat: Infinity, minLon: Infinity, maxLat: -Infinity, maxLon: -Infinity };
  for (let at = 0; at < numbers.length; at += 2) {
    const lon = numbers[at];
    const lat = numbers[at + 1];
    box.minLon = Math.min(box.minLon, lon);
    box.maxLon = Math.max(box.maxLon, lon);
    box.minLat = Math.min(box.minLat, lat);
    box.maxLat = Math.max(box.maxLat, lat);
  }
  return box;
}

/** A box that overlaps the bounds of an edge touches it, unless all of its corners are on one side of the line. */
function edgeTouches(edges: Float64Array, edge: number, { minLon, minLat, maxLon, maxLat }: BoxE7): boolean {
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
