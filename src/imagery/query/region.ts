import type { UnitBox } from '../../geo/boxes.ts';
import { toUnits } from '../../geo/e7.ts';
import type { Position } from '../../geo/position.ts';
import { centroidOf } from './centroid.ts';
import { createEdgeTest } from './edge-bands.ts';
import type { LonLat, Shapes } from './geometry.ts';

/**
 * The area of a filter.
 *
 * Shape: `boxes` contain the area; `contains` tests a position inside one of them, or is absent if the area is all of them. `center` is
 * the position by whose distance results are ordered. Units: 1e-7 degrees; `center` in degrees.
 */
export interface Region {
  boxes: readonly UnitBox[];
  contains?: (x: number, y: number) => boolean;
  center: Position;
}

/** Returns the area of a geometry: positions on its points, on its lines, inside or on the border of its polygons. */
export function regionOf(shapes: Shapes): Region {
  const { points, lines, polygons } = shapes;
  const positions = [...points, ...lines.flat(), ...polygons.flat(2)];
  const places = new Set(points.map(([lon, lat]) => `${toUnits(lon)},${toUnits(lat)}`));
  const onLine = createEdgeTest(lines);
  const inPolygons = polygons.map((rings) => createEdgeTest(rings));
  return {
    boxes: [boxOf(positions)],
    contains: (x, y) =>
      (places.size > 0 && places.has(`${x},${y}`)) ||
      (lines.length > 0 && onLine(x, y) === 'edge') ||
      inPolygons.some((sideOf) => sideOf(x, y) !== 'outside'),
    center: centroidOf(shapes),
  };
}

function boxOf(positions: readonly LonLat[]): UnitBox {
  const box = { minLat: Infinity, minLon: Infinity, maxLat: -Infinity, maxLon: -Infinity };
  for (const [lon, lat] of positions) {
    box.minLat = Math.min(box.minLat, toUnits(lat));
    box.maxLat = Math.max(box.maxLat, toUnits(lat));
    box.minLon = Math.min(box.minLon, toUnits(lon));
    box.maxLon = Math.max(box.maxLon, toUnits(lon));
  }
  return box;
}
