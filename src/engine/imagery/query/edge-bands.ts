import { toE7 } from '../../../base/geo/e7.ts';
import type { LonLat } from '../../../contract/values/geometry.ts';
import { sideOfLine } from './touch.ts';

const EDGES_PER_BAND = 8;
const BANDS_MAX = 256;

/** The result of a test of a point against rings: outside, inside, or on an edge. */
export type PointSide = 'outside' | 'inside' | 'edge';

/**
 * Creates the test of points against rings or lines, with the even-odd rule.
 *
 * Shape: `edges` as of {@link edgesOf}; the test takes a position in 1e-7 degrees.
 * Cost: the edges are sorted into bands of latitude, so a test compares only those of one band.
 */
export function createEdgeTest(edges: Float64Array): (x: number, y: number) => PointSide {
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
export function edgesOf(lines: readonly (readonly LonLat[])[]): Float64Array {
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
