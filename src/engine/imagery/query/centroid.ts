import type { Position } from '../../../base/geo/position.ts';
import type { LonLat, Shapes } from '../../../contract/values/geometry.ts';

/** A sum of positions with weights. */
interface Sum {
  weight: number;
  x: number;
  y: number;
}

/**
 * Returns the centroid of a geometry, on the plane of longitude and latitude.
 *
 * Shape: weighted by area if the geometry has an area, else by length, else the mean of its points.
 * Source: ST_Centroid of PostGIS, by which the upstream service orders.
 */
export function centroidOf({ points, lines, polygons }: Shapes): Position {
  // Coordinates relative to a position of the geometry: products of absolute ones lose the digits of small shapes.
  const origin: LonLat = polygons[0]?.[0]?.[0] ?? lines[0]?.[0] ?? points[0] ?? [0, 0];
  const area: Sum = { weight: 0, x: 0, y: 0 };
  for (const rings of polygons) {
    rings.forEach((ring, at) => addRing(area, ring, origin, at === 0 ? 1 : -1));
  }
  if (area.weight > 0) return positionOf(area, origin);
  const length: Sum = { weight: 0, x: 0, y: 0 };
  for (const line of [...lines, ...polygons.flat()]) addLine(length, line, origin);
  if (length.weight > 0) return positionOf(length, origin);
  const mean: Sum = { weight: 0, x: 0, y: 0 };
  for (const [lon, lat] of [...points, ...lines.flat(), ...polygons.flat(2)]) {
    add(mean, 1, lon - origin[0], lat - origin[1]);
  }
  return positionOf(mean, origin);
}

/** Adds the triangles between the origin and the edges of a ring. Shape: `sign` is -1 for a hole, whichever way its ring turns. */
function addRing(sum: Sum, ring: readonly LonLat[], [originX, originY]: LonLat, sign: number): void {
  const own: Sum = { weight: 0, x: 0, y: 0 };
  for (let i = 1; i < ring.length; i += 1) {
    const [from, to] = [ring[i - 1], ring[i]];
    const [ax, ay, bx, by] = [from[0] - originX, from[1] - originY, to[0] - originX, to[1] - originY];
    add(own, (ax * by - bx * ay) / 2, (ax + bx) / 3, (ay + by) / 3);
  }
  const turn = sign * Math.sign(own.weight);
  sum.weight += turn * own.weight;
  sum.x += turn * own.x;
  sum.y += turn * own.y;
}

function addLine(sum: Sum, line: readonly LonLat[], [originX, originY]: LonLat): void {
  for (let i = 1; i < line.length; i += 1) {
    const [from, to] = [line[i - 1], line[i]];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    add(sum, length, (from[0] + to[0]) / 2 - originX, (from[1] + to[1]) / 2 - originY);
  }
}

function add(sum: Sum, weight: number, x: number, y: number): void {
  sum.weight += weight;
  sum.x += weight * x;
  sum.y += weight * y;
}

function positionOf({ weight, x, y }: Sum, [originX, originY]: LonLat): Position {
  const lat = originY + y / weight;
  return { lat: Math.min(90, Math.max(-90, lat)), lon: Math.min(180, Math.max(-180, originX + x / weight)) };
}
