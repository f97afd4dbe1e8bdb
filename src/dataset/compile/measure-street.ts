import { squaredDistance } from './nearest-part.ts';

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
    for (let i = 1; i < lat.length; i += 1) {
      visit(lat[i - 1], lon[i - 1], lat[i], lon[i]);
    }
  }
}
