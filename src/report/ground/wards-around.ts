import { inflateRawSync } from 'node:zlib';
import {
  decodeOutlines,
  encodeOutlines,
  outlinesOf,
  OUTLINE_UNITS,
  ringPoints,
} from '../../base/geo/outlines.ts';
import type { ReportPosition } from '../data/report-facts.ts';
import { compress } from '../read/pack.ts';
import { crossesEdge } from '../../base/geo/edge-crossing.ts';

/** Positions of a large run that are looked up: those of a cell of 0.05 degrees are in the same provinces. */
const CELLS_PER_DEGREE = 20;
/** Points this near to a province are shown with its wards. Units: degrees. */
const REACH = 0.05;

/**
 * Returns the outlines of the wards of the provinces around some positions, compressed for the page.
 *
 * Shape: `provinces` and `wards` are the compressed outlines of all.
 */
export function wardsAround(
  provinces: Uint8Array,
  wards: Uint8Array,
  positions: readonly ReportPosition[],
): Buffer {
  const { units, arcs } = decodeOutlines(inflateRawSync(provinces));
  const cells = new Map<number, ReportPosition>();
  for (const position of positions) {
    const key =
      Math.floor(position.lat * CELLS_PER_DEGREE) * 10_000 + Math.floor(position.lon * CELLS_PER_DEGREE);
    if (!cells.has(key)) cells.set(key, position);
  }
  const places = [...cells.values()];
  const near = units.filter(({ rings }) => {
    const shapes = rings.map((ring) => ringPoints(ring, arcs).map((value) => value / OUTLINE_UNITS));
    return places.some((place) => isNear(place, shapes));
  });
  const codes = new Set(near.map(({ code }) => code));
  return compress(
    encodeOutlines(outlinesOf(decodeOutlines(inflateRawSync(wards)), ({ parent }) => codes.has(parent))),
  );
}

/** Reports whether a place is in one of the rings, or near a point of them. */
function isNear({ lat, lon }: ReportPosition, rings: readonly (readonly number[])[]): boolean {
  return rings.some((ring) => {
    let isInside = false;
    for (let at = 0, last = ring.length - 2; at < ring.length; last = at, at += 2) {
      const [y, x, otherY, otherX] = [ring[at]!, ring[at + 1]!, ring[last]!, ring[last + 1]!];
      if (Math.abs(y - lat) < REACH && Math.abs(x - lon) < REACH) return true;
      if (crossesEdge(x, y, otherX, otherY, lon, lat)) isInside = !isInside;
    }
    return isInside;
  });
}
