import type { BoxE7 } from '../../../base/geo/boxes.ts';
import { toE7 } from '../../../base/geo/e7.ts';
import type { Position } from '../../../base/geo/position.ts';
import type { LonLat, Shapes } from '../../../contract/values/geometry.ts';
import { createTouchTest, overlap, sideOfLine, type TouchesBox } from './touch.ts';

/**
 * The area of a filter.
 *
 * Shape: `boxes` contain the area; `contains` tests a position inside one of them, or is absent if the area is all of them. `touches` is
 * false only for boxes without a part of the area. `center` is the position by whose distance results are ordered; no part of the area is
 * nearer to it than `leastMeters`. Units: 1e-7 degrees; `center` in degrees.
 */
export interface Region {
  boxes: readonly BoxE7[];
  contains?: (x: number, y: number) => boolean;
  touches: TouchesBox;
  center: Position;
  leastMeters: number;
}

/** Returns the area of a geometry: positions on its points, on its lines, inside or on the border of its polygons. */
export function regionOf(shapes: Shapes): Region {
  const { points, lines, polygons } = shapes;
  const box = boxOf([...points, ...lines.flat(), ...polygons.flat(2)]);
  const parts = [
    ...(points.length > 0 ? [pointsPart(points)] : []),
    ...(lines.length > 0 ? [linesPart(lines)] : []),
    ...polygons.map(polygonPart),
  ];
  return {
    boxes: [box],
    contains: (x, y) => parts.some((part) => part.contains(x, y)),
    touches: (other) => overlap(box, other) && parts.some((part) => part.touches(other)),
    center: centroidOf(shapes),
    leastMeters: 0,
  };
}

/** Returns the area of boxes. */
export function regionOfBoxes(boxes: readonly BoxE7[], center: Position, leastMeters = 0): Region {
  return { boxes, touches: (other) => boxes.some((box) => overlap(box, other)), center, leastMeters };
}

type Part = Required<Pick<Region, 'contains' | 'touches'>>;

const EDGES_PER_BAND = 8;
const BANDS_MAX = 256;

/** The result of a test of a point against rings: outside, inside, or on an edge. */
type PointSide = 'outside' | 'inside' | 'edge';

/**
 * Creates the test of points against rings or lines, with the even-odd rule.
 *
 * Shape: `edges` as of {@link edgesOf}; the test takes a position in 1e-7 degrees.
 * Cost: the edges are sorted into bands of latitude, so a test compares only those of one band.
 */
function createEdgeTest(edges: Float64Array): (x: number, y: number) => PointSide {
  const count = edges.length / 4;
  let [south, north] = [Infinity, -Infinity];
  for (let i = 1; i < edges.length; i += 2) {
    south = Math.min(south, edges[i]);
    north = Math.max(north, edges[i]);
  }
  const bandCount = Math.max(1, Math.min(BANDS_MAX, Math.floor(count / EDGES_PER_BAND)));
  const height = (north - south + 1) / bandCount;
  const bandOf = (y: number) => Math.floor((y - south) / height);
  const bands: number[][] = Array.from({ length: bandCount }, () => []);
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [ay, by] = [edges[edge + 1], edges[edge + 3]];
    const last = bandOf(Math.max(ay, by));
    for (let band = bandOf(Math.min(ay, by)); band <= last; band += 1) bands[band]?.push(edge);
  }

  return (x, y) => {
    if (y < south || y > north) return 'outside';
    let isInside = false;
    for (const edge of bands[bandOf(y)] ?? []) {
      const ax = edges[edge];
      const ay = edges[edge + 1];
      const bx = edges[edge + 2];
      const by = edges[edge + 3];
      if (y < Math.min(ay, by) || y > Math.max(ay, by) || x > Math.max(ax, bx)) continue;
      const side = sideOfLine(ax, ay, bx, by, x, y);
      if (side === 0 && x >= Math.min(ax, bx)) return 'edge';
      // An end on the latitude of the point counts for the edge above it only, so that a corner is counted once.
      const isUpward = ay <= y && by > y;
      const isDownward = by <= y && ay > y;
      if ((isUpward && side > 0) || (isDownward && side < 0)) isInside = !isInside;
    }
    return isInside ? 'inside' : 'outside';
  };
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

function pointsPart(points: readonly LonLat[]): Part {
  const places = new Set(points.map(([lon, lat]) => `${toE7(lon)},${toE7(lat)}`));
  // A point is a line of no length.
  return {
    contains: (x, y) => places.has(`${x},${y}`),
    touches: createTouchTest(edgesOf(points.map((point) => [point, point]))),
  };
}

function linesPart(lines: readonly LonLat[][]): Part {
  const edges = edgesOf(lines);
  const sideOf = createEdgeTest(edges);
  return { contains: (x, y) => sideOf(x, y) === 'edge', touches: createTouchTest(edges) };
}

function polygonPart(rings: readonly LonLat[][]): Part {
  const edges = edgesOf(rings);
  const sideOf = createEdgeTest(edges);
  const touchesEdge = createTouchTest(edges);
  return {
    contains: (x, y) => sideOf(x, y) !== 'outside',
    // Without an edge in it, a box is inside or outside as a whole.
    touches: (box) => touchesEdge(box) || sideOf(box.minLon, box.minLat) !== 'outside',
  };
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
