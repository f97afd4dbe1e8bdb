import { POLYGON_FAMILY, SPATIAL_FAMILY } from '../../gazetteer/spatial/spatial-family.ts';
import type { LocalOperation } from '../local-operation.ts';
import { parseLatLng } from '../../../contract/values/point-text.ts';
import { metersOf, optionsOf, REVERSE_RADIUS_METERS } from '../parameters/search-options.ts';
import { googleList } from '../shapes/google-shape.ts';
import { osmCollection } from '../shapes/osm-shape.ts';

/** Returns everything near a position by distance, then its ward. */
export const geocodeReverse: LocalOperation<'geocodeReverse'> = {
  support: 'yes; everything near by distance, then the ward',
  files: [SPATIAL_FAMILY.file, POLYGON_FAMILY.file],
  createHandlers: ({ engine }) => ({
    google: ({ latlng, admin_v2 }) => {
      const position = parseLatLng('latlng', latlng);
      return googleList(engine.reverse(position, REVERSE_RADIUS_METERS, optionsOf(1, admin_v2)));
    },
    osm: (parameters) => {
      const position = { lat: parameters['point.lat'], lon: parameters['point.lon'] };
      const radiusMeters = metersOf(parameters['boundary.circle.radius']) ?? REVERSE_RADIUS_METERS;
      const options = optionsOf(parameters.size ?? 1, parameters.admin_v2);
      return osmCollection(engine.reverse(position, radiusMeters, options));
    },
  }),
};
