import Flatbush from 'flatbush';
import { NO_WARD } from '../../src/engine/gazetteer/units/cover-codec.ts';
import type { Polygon } from './boundaries.ts';
import { createPolygonTest } from './polygon-test.ts';
import { boxOf } from './shape.ts';

const METERS_PER_DEGREE = 111_195;
const RADIANS = Math.PI / 180;

/**
 * Answers exact questions about the boundaries of the wards; a ward is its index in the list the map was made of.
 *
 * Units: degrees; `metersNear` in metres.
 */
export interface WardMap {
  /** Finds the ward that holds a point, the first where wards overlap; NO_WARD outside. */
  wardAt(lon: number, lat: number): number;
  /** Finds the ward whose boundary is nearest to a point, within a distance; NO_WARD when there is none. */
  nearestWard(lon: number, lat: number, withinMeters: number): number;
  /** Tells whether the boundary of a ward that a filter accepts comes near a box; it may also say so of one that barely misses it. */
  hasBoundary(box: readonly [number, number, number, number], accepts: (ward: number) => boolean): boolean;
}

/** Indexes the boundaries of wards, so that a question costs microseconds. */
export function createWardMap(wards: readonly Polygon[][]): WardMap {
  const parts = wards.flatMap((polygons, ward) =>
    polygons.map((polygon) => ({ ward, contains: createPolygonTest(polygon), box: boxOf(polygon) })),
  );
  const partIndex = new Flatbush(parts.length);
  for (const { box } of parts) partIndex.add(...box);
  partIndex.finish();
  const segments = createSegments(wards);

  return {
    wardAt(lon, lat) {
      let found = NO_WARD;
      partIndex.search(lon, lat, lon, lat, (index) => {
        const part = parts[index];
        if (part && (found === NO_WARD || part.ward < found) && part.contains(lon, lat)) found = part.ward;
        return false;
      });
      return found;
    },
    nearestWard(lon, lat, withinMeters) {
      const halfLat = withinMeters / METERS_PER_DEGREE;
      const shrink = Math.cos(lat * RADIANS);
      const halfLon = halfLat / shrink;
      let nearest = NO_WARD;
      let nearestSquare = halfLat * halfLat;
      segments.index.search(lon - halfLon, lat - halfLat, lon + halfLon, lat + halfLat, (index) => {
        const square = segments.squaredDistance(index, lon, lat, shrink);
        const ward = segments.wardOf(index);
        if (square < nearestSquare || (square === nearestSquare && ward < nearest)) {
          nearest = ward;
          nearestSquare = square;
        }
        return false;
      });
      return nearest;
    },
    hasBoundary(box, accepts) {
      return segments.index.collides(...box, (index) => accepts(segments.wardOf(index)));
    },
  };
}

function createSegments(wards: readonly Polygon[][]) {
  let count = 0;
  for (const ring of wards.flat(2)) count += ring.length / 2 - 1;
  const ends = new Float64Array(count * 4);
  const owners = new Int32Array(count);
  const index = new Flatbush(count);
  let at = 0;
  wards.forEach((polygons, ward) => {
    for (const ring of polygons.flat()) {
      for (let i = 2; i < ring.length; i += 2) {
        const [ax, ay, bx, by] = ring.subarray(i - 2, i + 2) as unknown as [number, number, number, number];
        ends.set([ax, ay, bx, by], at * 4);
        owners[at++] = ward;
        index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
      }
    }
  });
  index.finish();
  return {
    index,
    wardOf: (segment: number): number => owners[segment] ?? NO_WARD,
    /** Measures from a point to a segment in degrees of latitude, squared; longitudes count `shrink`. */
    squaredDistance(segment: number, lon: number, lat: number, shrink: number): number {
      const ax = ((ends[segment * 4] as number) - lon) * shrink;
      const ay = (ends[segment * 4 + 1] as number) - lat;
      const dx = ((ends[segment * 4 + 2] as number) - lon) * shrink - ax;
      const dy = (ends[segment * 4 + 3] as number) - lat - ay;
      const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
      return (ax + along * dx) ** 2 + (ay + along * dy) ** 2;
    },
  };
}
