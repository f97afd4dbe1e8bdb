import { bearingDegrees, distanceMeters } from '../../../base/geo/distance.ts';
import type { GpsPosition, LatLng, Sight } from '../public-types.ts';

/** Returns degrees as radians. */
export function radians(angleDegrees: number): number {
  return (angleDegrees * Math.PI) / 180;
}

/** Returns radians as degrees. */
export function degrees(angleRadians: number): number {
  return (angleRadians * 180) / Math.PI;
}

/** Returns a yaw as a heading. Units: radians to degrees clockwise from north, 0 to below 360. */
export function heading(yaw: number): number {
  return (((degrees(yaw) % 360) + 360) % 360) % 360;
}

/** Measures a place from the position of a picture. */
export function sightOf([lon, lat]: GpsPosition, place: LatLng): Sight {
  const from = { lat, lon };
  const to = { lat: place.lat, lon: place.lng };
  return { headingDegrees: bearingDegrees(from, to), distanceMeters: distanceMeters(from, to) };
}
