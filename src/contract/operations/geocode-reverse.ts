import Type from 'typebox';
import { defineOperation, googleWhen } from '../operation.ts';
import { GooglePlaceList } from '../records/google-place.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import { AdminV2, Latitude, latLngText, Longitude, radiusKm, sizeOf } from '../schema.ts';

/** Finds the places and addresses near a position. Source: interface document, section 4.5. */
export const geocodeReverse = defineOperation({
  name: 'geocodeReverse',
  method: 'GET',
  path: '/geocode/reverse',
  root: 'base',
  section: '4.5',
  summary: 'Finds the places and addresses near a position.',
  shapeOf: googleWhen('latlng'),
  shapes: {
    google: {
      parameters: Type.Object({ latlng: latLngText('latlng'), admin_v2: AdminV2 }),
      answer: GooglePlaceList,
    },
    osm: {
      parameters: Type.Object({
        'point.lat': Latitude,
        'point.lon': Longitude,
        'boundary.circle.radius': radiusKm(1),
        size: sizeOf('matches', 1),
        admin_v2: AdminV2,
      }),
      answer: OsmFeatureCollection,
    },
  },
});
