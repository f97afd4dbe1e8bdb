import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import { toDegrees } from '../../gazetteer/store/access.ts';

/** Points that a place at the focus gains; a place at HALF_METERS gains half of them. */
export const MOST_GAIN = 200;
const HALF_METERS = 3000;

/** Factor on the distance of a box, so that rounding never excludes one. */
const BOX_SLACK = 0.98;

/** Lower bound of one step of latitude in the tables. Units: metres. */
const METERS_PER_UNIT = 0.01111;

/** Returns the points that a place gains by its distance. Units: metres; points of importance. */
export function gainAt(meters: number): number {
  return (MOST_GAIN * HALF_METERS) / (HALF_METERS + meters);
}

/** A measure of distances from a focus to places and boxes of the tables. Cost: no allocation. */
export interface Ruler {
  aim(focus: Position): void;
  /** Units: arguments in 1e-7 degrees; metres. */
  metersTo(lat: number, lon: number): number;
  /** Returns a lower bound of the distance to a box; Infinity if the box is empty or farther than a limit. */
  metersToBox(boxes: Int32Array, box: number, limitMeters: number): number;
}

/** Creates a ruler. */
export function createRuler(): Ruler {
  let from: Position = { lat: 0, lon: 0 };
  const to: Position = { lat: 0, lon: 0 };
  const metersTo = (lat: number, lon: number): number => {
    to.lat = toDegrees(lat);
    to.lon = toDegrees(lon);
    return distanceMeters(from, to);
  };
  return {
    aim: (focus) => (from = focus),
    metersTo,
    metersToBox: (boxes, box, limitMeters) => {
      const at = box * 4;
      const [south, west] = [boxes[at], boxes[at + 1]];
      const [north, east] = [boxes[at + 2], boxes[at + 3]];
      if (south > north) return Infinity;
      const [lat, lon] = [Math.round(from.lat * 1e7), Math.round(from.lon * 1e7)];
      const nearestLat = clamp(lat, south, north);
      // Latitude alone excludes most of the country.
      if (Math.abs(nearestLat - lat) * METERS_PER_UNIT * BOX_SLACK > limitMeters) return Infinity;
      return metersTo(nearestLat, clamp(lon, west, east)) * BOX_SLACK;
    },
  };
}

function clamp(value: number, least: number, most: number): number {
  return value < least ? least : value > most ? most : value;
}
