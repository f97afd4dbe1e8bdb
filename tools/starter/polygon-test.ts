import type { Polygon } from './boundaries.ts';
import { boxOf } from './shape.ts';
import { crossesEdge } from '../../src/base/geo/edge-crossing.ts';

const EDGES_PER_BAND = 8;
const MAX_BANDS = 1024;

/**
 * Creates the function that tells whether a point lies in a polygon, with the result of `isInPolygon`.
 *
 * Shape: edges are in bands of latitude, so that a question reads only those at its height.
 */
export function createPolygonTest(polygon: Polygon): (lon: number, lat: number) => boolean {
  const [, south, , north] = boxOf(polygon);
  const edgeCount = polygon.reduce((sum, ring) => sum + ring.length / 2 - 1, 0);
  const bandCount = Math.max(1, Math.min(MAX_BANDS, Math.ceil(edgeCount / EDGES_PER_BAND)));
  const bandOf = (lat: number): number =>
    Math.max(0, Math.min(bandCount - 1, Math.floor(((lat - south) / (north - south || 1)) * bandCount)));
  const lists = Array.from({ length: bandCount }, (): number[] => []);
  for (const ring of polygon) {
    for (let i = 2; i < ring.length; i += 2) {
      const [fromLon, fromLat, toLon, toLat] = ring.subarray(i - 2, i + 2) as unknown as Edge;
      const last = bandOf(Math.max(fromLat, toLat));
      for (let band = bandOf(Math.min(fromLat, toLat)); band <= last; band++)
        lists[band]?.push(fromLon, fromLat, toLon, toLat);
    }
  }
  const bands = lists.map((list) => Float64Array.from(list));

  return (lon, lat) => {
    if (lat < south || lat > north) return false;
    const edges = bands[bandOf(lat)] as Float64Array;
    let inside = false;
    for (let i = 0; i < edges.length; i += 4) {
      const [fromLon, fromLat, toLon, toLat] = [edges[i]!, edges[i + 1]!, edges[i + 2]!, edges[i + 3]!];
      if (crossesEdge(fromLon, fromLat, toLon, toLat, lon, lat)) inside = !inside;
    }
    return inside;
  };
}

type Edge = [fromLon: number, fromLat: number, toLon: number, toLat: number];
