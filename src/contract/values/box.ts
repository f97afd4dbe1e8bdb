import { GeomillError } from '../../base/errors/geomill-error.ts';
import { isLatitude, isLongitude } from '../../base/geo/position.ts';

/** A box on the map. Shape: it crosses the antimeridian if `minLon` is above `maxLon`. Units: degrees WGS84. */
export interface MapBox {
  minLon: number;
  minLat: number;
  maxLon: number;
  maxLat: number;
}

/** Parses the parameter `bbox`: four numbers, or six with heights, which are ignored. Errors: INVALID_REQUEST. */
export function parseBox(bbox: readonly number[]): MapBox {
  // With heights the order is west, south, lowest, east, north, highest.
  const [west, south, east, north] = bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox;
  const isValid =
    (bbox.length === 4 || bbox.length === 6) &&
    [west, east].every(isLongitude) &&
    [south, north].every(isLatitude) &&
    (south as number) <= (north as number);
  if (!isValid) {
    const message = `bbox: ${bbox.join(',')} is no box. Give minLon,minLat,maxLon,maxLat in degrees, or six numbers with heights`;
    throw new GeomillError('INVALID_REQUEST', message);
  }
  const [minLon, minLat, maxLon, maxLat] = [west, south, east, north] as [number, number, number, number];
  return { minLon, minLat, maxLon, maxLat };
}
