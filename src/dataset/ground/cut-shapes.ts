import { type ShapeKind, TILE_UNITS } from '../../base/geo/ground-tiles.ts';
import { type TileGrid, unitsOf } from './tile-grid.ts';

/** How far an area reaches beyond its tile, so that no seam is seen. Units: of a tile. */
const MARGIN = 16;
/** What is smaller in both directions cannot be seen. Units: of a tile. */
const LEAST_SIZE = 6;

/**
 * Adds the parts of a ring to the tiles that it covers, as far as these are wanted.
 *
 * Shape: `ring` has x and y in turns, in tiles of the zoom, and ends where it begins. The direction stays: islands are clockwise.
 */
export function cutArea(grid: TileGrid, ring: Float64Array, kind: ShapeKind): void {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    west = Math.min(west, ring[at]);
    east = Math.max(east, ring[at]);
    north = Math.min(north, ring[at + 1]);
    south = Math.max(south, ring[at + 1]);
  }
  if (Math.max(east - west, south - north) * TILE_UNITS < LEAST_SIZE) return;
  const box = {
    west: Math.floor(west),
    north: Math.floor(north),
    east: Math.floor(east),
    south: Math.floor(south),
  };
  for (const [tileX, tileY] of grid.within(box)) {
    const points = clipped(unitsOfRing(ring, tileX, tileY));
    if (points.length >= 6) grid.get(tileX, tileY)!.push({ kind, isArea: true, points });
  }
}

function unitsOfRing(ring: Float64Array, tileX: number, tileY: number): number[] {
  const points: number[] = [];
  // The last point is the first one again.
  for (let at = 0; at < ring.length - 2; at += 2) {
    const [x, y] = unitsOf(ring[at], ring[at + 1], tileX, tileY);
    const step = Math.max(
      Math.abs(x - (points.at(-2) ?? Infinity)),
      Math.abs(y - (points.at(-1) ?? Infinity)),
    );
    if (step >= LEAST_STEP) points.push(x, y);
  }
  return points;
}

/** Cuts a ring at the four edges of its tile. Source: the algorithm of Sutherland and Hodgman. */
function clipped(ring: number[]): number[] {
  let points = ring;
  for (const axis of [0, 1] as const)
    for (const [edge, sign] of [
      [-MARGIN, 1],
      [TILE_UNITS + MARGIN, -1],
    ] as const)
      points = clippedAt(points, axis, edge, sign);
  return points;
}

function clippedAt(points: readonly number[], axis: 0 | 1, edge: number, sign: 1 | -1): number[] {
  const left: number[] = [];
  const isInside = (at: number) => sign * (points[at + axis] - edge) >= 0;
  for (let at = 0; at < points.length; at += 2) {
    const before = at === 0 ? points.length - 2 : at - 2;
    if (isInside(at) !== isInside(before)) {
      const share = (edge - points[before + axis]) / (points[at + axis] - points[before + axis]);
      const other = 1 - axis;
      const across = Math.round(
        points[before + other] + share * (points[at + other] - points[before + other]),
      );
      left.push(...(axis === 0 ? [edge, across] : [across, edge]));
    }
    if (isInside(at)) left.push(points[at], points[at + 1]);
  }
  return left;
}

/** Steps that cannot be seen, in units of a tile. */
const LEAST_STEP = 3;

/** Adds a line to the tiles that it crosses, as far as these are wanted. Shape: `line` has x and y in turns, in tiles of the zoom. */
export function cutLine(grid: TileGrid, line: Float64Array, kind: ShapeKind): void {
  let [tileX, tileY] = [NaN, NaN];
  let points: number[] | undefined;
  const end = line.length - 2;
  let [fromX, fromY] = [line[0], line[1]];
  for (let at = 0; at <= end; at += 2) {
    const toX = line[at];
    const toY = line[at + 1];
    const leastStep = at === end ? 1 : LEAST_STEP;
    const steps = stepsBetween(fromX, fromY, toX, toY);
    // The tiles that the short line touches, in its direction.
    for (let step = 0; step <= steps; step += 1) {
      const share = steps === 0 ? 0 : step / steps;
      const x = Math.floor(fromX + (toX - fromX) * share);
      const y = Math.floor(fromY + (toY - fromY) * share);
      const isSame = x === tileX && y === tileY;
      if (isSame && step > 0) continue;
      if (!isSame) {
        [tileX, tileY] = [x, y];
        const shapes = grid.get(x, y);
        points = shapes && unitsOf(fromX, fromY, x, y);
        if (points) shapes?.push({ kind, isArea: false, points });
      }
      if (points) addPoint(points, toX, toY, x, y, leastStep);
    }
    fromX = toX;
    fromY = toY;
  }
}

/** Returns the number of steps in which no tile between two positions is missed; 0 if both are in one tile. */
function stepsBetween(fromX: number, fromY: number, toX: number, toY: number): number {
  if (Math.floor(fromX) === Math.floor(toX) && Math.floor(fromY) === Math.floor(toY)) return 0;
  return 1 + Math.ceil(4 * Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
}

function addPoint(
  points: number[],
  toX: number,
  toY: number,
  tileX: number,
  tileY: number,
  leastStep: number,
): void {
  const x = Math.round((toX - tileX) * TILE_UNITS);
  const y = Math.round((toY - tileY) * TILE_UNITS);
  const { length } = points;
  if (Math.max(Math.abs(x - points[length - 2]), Math.abs(y - points[length - 1])) >= leastStep)
    points.push(x, y);
}
