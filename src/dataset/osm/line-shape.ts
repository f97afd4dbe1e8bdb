import { distanceMeters } from '../../base/geo/distance.ts';
import type { Position } from '../../base/geo/position.ts';
import type { LatLonLine } from '../features.ts';

/** Returns the distance of each point along a line. Units: metres from the first point. */
export function distancesAlong(line: LatLonLine): Float64Array {
  const along = new Float64Array(line.length / 2);
  for (let i = 1; i < along.length; i += 1) {
    along[i] = along[i - 1] + distanceMeters(pointOf(line, i - 1), pointOf(line, i));
  }
  return along;
}

/** Returns the position at a distance along a line. Shape: `along` as of {@link distancesAlong}. */
export function positionAt(line: LatLonLine, along: Float64Array, distance: number): Position {
  let i = 1;
  while (i < along.length - 1 && along[i] < distance) i += 1;
  const from = pointOf(line, Math.max(0, i - 1));
  if (along.length < 2) return from;
  const to = pointOf(line, i);
  const length = along[i] - along[i - 1];
  const share = length === 0 ? 0 : (distance - along[i - 1]) / length;
  return { lat: from.lat + (to.lat - from.lat) * share, lon: from.lon + (to.lon - from.lon) * share };
}

/** Returns the middle of a line. */
export function middleOf(line: LatLonLine): Position {
  const along = distancesAlong(line);
  return positionAt(line, along, along[along.length - 1] / 2);
}

/** Returns the n-th point of a line. */
export function pointOf(line: LatLonLine, n: number): Position {
  return { lat: line[2 * n], lon: line[2 * n + 1] };
}
