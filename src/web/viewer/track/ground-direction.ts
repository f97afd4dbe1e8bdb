import { bearingDegrees, distanceMeters } from '../../../base/geo/distance.ts';
import type { GpsPosition } from '../public-types.ts';

/** Points farther away are not drawn: they are nearly on the horizon. */
const FAR_METERS = 100;
/** Points nearer than that are under the camera, where a direction has no meaning. */
const UNDER_CAMERA_METERS = 0.5;

/** Length of the steps into which segments are cut, and their greatest number for one segment. */
const STEP_METERS = 20;
const STEPS_MAX = 1000;

/** Returns the direction from a camera to a point on the ground. Units: radians; the height of the camera in metres. */
export function groundDirection(
  from: GpsPosition,
  to: GpsPosition,
  cameraHeightMeters: number,
): { yaw: number; pitch: number } {
  const here = { lat: from[1], lon: from[0] };
  const there = { lat: to[1], lon: to[0] };
  const meters = Math.max(distanceMeters(here, there), UNDER_CAMERA_METERS);
  // Heights can be compared only where both are known; otherwise the ground is taken as flat.
  const climb = to[2] === undefined || from[2] === undefined ? 0 : to[2] - from[2];
  const rise = climb - cameraHeightMeters;
  return { yaw: (bearingDegrees(here, there) * Math.PI) / 180, pitch: Math.atan2(rise, meters) };
}

/** Returns the parts of a line within 100 m of a position, as short steps, so that a long segment that passes by is seen. */
export function splitNear(from: GpsPosition, path: readonly GpsPosition[]): GpsPosition[][] {
  const parts: GpsPosition[][] = [];
  let part: GpsPosition[] = [];
  const close = () => {
    if (part.length > 1) parts.push(part);
    part = [];
  };
  for (const point of withShortSteps(path)) {
    if (isNear(from, point)) part.push(point);
    else close();
  }
  close();
  return parts;
}

/** Reports whether a point is within 100 m of a position. */
export function isNear(from: GpsPosition, point: GpsPosition): boolean {
  return metersBetween(from, point) <= FAR_METERS;
}

function withShortSteps(path: readonly GpsPosition[]): GpsPosition[] {
  return path.flatMap((point, index) => {
    const before = path[index - 1];
    if (before === undefined) return [point];
    const steps = Math.min(Math.ceil(metersBetween(before, point) / STEP_METERS), STEPS_MAX);
    return Array.from({ length: Math.max(steps, 1) }, (_, step) =>
      between(before, point, (step + 1) / Math.max(steps, 1)),
    );
  });
}

function between(from: GpsPosition, to: GpsPosition, share: number): GpsPosition {
  if (share === 1) return to;
  const at = (a: number, b: number) => a + (b - a) * share;
  const [lng, lat] = [at(from[0], to[0]), at(from[1], to[1])];
  return from[2] === undefined || to[2] === undefined ? [lng, lat] : [lng, lat, at(from[2], to[2])];
}

function metersBetween(a: GpsPosition, b: GpsPosition): number {
  return distanceMeters({ lat: a[1], lon: a[0] }, { lat: b[1], lon: b[0] });
}
