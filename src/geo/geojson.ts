import type { Position } from './position.ts';

/** Holds a GeoJSON point. */
export interface Point {
  type: 'Point';
  /** `[lon, lat]`, in this order. */
  coordinates: [number, number];
}

/** Holds a GeoJSON feature of one point, or of no place at all. */
export interface PointFeature<Properties> {
  type: 'Feature';
  geometry: Point | null;
  properties: Properties;
}

/**
 * Builds a feature; without a position its geometry is null, so that a miss stays in the file.
 *
 * Source: RFC 7946, sections 3.1.1 and 3.2.
 */
export function pointFeature<Properties>(
  position: Position | null,
  properties: Properties,
): PointFeature<Properties> {
  return {
    type: 'Feature',
    geometry: position === null ? null : { type: 'Point', coordinates: [position.lon, position.lat] },
    properties,
  };
}
