import Flatbush from 'flatbush';
import { createColumn } from '../../engine/gazetteer/store/column.ts';
import type { StreetParts } from './cut-streets.ts';

const METERS_PER_UNIT = 111_195 / 1e7;

/** Position and size of a street. Units: `lat` and `lon` 1e-7 degrees, the rest metres. */
export interface StreetMeasures {
  lat: number;
  lon: number;
  radiusMeters: number;
  lengthMeters: number;
}

/** A line or a set of points. Units: 1e-7 degrees. */
export interface Points {
  lat: ArrayLike<number>;
  lon: ArrayLike<number>;
}

/** Measures the lines of a street; its position is the point on them nearest to their centroid, so it is on the street. */
export function measureLines(lines: readonly Points[]): StreetMeasures {
  const shrink = shrinkOf(lines[0]);
  let [sumY, sumX, sum] = [0, 0, 0];
  eachSegment(lines, (ay, ax, by, bx) => {
    // A line of two equal points still has a middle.
    const length = Math.hypot(by - ay, (bx - ax) * shrink) + 1e-3;
    sum += length;
    sumY += (length * (ay + by)) / 2;
    sumX += (length * (ax + bx)) / 2;
  });
  const [y, x] = [sumY / sum, sumX / sum];
  let [lat, lon, nearest] = [0, 0, Infinity];
  eachSegment(lines, (ay, ax, by, bx) => {
    const square = squaredDistance((ax - x) * shrink, ay - y, (bx - x) * shrink, by - y);
    if (square >= nearest) return;
    nearest = square;
    const [dy, dx] = [by - ay, (bx - ax) * shrink];
    const along = ((y - ay) * dy + (x - ax) * shrink * dx) / (dx * dx + dy * dy || 1);
    const share = Math.max(0, Math.min(1, along));
    lat = Math.round(ay + (by - ay) * share);
    lon = Math.round(ax + (bx - ax) * share);
  });
  return { lat, lon, radiusMeters: reachOf(lines), lengthMeters: sum * METERS_PER_UNIT };
}

/** Measures a street with known houses only; its position is the house nearest to their mean. */
export function measurePoints(points: Points): StreetMeasures {
  const count = points.lat.length;
  const shrink = shrinkOf(points);
  let [sumY, sumX] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    sumY += points.lat[i];
    sumX += points.lon[i];
  }
  let [best, nearest] = [0, Infinity];
  for (let i = 0; i < count; i += 1) {
    const [dy, dx] = [points.lat[i] - sumY / count, (points.lon[i] - sumX / count) * shrink];
    const square = dy * dy + dx * dx;
    if (square >= nearest) continue;
    nearest = square;
    best = i;
  }
  const radiusMeters = reachOf([points]);
  return { lat: points.lat[best], lon: points.lon[best], radiusMeters, lengthMeters: 0 };
}

/** Returns half the diagonal of the bounds of points, in metres. */
function reachOf(lines: readonly Points[]): number {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lat, lon } of lines) {
    for (let i = 0; i < lat.length; i += 1) {
      south = Math.min(south, lat[i]);
      north = Math.max(north, lat[i]);
      west = Math.min(west, lon[i]);
      east = Math.max(east, lon[i]);
    }
  }
  const width = (east - west) * shrinkOf(lines[0]);
  return Math.round((Math.hypot(north - south, width) / 2) * METERS_PER_UNIT);
}

function shrinkOf({ lat }: Points): number {
  return Math.cos((lat[0] / 1e7) * (Math.PI / 180));
}

function eachSegment(
  lines: readonly Points[],
  visit: (ay: number, ax: number, by: number, bx: number) => void,
): void {
  for (const { lat, lon } of lines) {
    for (let i = 1; i < lat.length; i += 1) visit(lat[i - 1], lon[i - 1], lat[i], lon[i]);
  }
}

/** Greatest distance from a house without a street name to its street. */
const WITHIN_METERS = 150;
const UNITS_PER_METER = 1e7 / 111_195;
const SEGMENTS_PER_BOX = 8;

/** Creates the search for the street part nearest to a point, within 150 m. Shape: a part, or -1. */
export function createNearestPart(parts: StreetParts): (lat: number, lon: number) => number {
  const boxPart = createColumn('u32');
  const boxFrom = createColumn('u32');
  for (let part = 0; part < parts.street.length; part += 1) {
    const last = parts.pointStart.at(part + 1) - 1;
    for (let from = parts.pointStart.at(part); from < last; from += SEGMENTS_PER_BOX) {
      boxPart.push(part);
      boxFrom.push(from);
    }
  }
  if (boxPart.length === 0) return () => -1;
  /** Returns the last point of a box. */
  const lastOf = (box: number): number =>
    Math.min(parts.pointStart.at(boxPart.at(box) + 1) - 1, boxFrom.at(box) + SEGMENTS_PER_BOX);
  const lat = parts.lat.values();
  const lon = parts.lon.values();
  const index = new Flatbush(boxPart.length, 16, Int32Array);
  for (let box = 0; box < boxPart.length; box += 1) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = boxFrom.at(box); i <= lastOf(box); i += 1) {
      west = Math.min(west, lon[i]);
      south = Math.min(south, lat[i]);
      east = Math.max(east, lon[i]);
      north = Math.max(north, lat[i]);
    }
    index.add(west, south, east, north);
  }
  index.finish();
  const reach = WITHIN_METERS * UNITS_PER_METER;

  return (y, x) => {
    const shrink = Math.max(0.05, Math.cos((y / 1e7) * (Math.PI / 180)));
    let nearest = -1;
    let nearestSquare = reach * reach;
    index.search(x - reach / shrink, y - reach, x + reach / shrink, y + reach, (box) => {
      const part = boxPart.at(box);
      const last = lastOf(box);
      for (let i = boxFrom.at(box); i < last; i += 1) {
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
function squaredDistance(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, -(ax * dx + ay * dy) / (dx * dx + dy * dy || 1)));
  return (ax + along * dx) ** 2 + (ay + along * dy) ** 2;
}
