import { mercator } from '../../../base/geo/mercator.ts';
import { VIETNAM } from '../../../base/geo/position.ts';
import type { MapPoints } from './points.ts';
import type { MapBox } from './projection.ts';

const NORTH_WEST = mercator(VIETNAM.north, VIETNAM.west);
const SOUTH_EAST = mercator(VIETNAM.south, VIETNAM.east);

/** Share of the points on each side that a view may leave out, where they would make it much wider. */
const SHARE_OUTSIDE = 0.005;
/** A view without the outermost points is worth it from this factor on. */
const WORTH = 1.6;
/** Points this near to the others stay with them. Units: extent of the others. */
const NEAR = 0.3;
/** Steps between the least and the most coordinate, among which the bounds of most points are chosen. */
const STEPS = 4096;

/** The box of the points that a view is fitted to. Shape: `outside` counts the rows beyond it, 0 where all are inside. */
export interface FittedBox {
  box: MapBox;
  outside: number;
}

/**
 * Returns the box around 98 % of the rows in Vietnam or more, or around all of them where those are not much farther; around all rows where none is in Vietnam,
 * and where the whole is asked for; undefined where no row has a position. Cost: linear.
 */
export function fittedBox(points: MapPoints, shown: Uint32Array, isWhole = false): FittedBox | undefined {
  const positions = new Uint32Array(shown.length);
  let size = 0;
  for (const row of shown) {
    const position = points.position[row]!;
    if (position !== 0) positions[size++] = position;
  }
  if (size === 0) return undefined;
  const located = positions.subarray(0, size);
  // One exchanged pair of coordinates would make the country a dot.
  const inVietnam = isWhole ? located : located.filter((position) => isInVietnam(points, position));
  const used = inVietnam.length === 0 ? located : inVietnam;
  const [west, east, innerWest, innerEast] = bounds(points.x, used);
  const [north, south, innerNorth, innerSouth] = bounds(points.y, used);
  const all = { west, north, east, south };
  const box = { west: innerWest, north: innerNorth, east: innerEast, south: innerSouth };
  if (isWhole || sizeOf(all) < WORTH * sizeOf(box))
    return { box: all, outside: located.length - used.length };
  let outside = located.length - used.length;
  for (const position of used) {
    const [x, y] = [points.x[position]!, points.y[position]!];
    if (x < box.west || x > box.east || y < box.north || y > box.south) outside += 1;
  }
  return { box, outside };
}

const isInVietnam = ({ x, y }: MapPoints, position: number) =>
  x[position]! > NORTH_WEST.x &&
  x[position]! < SOUTH_EAST.x &&
  y[position]! > NORTH_WEST.y &&
  y[position]! < SOUTH_EAST.y;

const sizeOf = ({ west, north, east, south }: MapBox) => Math.max(east - west, south - north, 1e-7);

/** Returns the least and the most coordinate of some positions, and those without the outermost ones on each side. */
function bounds(
  coordinates: Float64Array,
  used: Uint32Array,
): [least: number, most: number, innerLeast: number, innerMost: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const position of used) {
    const value = coordinates[position]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  const step = (most - least) / STEPS;
  if (step === 0) return [least, most, least, most];
  const counts = new Uint32Array(STEPS + 1);
  for (const position of used) counts[Math.floor((coordinates[position]! - least) / step)]! += 1;
  const cut = Math.floor(used.length * SHARE_OUTSIDE);
  let [low, high] = [0, STEPS];
  for (let sum = counts[0]!; sum <= cut; sum += counts[low]!) low += 1;
  for (let sum = counts[STEPS]!; sum <= cut; sum += counts[high]!) high -= 1;
  const [innerLeast, innerMost] = [least + low * step, least + (high + 1) * step];
  // A side without far points has all of them.
  const near = NEAR * Math.max(innerMost - innerLeast, step);
  return [
    least,
    most,
    innerLeast - least < near ? least : innerLeast,
    most - innerMost < near ? most : innerMost,
  ];
}
