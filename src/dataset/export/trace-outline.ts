import { cellCenter, cellsAround } from '../../base/geo/h3.ts';
import type { Position } from '../../base/geo/position.ts';
import { simplifyLine } from '../../base/geo/simplify-line.ts';

/** A ring of a polygon. Shape: closed, [longitude, latitude]. Units: degrees WGS84. */
export type OutlineRing = readonly (readonly [lon: number, lat: number])[];

/** The polygons of an area as in a MultiPolygon of GeoJSON: outer rings counter-clockwise, each followed by its holes. Source: RFC 7946. */
export type OutlinePolygons = readonly (readonly OutlineRing[])[];

/** A point between cells of different areas. Shape: `isNode` where three areas meet. */
interface BorderPoint extends Position {
  isNode: boolean;
}

/** A tenth of a metre. */
const PRECISION = 1e6;

/**
 * Traces the outline of an area of cells, through the middles between its cells and those beside it.
 *
 * Shape: `cells` are those at its border, `areaOf` returns the area of a cell.
 * Guarantee: a border between two areas has the same points in both outlines, simplified from one meeting point of three areas to the next.
 */
export function traceOutline(
  cells: readonly string[],
  area: number,
  areaOf: (cell: string) => number,
  toleranceMeters: number,
): OutlinePolygons {
  const rings = traceRings(cells, area, areaOf).map((points) => simplifyRing(points, toleranceMeters));
  return assemble(rings);
}

/** Returns the closed walks along the border, each with the area on one side. */
function traceRings(
  cells: readonly string[],
  area: number,
  areaOf: (cell: string) => number,
): BorderPoint[][] {
  const around = new Map(cells.map((cell) => [cell, cellsAround(cell)]));
  const centers = new Map<string, Position>();
  const areas = new Map<string, number>();
  const isVisited = new Set<string>();
  const centerOf = (cell: string): Position => remember(centers, cell, cellCenter);
  const areaAt = (cell: string): number => remember(areas, cell, areaOf);
  const middleOf = (...near: readonly string[]): Position => {
    // In one order, so that sums are equal from each side.
    const positions = near.toSorted().map(centerOf);
    const mean = (member: 'lat' | 'lon') =>
      Math.round((positions.reduce((sum, each) => sum + each[member], 0) / near.length) * PRECISION) /
      PRECISION;
    return { lat: mean('lat'), lon: mean('lon') };
  };

  const walk = (first: string, firstSide: number): BorderPoint[] => {
    const points: BorderPoint[] = [];
    for (let cell = first, side = firstSide; ;) {
      const edge = `${cell} ${side}`;
      if (isVisited.has(edge)) return points;
      isVisited.add(edge);
      const ring = around.get(cell) as string[];
      const outside = ring[side];
      const nextSide = (side + 1) % ring.length;
      const next = ring[nextSide];
      points.push({ ...middleOf(cell, outside), isNode: false });
      if (areaAt(next) === area) {
        side = (around.get(next) as string[]).indexOf(outside);
        cell = next;
        continue;
      }
      if (areaAt(next) !== areaAt(outside)) points.push({ ...middleOf(cell, outside, next), isNode: true });
      side = nextSide;
    }
  };

  const rings: BorderPoint[][] = [];
  for (const cell of cells) {
    for (const [side, outside] of (around.get(cell) as string[]).entries()) {
      if (areaAt(outside) === area || isVisited.has(`${cell} ${side}`)) continue;
      rings.push(walk(cell, side));
    }
  }
  return rings;
}

function remember<Value>(known: Map<string, Value>, cell: string, find: (cell: string) => Value): Value {
  let value = known.get(cell);
  if (value === undefined) known.set(cell, (value = find(cell)));
  return value;
}

/** Simplifies a ring between its nodes. Shape: closed. */
function simplifyRing(points: readonly BorderPoint[], toleranceMeters: number): OutlineRing {
  const nodes = points.flatMap(({ isNode }, at) => (isNode ? [at] : []));
  const starts = nodes.length > 0 ? nodes : [smallestOf(points)];
  const ring: [number, number][] = [];
  starts.forEach((start, nth) => {
    const end = starts[nth + 1] ?? starts[0] + points.length;
    const arc = Array.from({ length: end - start + 1 }, (_, at) => points[(start + at) % points.length]);
    ring.push(...simplifyArc(arc, toleranceMeters).slice(nth === 0 ? 0 : 1));
  });
  return ring;
}

/** Simplifies an arc in the same direction for the areas on both sides of it. */
function simplifyArc(arc: readonly BorderPoint[], toleranceMeters: number): [number, number][] {
  const first = arc[0];
  const last = arc.at(-1) as BorderPoint;
  const isLoop = compare(first, last) === 0;
  const isBackward = isLoop ? compare(arc[1], arc.at(-2) as BorderPoint) > 0 : compare(first, last) > 0;
  const forward = isBackward ? arc.toReversed() : arc;
  const line = simplifyLine(
    Float64Array.from(forward.flatMap(({ lat, lon }) => [lat, lon])),
    toleranceMeters,
  );
  const kept: [number, number][] = [];
  for (let at = 0; at < line.length; at += 2) kept.push([line[at + 1], line[at]]);
  return isBackward ? kept.reverse() : kept;
}

function compare(a: Position, b: Position): number {
  return a.lat - b.lat || a.lon - b.lon;
}

function smallestOf(points: readonly Position[]): number {
  return points.reduce((least, point, at) => (compare(point, points[least]) < 0 ? at : least), 0);
}

/** Returns the polygons of rings: the largest is an outer one, those in the other direction are holes. */
function assemble(rings: readonly OutlineRing[]): OutlinePolygons {
  const all = rings.map((ring) => ({ ring, area: signedArea(ring) }));
  const largest = all.reduce((most, each) => (Math.abs(each.area) > Math.abs(most) ? each.area : most), 0);
  const isTurned = largest < 0;
  const outers = all
    .filter(({ area }) => Math.sign(area) === Math.sign(largest))
    .sort((a, b) => Math.abs(a.area) - Math.abs(b.area))
    .map(({ ring }) => ({ ring, holes: [] as OutlineRing[] }));
  for (const { ring, area } of all) {
    if (Math.sign(area) === Math.sign(largest)) continue;
    // The smallest ring around it.
    outers.find((outer) => contains(outer.ring, ring[0]))?.holes.push(ring);
  }
  const turned = (ring: OutlineRing): OutlineRing => (isTurned ? ring.toReversed() : ring);
  return outers.reverse().map(({ ring, holes }) => [ring, ...holes].map(turned));
}

/** Returns twice the area of a ring in square degrees, negative if it is clockwise. */
function signedArea(ring: OutlineRing): number {
  let sum = 0;
  for (let at = 1; at < ring.length; at += 1) {
    const [ax, ay] = ring[at - 1];
    const [bx, by] = ring[at];
    sum += ax * by - bx * ay;
  }
  return sum;
}

function contains(ring: OutlineRing, [x, y]: readonly [number, number]): boolean {
  let isInside = false;
  for (let at = 1; at < ring.length; at += 1) {
    const [ax, ay] = ring[at - 1];
    const [bx, by] = ring[at];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}
