import { TILE_UNITS, type ShapeKind } from '../../base/geo/ground-tiles.ts';
import { unitsOf, type TileGrid } from './tile-grid.ts';

/** Steps that cannot be seen, in units of a tile. */
export const LEAST_STEP = 3;

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
