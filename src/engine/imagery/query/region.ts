import type { BoxE7 } from '../../../base/geo/boxes.ts';
import { toE7 } from '../../../base/geo/e7.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { LonLat, Shapes } from '../../../contract/values/geometry.ts';
import type { Part } from './pictures-in.ts';

/**
 * The bounds of a filter.
 *
 * Shape: `center` is the position by whose distance results are ordered; no part of the area is nearer to it than `leastMeters`. Units: 1e-7 degrees;
 * `center` in degrees.
 */
export interface Region {
  boxes: readonly BoxE7[];
  center: Position;
  leastMeters: number;
}

/** Returns the bounds of a geometry. */
export function regionOf(shapes: Shapes): Region {
  const { points, lines, polygons } = shapes;
  const box = boxOf([...points, ...lines.flat(), ...polygons.flat(2)]);
  return { boxes: [box], center: centroidOf(shapes), leastMeters: 0 };
}

/** Returns the bounds of boxes. */
export function regionOfBoxes(boxes: readonly BoxE7[], center: Position, leastMeters = 0): Region {
  return { boxes, center, leastMeters };
}

/** Returns the parts of a geometry: each polygon, and all lines and points. */
export function partsOf({ points, lines, polygons }: Shapes): Part[] {
  const others = [...lines, ...points.map((point) => [point, point])];
  return [
    { edges: edgesOf(others), isArea: false },
    ...polygons.map((rings) => ({ edges: edgesOf(rings), isArea: true })),
  ];
}

/** Returns the ends of all edges, rounded: longitude and latitude of one, then of the other. Units: 1e-7 degrees. */
function edgesOf(lines: readonly (readonly LonLat[])[]): Float64Array {
  const count = lines.reduce((sum, line) => sum + Math.max(0, line.length - 1), 0);
  const edges = new Float64Array(4 * count);
  let at = 0;
  for (const line of lines) {
    for (let i = 1; i < line.length; i += 1) {
      const [from, to] = [line[i - 1], line[i]];
      edges.set([toE7(from[0]), toE7(from[1]), toE7(to[0]), toE7(to[1])], at);
      at += 4;
    }
  }
  return edges;
}

function boxOf(positions: readonly LonLat[]): BoxE7 {
  const box = { minLat: Infinity, minLon: Infinity, maxLat: -Infinity, maxLon: -Infinity };
  for (const [lon, lat] of positions) {
    box.minLat = Math.min(box.minLat, toE7(lat));
    box.maxLat = Math.max(box.maxLat, toE7(lat));
    box.minLon = Math.min(box.minLon, toE7(lon));
    box.maxLon = Math.max(box.maxLon, toE7(lon));
  }
  return box;
}

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
function centroidOf({ points, lines, polygons }: Shapes): Position {
  // Coordinates relative to a position of the geometry: products of absolute ones lose the digits of small shapes.
  const origin: LonLat = polygons[0]?.[0]?.[0] ?? lines[0]?.[0] ?? points[0] ?? [0, 0];
  const area: Sum = { weight: 0, x: 0, y: 0 };
  for (const rings of polygons) rings.forEach((ring, at) => addRing(area, ring, origin, at === 0 ? 1 : -1));
  if (area.weight > 0) return positionOf(area, origin);
  const length: Sum = { weight: 0, x: 0, y: 0 };
  for (const line of [...lines, ...polygons.flat()]) addLine(length, line, origin);
  if (length.weight > 0) return positionOf(length, origin);
  const mean: Sum = { weight: 0, x: 0, y: 0 };
  for (const [lon, lat] of [...points, ...lines.flat(), ...polygons.flat(2)])
    add(mean, 1, lon - origin[0], lat - origin[1]);
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
