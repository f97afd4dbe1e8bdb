import { cellCenter, cellsAround } from '../../base/geo/h3.ts';
import type { Position } from '../../base/geo/position.ts';
import { simplifyLine } from '../../base/geo/simplify-line.ts';
import { crossesEdge } from '../../base/geo/edge-crossing.ts';

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

/** A cell at the border or beside it. Shape: `around` are the six cells beside one at the border; bit i of `visited` is set if the walk was at side i. */
interface TracedCell {
  name: string;
  area: number;
  center: Position | undefined;
  around: TracedCell[] | undefined;
  visited: number;
}

/** Returns the closed walks along the border, each with the area on one side. */
function traceRings(
  cells: readonly string[],
  area: number,
  areaOf: (cell: string) => number,
): BorderPoint[][] {
  const known = new Map<string, TracedCell>();
  const cellOf = (name: string): TracedCell => {
    let cell = known.get(name);
    if (cell === undefined) {
      cell = { name, area: areaOf(name), center: undefined, around: undefined, visited: 0 };
      known.set(name, cell);
    }
    return cell;
  };
  const aroundOf = (cell: TracedCell): TracedCell[] => (cell.around ??= cellsAround(cell.name).map(cellOf));

  const walk = (first: TracedCell, firstSide: number): BorderPoint[] => {
    const points: BorderPoint[] = [];
    for (let cell = first, side = firstSide; ;) {
      if (isVisited(cell, side)) return points;
      cell.visited |= 1 << side;
      const ring = aroundOf(cell);
      const outside = ring[side];
      const nextSide = (side + 1) % ring.length;
      const next = ring[nextSide];
      points.push(middleOf([cell, outside]));
      if (next.area === area) {
        side = aroundOf(next).indexOf(outside);
        cell = next;
        continue;
      }
      if (next.area !== outside.area) points.push(middleOf([cell, outside, next]));
      side = nextSide;
    }
  };

  const rings: BorderPoint[][] = [];
  for (const name of cells) {
    const cell = cellOf(name);
    for (const [side, outside] of aroundOf(cell).entries())
      if (outside.area !== area && !isVisited(cell, side)) rings.push(walk(cell, side));
  }
  return rings;
}

function isVisited({ visited }: TracedCell, side: number): boolean {
  return (visited & (1 << side)) !== 0;
}

/** Returns the point between two cells, or three, where it is a node. */
function middleOf(cells: TracedCell[]): BorderPoint {
  // In one order, so that sums are equal from each side.
  cells.sort((a, b) => (a.name < b.name ? -1 : 1));
  let lat = 0;
  let lon = 0;
  for (const cell of cells) {
    const center = (cell.center ??= cellCenter(cell.name));
    lat += center.lat;
    lon += center.lon;
  }
  const rounded = (sum: number): number => Math.round((sum / cells.length) * PRECISION) / PRECISION;
  return { lat: rounded(lat), lon: rounded(lon), isNode: cells.length === 3 };
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
    if (crossesEdge(ax, ay, bx, by, x, y)) isInside = !isInside;
  }
  return isInside;
}
