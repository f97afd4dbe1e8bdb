import type { GeomillExtension, OsmFeatureCollection } from '../../contract/records/osm-feature.ts';
import type { GooglePlaceList } from '../../contract/records/google-place.ts';
import type { Position } from '../../base/geo/position.ts';

/** A match of either shape. Shape: `facts` are those of the local engine; other services have none. Units: metres. */
export interface Match {
  name: string;
  label: string;
  position: Position | undefined;
  distanceMeters: number | undefined;
  postalCode: string | undefined;
  facts: GeomillExtension | undefined;
}

/** Returns the matches of a response of either shape. */
export function matchesOf(body: unknown): Match[] {
  const { features, results } = (body ?? {}) as Partial<OsmFeatureCollection & GooglePlaceList>;
  if (Array.isArray(features)) {
    return features.map(({ geometry, properties }) => ({
      name: properties.name ?? '',
      label: properties.label ?? '',
      position: geometry
        ? { lat: geometry.coordinates[1] as number, lon: geometry.coordinates[0] as number }
        : undefined,
      distanceMeters: properties.distance ?? undefined,
      postalCode: properties.postalcode ?? undefined,
      facts: properties.geomill,
    }));
  }
  return (results ?? []).map(({ name, formatted_address, geometry }) => ({
    name: name ?? formatted_address ?? '',
    label: formatted_address ?? '',
    position: { lat: geometry.location.lat, lon: geometry.location.lng },
    distanceMeters: undefined,
    postalCode: undefined,
    facts: undefined,
  }));
}
