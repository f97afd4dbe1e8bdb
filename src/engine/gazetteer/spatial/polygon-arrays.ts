import { toE7 } from '../store/access.ts';
import type { ArraysOf } from '../store/array-family.ts';
import { createColumn } from '../store/column.ts';
import { buildBoxTree } from './box-tree.ts';
import type { POLYGON_FAMILY } from './spatial-family.ts';

// Few edges per band make lookups fast; fewer still would list long edges in too many bands.
const EDGES_PER_BAND = 8;
const LEAST_POINTS = 4;

/**
 * The area of one id.
 *
 * Shape: each polygon is its outer ring, then its holes; a ring is latitude and longitude in turn; `id` is an integer from 0.
 * Units: degrees WGS84. An area across the antimeridian is two polygons, one on each side.
 */
export interface PolygonShape {
  id: number;
  polygons: readonly (readonly Float64Array[])[];
}

/** The rings of one polygon as they were given, those with too few points left out; its box and points, with rings closed. Units: 1e-7 degrees. */
interface Part {
  id: number;
  rings: readonly Float64Array[];
  pointCount: number;
  minLat: number;
  minLon: number;
  maxLat: number;
  maxLon: number;
  bandCount: number;
}

/**
 * Returns the band of a polygon that contains a latitude, counted from the south.
 *
 * Units: 1e-7 degrees; bands are equally high.
 */
export function bandOf(lat: number, minLat: number, maxLat: number, bandCount: number): number {
  return Math.floor(((lat - minLat) / (maxLat - minLat + 1)) * bandCount);
}

/**
 * Builds the arrays of `openPolygons`: a tree of boxes, and for each polygon the edges in each of its bands of latitude.
 *
 * Shape: several shapes may have one id; rings of fewer than three points are ignored.
 * Guarantee: depends on the shapes and their order only. Cost: about 14 bytes per point, and a second for 4 million.
 */
export function buildPolygonArrays(shapes: readonly PolygonShape[]): ArraysOf<typeof POLYGON_FAMILY> {
  const given = shapes.flatMap(({ id, polygons }) => polygons.flatMap((rings) => readPart(id, rings)));
  const { boxes, order } = buildBoxTree(
    Int32Array.from(given.flatMap(({ minLon, minLat, maxLon, maxLat }) => [minLon, minLat, maxLon, maxLat])),
  );
  const parts = Array.from(order, (i) => given[i]);
  const pointCount = sum(parts.map((part) => part.pointCount));
  const pointLat = new Int32Array(pointCount);
  const pointLon = new Int32Array(pointCount);
  const partBandStart = new Uint32Array(parts.length + 1);
  const bandEdgeStart = new Uint32Array(sum(parts.map(({ bandCount }) => bandCount)) + 1);
  const bandEdge = createColumn('u32');
  let point = 0;
  let band = 0;
  parts.forEach((part, i) => {
    // Closed here and not before: arrays of millions of small rings would need more memory than all their points.
    const rings = part.rings.map(closeRing);
    const { edges, starts } = bandEdges(part, rings, point);
    for (const edge of edges) bandEdge.push(edge);
    const before = bandEdgeStart[band];
    starts.forEach((start, n) => (bandEdgeStart[band + n] = before + start));
    for (const { lat, lon } of rings) {
      pointLat.set(lat, point);
      pointLon.set(lon, point);
      point += lat.length;
    }
    band += part.bandCount;
    partBandStart[i + 1] = band;
  });
  return {
    polygonBoxes: boxes,
    polygonId: Uint32Array.from(parts, ({ id }) => id),
    polygonBandStart: partBandStart,
    polygonEdgeStart: bandEdgeStart,
    polygonEdge: bandEdge.values(),
    polygonPointLat: pointLat,
    polygonPointLon: pointLon,
  };
}

function readPart(id: number, given: readonly Float64Array[]): Part[] {
  const rings = given.filter((ring) => closedLength(ring) >= LEAST_POINTS);
  if (rings.length === 0) return [];
  const part = { minLat: Infinity, minLon: Infinity, maxLat: -Infinity, maxLon: -Infinity };
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [lat, lon] = [toE7(ring[i]), toE7(ring[i + 1])];
      part.minLat = Math.min(part.minLat, lat);
      part.maxLat = Math.max(part.maxLat, lat);
      part.minLon = Math.min(part.minLon, lon);
      part.maxLon = Math.max(part.maxLon, lon);
    }
  }
  const pointCount = sum(rings.map(closedLength));
  const edgeCount = pointCount - rings.length;
  const bandCount = Math.min(Math.ceil(edgeCount / EDGES_PER_BAND), part.maxLat - part.minLat + 1);
  return [{ ...part, id, rings, pointCount, bandCount }];
}

/** Returns the number of points of a ring whose last point is its first one. */
function closedLength(ring: Float64Array): number {
  const count = ring.length >> 1;
  const last = count - 1;
  const isOpen = count > 0 && (ring[0] !== ring[2 * last] || ring[1] !== ring[2 * last + 1]);
  return isOpen ? count + 1 : count;
}

/** A ring whose last point is its first one. Units: 1e-7 degrees. */
interface ClosedRing {
  lat: Int32Array;
  lon: Int32Array;
}

function closeRing(ring: Float64Array): ClosedRing {
  const count = ring.length >> 1;
  const length = closedLength(ring);
  const at = (i: number, axis: number): number => toE7(ring[2 * (i % count) + axis]);
  return {
    lat: Int32Array.from({ length }, (_, i) => at(i, 0)),
    lon: Int32Array.from({ length }, (_, i) => at(i, 1)),
  };
}

/** Returns the edges of each band; edge i goes from point i to the next. `starts` has one entry more than there are bands. */
function bandEdges(
  { minLat, maxLat, bandCount }: Part,
  rings: readonly ClosedRing[],
  firstPoint: number,
): { edges: Uint32Array; starts: Uint32Array } {
  const eachEntry = (visit: (band: number, edge: number) => void): void => {
    let edge = firstPoint;
    for (const { lat } of rings) {
      for (let i = 0; i + 1 < lat.length; i += 1, edge += 1) {
        const [a, b] = [lat[i], lat[i + 1]];
        const last = bandOf(Math.max(a, b), minLat, maxLat, bandCount);
        for (let band = bandOf(Math.min(a, b), minLat, maxLat, bandCount); band <= last; band += 1) {
          visit(band, edge);
        }
      }
      // The last point of a ring starts no edge.
      edge += 1;
    }
  };
  const starts = new Uint32Array(bandCount + 1);
  eachEntry((band) => (starts[band + 1] = starts[band + 1] + 1));
  for (let i = 1; i <= bandCount; i += 1) starts[i] = starts[i] + starts[i - 1];
  const edges = new Uint32Array(starts[bandCount]);
  const next = starts.slice();
  eachEntry((band, edge) => {
    const at = next[band];
    edges[at] = edge;
    next[band] = at + 1;
  });
  return { edges, starts };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
