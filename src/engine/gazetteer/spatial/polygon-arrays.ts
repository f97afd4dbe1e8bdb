import { toE7 } from '../store/access.ts';
import type { ArraysOf } from '../store/array-family.ts';
import { createColumn, type Column } from '../store/column.ts';
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

/** Polygons in columns, since there may be hundreds of thousands: rings as they were given, those with too few points left out. Units: 1e-7 degrees. */
interface Parts {
  id: Column<'u32'>;
  rings: (readonly Float64Array[])[];
  /** West, south, east, north of each. */
  box: Column<'i32'>;
  bandCount: Column<'u32'>;
  /** Of all of them, with rings closed. */
  pointCount: number;
}

/** The band of latitudes of one polygon, and the number of its bands. Units: 1e-7 degrees. */
interface Bands {
  minLat: number;
  maxLat: number;
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
export function buildPolygonArrays(shapes: Iterable<PolygonShape>): ArraysOf<typeof POLYGON_FAMILY> {
  const parts: Parts = {
    id: createColumn('u32'),
    rings: [],
    box: createColumn('i32'),
    bandCount: createColumn('u32'),
    pointCount: 0,
  };
  for (const { id, polygons } of shapes) for (const rings of polygons) addPart(parts, id, rings);
  const { boxes, order } = buildBoxTree(parts.box.values().slice());
  const pointLat = new Int32Array(parts.pointCount);
  const pointLon = new Int32Array(parts.pointCount);
  const partBandStart = new Uint32Array(parts.rings.length + 1);
  const bandEdgeStart = new Uint32Array(sum(parts.bandCount.values()) + 1);
  const bandEdge = createColumn('u32');
  let point = 0;
  let band = 0;
  order.forEach((part, i) => {
    const bands: Bands = {
      minLat: parts.box.at(4 * part + 1),
      maxLat: parts.box.at(4 * part + 3),
      bandCount: parts.bandCount.at(part),
    };
    // Closed here and not before: arrays of millions of small rings would need more memory than all their points.
    const rings = parts.rings[part].map(closeRing);
    const { edges, starts } = bandEdges(bands, rings, point);
    for (const edge of edges) bandEdge.push(edge);
    const before = bandEdgeStart[band];
    starts.forEach((start, n) => (bandEdgeStart[band + n] = before + start));
    for (const { lat, lon } of rings) {
      pointLat.set(lat, point);
      pointLon.set(lon, point);
      point += lat.length;
    }
    band += bands.bandCount;
    partBandStart[i + 1] = band;
  });
  return {
    polygonBoxes: boxes,
    polygonId: Uint32Array.from(order, (part) => parts.id.at(part)),
    polygonBandStart: partBandStart,
    polygonEdgeStart: bandEdgeStart,
    polygonEdge: bandEdge.values(),
    polygonPointLat: pointLat,
    polygonPointLon: pointLon,
  };
}

function addPart(parts: Parts, id: number, given: readonly Float64Array[]): void {
  const isUsed = (ring: Float64Array): boolean => closedLength(ring) >= LEAST_POINTS;
  const rings = given.every(isUsed) ? given : given.filter(isUsed);
  if (rings.length === 0) return;
  let [minLat, minLon, maxLat, maxLon] = [Infinity, Infinity, -Infinity, -Infinity];
  let pointCount = 0;
  for (const ring of rings) {
    pointCount += closedLength(ring);
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [lat, lon] = [toE7(ring[i]), toE7(ring[i + 1])];
      minLat = Math.min(minLat, lat);
      maxLat = Math.max(maxLat, lat);
      minLon = Math.min(minLon, lon);
      maxLon = Math.max(maxLon, lon);
    }
  }
  parts.id.push(id);
  parts.rings.push(rings);
  for (const bound of [minLon, minLat, maxLon, maxLat]) parts.box.push(bound);
  parts.bandCount.push(
    Math.min(Math.ceil((pointCount - rings.length) / EDGES_PER_BAND), maxLat - minLat + 1),
  );
  parts.pointCount += pointCount;
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
  { minLat, maxLat, bandCount }: Bands,
  rings: readonly ClosedRing[],
  firstPoint: number,
): { edges: Uint32Array; starts: Uint32Array } {
  const eachEntry = (visit: (band: number, edge: number) => void): void => {
    let edge = firstPoint;
    for (const { lat } of rings) {
      for (let i = 0; i + 1 < lat.length; i += 1, edge += 1) {
        const [a, b] = [lat[i], lat[i + 1]];
        const last = bandOf(Math.max(a, b), minLat, maxLat, bandCount);
        for (let band = bandOf(Math.min(a, b), minLat, maxLat, bandCount); band <= last; band += 1)
          visit(band, edge);
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

function sum(numbers: Uint32Array): number {
  return numbers.reduce((total, each) => total + each, 0);
}
