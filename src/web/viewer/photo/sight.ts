import { bearingDegrees, distanceMeters } from '../../../base/geo/distance.ts';
import type { GpsPosition, LatLng, Sight } from '../public-types.ts';

/** Measures a place from the position of a picture. */
export function sightOf([lon, lat]: GpsPosition, place: LatLng): Sight {
  const from = { lat, lon };
  const to = { lat: place.lat, lon: place.lng };
  return { headingDegrees: bearingDegrees(from, to), distanceMeters: distanceMeters(from, to) };
}
