import Type from 'typebox';
import { defineOperation, googleWhen } from '../operation.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import { PredictionList } from '../records/prediction.ts';
import {
  AdminV2,
  Latitude,
  latLngText,
  Longitude,
  pairedPosition,
  radiusKm,
  searchText,
  SessionToken,
  sizeOf,
} from '../schema.ts';

/** Suggests places while a user types. Source: interface document, section 4.1; `size` from the service facts. */
export const autocomplete = defineOperation({
  name: 'autocomplete',
  method: 'GET',
  path: '/autocomplete',
  root: 'base',
  section: '4.1',
  summary: 'Suggests places while a user types.',
  shapeOf: googleWhen('input'),
  shapes: {
    google: {
      parameters: Type.Object({
        input: searchText('search text'),
        location: Type.Optional(latLngText('location')),
        origin: Type.Optional(latLngText('origin')),
        radius: radiusKm(50),
        size: sizeOf('suggestions', 5, [
          'parameter',
          'stated',
          '`size` of the google shape, 5 if it is left out',
        ]),
        sessiontoken: SessionToken,
        admin_v2: AdminV2,
      }),
      answer: PredictionList,
    },
    osm: {
      parameters: pairedPosition(
        Type.Object({
          text: searchText('search text'),
          'boundary.circle.lat': Type.Optional(Latitude),
          'boundary.circle.lon': Type.Optional(Longitude),
          'boundary.circle.radius': radiusKm(50),
          size: sizeOf('suggestions', 5, ['default', 'stated', '5, a whole number']),
          sessiontoken: SessionToken,
          admin_v2: AdminV2,
        }),
        'boundary.circle',
      ),
      answer: OsmFeatureCollection,
    },
  },
});
