import Flatbush from 'flatbush';
import type { StreetParts } from './cut-streets.ts';

/** Greatest distance from a house without a street name to its street. */
const WITHIN_METERS = 150;
const UNITS_PER_METER = 1e7 / 111_195;
const SEGMENTS_PER_BOX = 8;

/** Creates the search for the street part nearest to a point, within 150 m. Shape: a part, or -1. */
export function createNearestPart(parts: StreetParts): (lat: number, lon: number) => number {
  const boxes: [part: number, from: number, to: number][] = [];
  for (let part = 0; part < parts.street.length; part += 1) {
    const last = parts.pointStart.at(part + 1) - 1;
    for (let from = parts.pointStart.at(part); from < last; from += SEGMENTS_PER_BOX) {
      boxes.push([part, from, Math.min(last, from + SEGMENTS_PER_BOX)]);
    }
  }
  if (boxes.length === 0) return () => -1;
  const lat = parts.lat.values();
  const lon = parts.lon.values();
  const index = new Flatbush(boxes.length, 16, Int32Array);
  for (const [, from, to] of boxes) {
    const ys = lat.subarray(from, to + 1);
    const xs = lon.subarray(from, to + 1);
    index.add(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
  }
  index.finish();
  const reach = WITHIN_METERS * UNITS_PER_METER;

  return (y, x) => {
    const shrink = Math.max(0.05, Math.cos((y / 1e7) * (Math.PI / 180)));
    let nearest = -1;
    let nearestSquare = reach * reach;
    index.search(x - reach / shrink, y - reach, x + reach / shrink, y + reach, (box) => {
      const [part, from, to] = boxes[box];
      for (let i = from; i < to; i += 1) {
        const square = squaredDistance(
          (lon[i] - x) * shrink,
          lat[i] - y,
          (lon[i + 1] - x) * shrink,
          lat[i + 1] - y,
        );
        if (square < nearestSquare || (square === nearestSquare && part < nearest)) {
          nearest = part;
          nearestSquare = square;
        }
      }
      return false;
    });
    return nearest;
  };
}

/** Returns the squared distance from the origin to a segment. */
export function squaredDistance(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
  return (ax + along * dx) ** 2 + (ay + along * dy) ** 2;
}
