import type { ShapeKind } from '../../base/geo/ground-tiles.ts';
import { unitsOf, type TileGrid } from './tile-grid.ts';

/** Steps that cannot be seen, in units of a tile. */
export const LEAST_STEP = 3;

/** Adds a line to the tiles that it crosses, as far as these are wanted. Shape: `line` has x and y in turns, in tiles of the zoom. */
export function cutLine(grid: TileGrid, line: Float64Array, kind: ShapeKind): void {
  let open: { tileX: number; tileY: number; points: number[] } | undefined;
  const end = line.length - 2;
  let [fromX, fromY] = [line[0], line[1]];
  for (let at = 0; at <= end; at += 2) {
    const [toX, toY] = [line[at], line[at + 1]];
    for (const [tileX, tileY] of tilesBetween(fromX, fromY, toX, toY)) {
      const shapes = grid.get(tileX, tileY);
      if (!shapes) {
        open = undefined;
        continue;
      }
      if (open?.tileX !== tileX || open.tileY !== tileY) {
        open = { tileX, tileY, points: unitsOf(fromX, fromY, tileX, tileY) };
        shapes.push({ kind, isArea: false, points: open.points });
      }
      const [x, y] = unitsOf(toX, toY, tileX, tileY);
      const { points } = open;
      const step = Math.max(Math.abs(x - points.at(-2)!), Math.abs(y - points.at(-1)!));
      if (step >= (at === end ? 1 : LEAST_STEP)) points.push(x, y);
    }
    [fromX, fromY] = [toX, toY];
  }
}

/** Lists the tiles that a short line touches, in its direction. */
function tilesBetween(fromX: number, fromY: number, toX: number, toY: number): [x: number, y: number][] {
  const tiles: [number, number][] = [];
  const steps = 1 + Math.ceil(4 * Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps;
    const x = Math.floor(fromX + (toX - fromX) * share);
    const y = Math.floor(fromY + (toY - fromY) * share);
    const last = tiles.at(-1);
    if (last?.[0] !== x || last[1] !== y) tiles.push([x, y]);
  }
  return tiles;
}
