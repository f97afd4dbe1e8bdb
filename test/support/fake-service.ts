import type { OsmFeature, OsmProperties } from '../../src/contract/records/osm-feature.ts';
import { createGeoService, type GeoServiceHandlers } from '../../src/contract/service.ts';

/** Builds a feature in OSM shape with what a test cares about. */
export function osmFeature(
  properties: Partial<OsmProperties> = {},
  coordinates: number[] | null = [105.85, 21.03],
): OsmFeature {
  return {
    type: 'Feature',
    geometry: coordinates ? { type: 'Point', coordinates } : null,
    properties: {
      name: '',
      short_address: '',
      label: '',
      country: 'Việt Nam',
      country_code: 'VN',
      category: [''],
      region: '',
      county: '',
      locality: '',
      id: 'id',
      continent: 'Asia',
      source: 'test',
      ...properties,
    },
  };
}

/** Builds an answer in OSM shape. */
export function osmAnswer(...features: OsmFeature[]) {
  return { type: 'FeatureCollection' as const, features, bbox: [], errors: null };
}

/** Builds a service from handlers that records every question. */
export function recordingService(handlers: GeoServiceHandlers) {
  const questions: unknown[] = [];
  const recorded = Object.fromEntries(
    Object.entries(handlers).map(([name, shapes]) => [
      name,
      Object.fromEntries(
        Object.entries(shapes as Record<string, (parameters: unknown) => unknown>).map(([shape, call]) => [
          shape,
          (parameters: unknown) => {
            questions.push(parameters);
            return call(parameters);
          },
        ]),
      ),
    ]),
  ) as GeoServiceHandlers;
  return { service: createGeoService(recorded), questions };
}
