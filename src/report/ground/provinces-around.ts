import { inflateRawSync } from 'node:zlib';
import { decodeOutlines, OUTLINE_UNITS, ringPoints } from '../../base/geo/outlines.ts';
import type { Positions } from '../data/packed-rows.ts';
import type { ReportPosition } from '../data/report-facts.ts';
import { crossesEdge } from '../../base/geo/edge-crossing.ts';

/** Positions of a large run that are looked up: those of a cell of 0.05 degrees are in the same provinces. */
const CELLS_PER_DEGREE = 20;
/** Points this near to a province are shown with its wards. Units: degrees. */
const REACH = 0.05;

/** Returns the codes of the provinces that some positions are in, or near to. Shape: `provinces` are the compressed outlines of all. */
export function provincesAround(provinces: Uint8Array, positions: Positions): string[] {
  const { units, arcs } = decodeOutlines(inflateRawSync(provinces));
  const cells = new Map<number, ReportPosition>();
  for (const position of positions) {
    const key =
      Math.floor(position.lat * CELLS_PER_DEGREE) * 10_000 + Math.floor(position.lon * CELLS_PER_DEGREE);
    if (!cells.has(key)) cells.set(key, position);
  }
  const places = [...cells.values()];
  const near = units.filter(({ rings }) => {
    const shapes = rings.map((ring) => ringOf(ringPoints(ring, arcs)));
    return places.some((place) => isNear(place, shapes));
  });
  return near.map(({ code }) => code);
}

/** Returns the codes of all provinces of the outlines. */
export const provinceCodes = (provinces: Uint8Array): string[] =>
  decodeOutlines(inflateRawSync(provinces)).units.map(({ code }) => code);

/** A ring in degrees, with the box in which places are near to it. Shape: `points` are latitude, longitude in turn. */
interface Ring {
  points: readonly number[];
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
}

function ringOf(units: readonly number[]): Ring {
  const ring = {
    points: units.map((value) => value / OUTLINE_UNITS),
    minLat: 90,
    maxLat: -90,
    minLon: 180,
    maxLon: -180,
  };
  for (let at = 0; at < ring.points.length; at += 2) {
    const [lat, lon] = [ring.points[at]!, ring.points[at + 1]!];
    ring.minLat = Math.min(ring.minLat, lat - REACH);
    ring.maxLat = Math.max(ring.maxLat, lat + REACH);
    ring.minLon = Math.min(ring.minLon, lon - REACH);
    ring.maxLon = Math.max(ring.maxLon, lon + REACH);
  }
  return ring;
}

/** Reports whether a place is in one of the rings, or near a point of them. */
function isNear({ lat, lon }: ReportPosition, rings: readonly Ring[]): boolean {
  return rings.some(({ points, minLat, maxLat, minLon, maxLon }) => {
    if (lat < minLat || lat > maxLat || lon < minLon || lon > maxLon) return false;
    let isInside = false;
    for (let at = 0, last = points.length - 2; at < points.length; last = at, at += 2) {
      const [y, x, otherY, otherX] = [points[at]!, points[at + 1]!, points[last]!, points[last + 1]!];
      if (Math.abs(y - lat) < REACH && Math.abs(x - lon) < REACH) return true;
      if (crossesEdge(x, y, otherX, otherY, lon, lat)) isInside = !isInside;
    }
    return isInside;
  });
}
