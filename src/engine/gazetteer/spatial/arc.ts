import type { Position } from '../../../base/geo/position.ts';
import { RADIANS_PER_DEGREE, RADIANS_PER_UNIT } from '../../../base/geo/sphere.ts';

/** A point on the unit sphere. */
export type Vector = [x: number, y: number, z: number];

/** Creates a vector to compute into. */
export function newVector(): Vector {
  // Not integers: V8 would change the kind of an array of integers on its first use.
  return [0.5, 0.5, 0.5];
}

/** Computes the vector of a position into `into`. */
export function setVector(into: Vector, lat: number, lon: number): void {
  const cosLat = Math.cos(lat * RADIANS_PER_DEGREE);
  into[0] = cosLat * Math.cos(lon * RADIANS_PER_DEGREE);
  into[1] = cosLat * Math.sin(lon * RADIANS_PER_DEGREE);
  into[2] = Math.sin(lat * RADIANS_PER_DEGREE);
}

/** Copies a vector into `into`. */
export function copyVector(into: Vector, from: Vector): void {
  into[0] = from[0];
  into[1] = from[1];
  into[2] = from[2];
}

/** Returns the position of a vector of any length. */
export function positionOfVector([x, y, z]: Vector): Position {
  return {
    lat: Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS_PER_DEGREE,
    lon: Math.atan2(y, x) / RADIANS_PER_DEGREE,
  };
}

/** Returns the haversine of the angle between two vectors of length 1. */
export function haversineOfVectors(a: Vector, b: Vector): number {
  return (squared(a[0] - b[0]) + squared(a[1] - b[1]) + squared(a[2] - b[2])) / 4;
}

/**
 * Returns where the shorter great-circle arc between two points is nearest to a third point.
 *
 * Shape: the share of the chord from `a` (0) to `b` (1).
 * Guarantee: exact to the angle of about a nanometre, for short and long arcs.
 */
export function nearestOnArc(a: Vector, b: Vector, point: Vector): number {
  const fromA = haversineOfVectors(a, point);
  const fromB = haversineOfVectors(b, point);
  const length = haversineOfVectors(a, b);
  // The projection of the point on the plane of the arc is a sum of a and b; these are their shares. They are computed from squares of
  // chords, which keep their digits when products of vectors all round to 1.
  const shareA = fromB + length - fromA - 2 * length * fromB;
  const shareB = fromA + length - fromB - 2 * length * fromA;
  if (shareA > 0 && shareB > 0) return shareB / (shareA + shareB);
  return fromA <= fromB ? 0 : 1;
}

/** Computes the point at a share of the chord between two vectors, projected onto the sphere, into `into`. */
export function setBetween(into: Vector, a: Vector, b: Vector, share: number): void {
  const x = a[0] + (b[0] - a[0]) * share;
  const y = a[1] + (b[1] - a[1]) * share;
  const z = a[2] + (b[2] - a[2]) * share;
  const length = Math.sqrt(x * x + y * y + z * z);
  into[0] = x / length;
  into[1] = y / length;
  into[2] = z / length;
}

/**
 * Returns an upper bound for how far a great-circle arc rises above the latitudes of its ends.
 *
 * Units: 1e-7 degrees, also for `lonE7`, the difference of the longitudes of its ends.
 * Source: tan(rise + lat) = tan(lat) / cos(half the difference), so the rise is greatest at 45 degrees.
 */
export function arcRiseUnits(lonE7: number): number {
  const angle = lonE7 * RADIANS_PER_UNIT;
  // About a sixteenth of the square for a small angle, and never more than a quarter turn.
  return angle < 0.5 ? (angle * angle) / 15 / RADIANS_PER_UNIT : Math.PI / 2 / RADIANS_PER_UNIT;
}

function squared(value: number): number {
  return value * value;
}
