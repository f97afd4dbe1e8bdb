import type { MapPoints } from './points.ts';
import type { MapBox } from './projection.ts';

/** Share of the points on each side that a view may leave out, where they would make it much wider. */
const SHARE_OUTSIDE = 0.01;
/** A view without the outermost points is worth it from this factor on. */
const WORTH = 1.6;

/** The box of the points that a view is fitted to. Shape: `outside` counts the rows beyond it, 0 where all are inside. */
export interface FittedBox {
  box: MapBox;
  outside: number;
}

/** Returns the box around 98 % of some rows, or around all where those are not much farther; undefined where no row has a position. */
export function fittedBox(points: MapPoints, shown: Uint32Array, isWhole = false): FittedBox | undefined {
  const xs = new Float64Array(shown.length);
  const ys = new Float64Array(shown.length);
  let size = 0;
  for (const row of shown) {
    const position = points.position[row]!;
    if (position === 0) continue;
    xs[size] = points.x[position]!;
    ys[size++] = points.y[position]!;
  }
  if (size === 0) return undefined;
  const [sortedX, sortedY] = [xs.subarray(0, size).slice().sort(), ys.subarray(0, size).slice().sort()];
  const boxWithout = (cut: number): MapBox => ({
    west: sortedX[cut]!,
    east: sortedX[size - 1 - cut]!,
    north: sortedY[cut]!,
    south: sortedY[size - 1 - cut]!,
  });
  const all = boxWithout(0);
  // Two per cent at most, over the four sides.
  const inner = boxWithout(Math.floor((size * SHARE_OUTSIDE) / 2));
  const sizeOf = ({ west, north, east, south }: MapBox) => Math.max(east - west, south - north, 1e-7);
  if (isWhole || sizeOf(all) < WORTH * sizeOf(inner)) return { box: all, outside: 0 };
  const box = inner;
  let outside = 0;
  for (let at = 0; at < size; at += 1)
    if (xs[at]! < box.west || xs[at]! > box.east || ys[at]! < box.north || ys[at]! > box.south) outside += 1;
  return { box, outside };
}
