import type { GeoServiceHandlers } from '../../contract/service.ts';
import { STATUS } from '../../contract/status.ts';
import { GeomillError } from '../../errors/geomill-error.ts';
import { bboxOf } from '../shapes/bbox.ts';
import type { Engine } from '../../geocoder/engine.ts';
import { googleList } from '../shapes/google-shape.ts';
import { readLatLng } from './lat-lng.ts';
import { nearbyCategories } from './nearby-categories.ts';
import { osmCollection } from '../shapes/osm-shape.ts';
import { predictionList } from '../shapes/prediction-shape.ts';
import { metersOf, optionsOf, REVERSE_RADIUS_METERS, unitsOf } from './question-options.ts';

const NEARBY_RADIUS_KM = 5;
const PLACES_NEARBY = 5;

/** Answers the operations that find places by text, by position, by category and by parent. */
export function createPlaceHandlers(
  engine: Engine,
): Required<Pick<GeoServiceHandlers, 'children' | 'geocodeForward' | 'geocodeReverse' | 'nearby'>> {
  return {
    children: {
      google: async ({ parent_id, admin_v2 }) => {
        const children = engine.children(parent_id, unitsOf(admin_v2));
        return children ? predictionList(children) : { predictions: [], status: STATUS.notFound };
      },
      osm: async ({ parent_id, admin_v2 }) => {
        const children = engine.children(parent_id, unitsOf(admin_v2)) ?? [];
        return { ...osmCollection(children), bbox: bboxOf(children) };
      },
    },
    geocodeForward: {
      google: async ({ address, admin_v2 }) => googleList(engine.forward(address, optionsOf(1, admin_v2))),
      osm: async ({ text, size, admin_v2 }) =>
        osmCollection(engine.forward(text, optionsOf(size ?? 1, admin_v2))),
    },
    geocodeReverse: {
      google: async ({ latlng, admin_v2 }) => {
        const position = readLatLng('latlng', latlng);
        return googleList(engine.reverse(position, REVERSE_RADIUS_METERS, optionsOf(1, admin_v2)));
      },
      osm: async (parameters) => {
        const position = { lat: parameters['point.lat'], lon: parameters['point.lon'] };
        const radiusMeters = metersOf(parameters['boundary.circle.radius']) ?? REVERSE_RADIUS_METERS;
        const options = optionsOf(parameters.size ?? 1, parameters.admin_v2);
        return osmCollection(engine.reverse(position, radiusMeters, options));
      },
    },
    nearby: {
      only: async (parameters) => {
        const categories = nearbyCategories(parameters.categories);
        const position = { lat: parameters['point.lat'], lon: parameters['point.lon'] };
        const radiusMeters = metersOf(parameters['boundary.circle.radius'] ?? NEARBY_RADIUS_KM);
        const options = optionsOf(parameters.size ?? PLACES_NEARBY, parameters.admin_v2);
        const places = engine.nearby(position, radiusMeters, categories, options);
        if (places) return osmCollection(places);
        throw new GeomillError(
          'NOT_SUPPORTED',
          'This dataset holds administrative units only, no places: build one with places, or ask a remote service.',
        );
      },
    },
  };
}
