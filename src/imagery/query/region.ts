import type { UnitBox } from '../../geo/boxes.ts';
import { distanceMeters } from '../../geo/distance.ts';
import { toDegrees, toUnits } from '../../geo/e7.ts';
import type { Position } from '../../geo/position.ts';
import { EARTH_RADIUS_METERS, FARTHEST_METERS, RADIANS_PER_UNIT } from '../../geo/sphere.ts';
import { centroidOf } from './centroid.ts';
import { createEdgeTest } from './edge-bands.ts';
import type { LonLat, Shapes } from './geometry.ts';

/**
 * The area of a filter.
 *
 * Shape: `boxes` contain the area; `contains` tests a position inside one of them, or is absent if the area is all of them. `center` is
 * the position by whose distance results are ordered; no part of the area is farther from it than `reachMeters`. Units: 1e-7 degrees;
 * `center` in degrees.
 */
export interface Region {
  boxes: readonly UnitBox[];
  contains?: (x: number, y: number) => boolean;
  center: Position;
  reachMeters: number;
}

/** Returns the area of a geometry: positions on its points, on its lines, inside or on the border of its polygons. */
export function regionOf(shapes: Shapes): Region {
  const { points, lines, polygons } = shapes;
  const positions = [...points, ...lines.flat(), ...polygons.flat(2)];
  const places = new Set(points.map(([lon, lat]) => `${toUnits(lon)},${toUnits(lat)}`));
  const onLine = createEdgeTest(lines);
  const inPolygons = polygons.map((rings) => createEdgeTest(rings));
  const boxes = [boxOf(positions)];
  const center = centroidOf(shapes);
  return {
    boxes,
    contains: (x, y) =>
      (places.size > 0 && places.has(`${x},${y}`)) ||
      (lines.length > 0 && onLine(x, y) === 'edge') ||
      inPolygons.some((sideOf) => sideOf(x, y) !== 'outside'),
    center,
    reachMeters: reachOf(center, boxes),
  };
}

/** Returns a distance from a position that no part of some boxes exceeds. Units: metres. */
export function reachOf(center: Position, boxes: readonly UnitBox[]): number {
  let reach = 0;
  for (const { minLat, minLon, maxLat, maxLon } of boxes) {
    const corner = { lat: toDegrees(minLat), lon: toDegrees(minLon) };
    // Every part is reached from a corner along a meridian and a parallel.
    const sides = (maxLat - minLat + (maxLon - minLon)) * RADIANS_PER_UNIT * EARTH_RADIUS_METERS;
    reach = Math.max(reach, distanceMeters(center, corner) + sides);
  }
  // A metre more than rounding takes away.
  return Math.min(FARTHEST_METERS, reach + 1);
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
