import type { LocalPlace } from '../../geocoder/places/local-place.ts';

/** Returns the bounding box of places, `[minLon, minLat, maxLon, maxLat]`; empty without places. Units: degrees WGS84. */
export function bboxOf(places: readonly LocalPlace[]): number[] {
  if (places.length === 0) return [];
  const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
  for (const { position } of places) {
    box[0] = Math.min(box[0], position.lon);
    box[1] = Math.min(box[1], position.lat);
    box[2] = Math.max(box[2], position.lon);
    box[3] = Math.max(box[3], position.lat);
  }
  return box;
}
