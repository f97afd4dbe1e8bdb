import { mercator } from '../../base/geo/mercator.ts';
import type { TileNumber } from '../../dataset/ground/tile-grid.ts';
import type { Positions } from '../data/packed-rows.ts';

/** Levels with at most so many tiles around the points are taken whole, so that the map has no holes beside them. */
const WHOLE_LEVEL_TILES = 64;

/** Positions on the map of the world. Shape: as of {@link mercator}. */
export interface ProjectedPositions {
  x: Float64Array;
  y: Float64Array;
}

/** Projects positions, once for all zooms. */
export function projectPositions(positions: Positions): ProjectedPositions {
  const places = { x: new Float64Array(positions.length), y: new Float64Array(positions.length) };
  let at = 0;
  for (const { lat, lon } of positions) {
    const { x, y } = mercator(lat, lon);
    places.x[at] = x;
    places.y[at] = y;
    at += 1;
  }
  return places;
}

/** Lists the tiles of a zoom around positions, those with most of them first. */
export function tilesAround(places: ProjectedPositions, zoom: number): TileNumber[] {
  const side = 2 ** zoom;
  const counts = new Map<number, number>();
  let [west, north, east, south] = [side, side, 0, 0];
  let [last, rows] = [-1, 0];
  // Neighbours in the order of the keys are mostly on one tile.
  const countLast = () => last >= 0 && counts.set(last, (counts.get(last) ?? 0) + rows);
  for (let at = 0; at < places.x.length; at += 1) {
    const x = tileAt(places.x[at] as number, side);
    const y = tileAt(places.y[at] as number, side);
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
    const tile = y * side + x;
    if (tile !== last) {
      countLast();
      [last, rows] = [tile, 0];
    }
    rows += 1;
  }
  countLast();
  if (counts.size === 0) return [];
  // The view around the points reaches into the tiles beside theirs.
  [west, east] = [Math.max(0, west - 1), Math.min(side - 1, east + 1)];
  [north, south] = [Math.max(0, north - 1), Math.min(side - 1, south + 1)];
  if ((east - west + 1) * (south - north + 1) <= WHOLE_LEVEL_TILES)
    for (let y = north; y <= south; y += 1)
      for (let x = west; x <= east; x += 1) if (!counts.has(y * side + x)) counts.set(y * side + x, 0);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || a - b);
  return sorted.map(([tile]) => [tile % side, Math.floor(tile / side)]);
}

/** Returns the tile of a share of the map. Shape: `side` is the number of tiles in a row. */
function tileAt(share: number, side: number): number {
  return Math.min(side - 1, Math.max(0, Math.floor(share * side)));
}
