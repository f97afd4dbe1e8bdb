import Type from 'typebox';
import { defineOperation, googleWhen } from '../operation.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import { PredictionList } from '../records/prediction.ts';
import {
  AdminV2,
  Latitude,
  latLngText,
  Longitude,
  MAX_RADIUS_KM,
  pairedPosition,
  SessionToken,
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
        input: Type.String({ minLength: 1, description: 'search text' }),
        location: Type.Optional(latLngText('location')),
        origin: Type.Optional(latLngText('origin')),
        radius: Type.Optional(
          Type.Number({
            exclusiveMinimum: 0,
            maximum: MAX_RADIUS_KM,
            default: 50,
            description: 'kilometres',
          }),
        ),
        size: Type.Optional(
          Type.Integer({ minimum: 1, default: 5, description: 'number of suggestions at most' }),
        ),
        sessiontoken: SessionToken,
        admin_v2: AdminV2,
      }),
      answer: PredictionList,
    },
    osm: {
      parameters: pairedPosition(
        Type.Object({
          text: Type.String({ minLength: 1, description: 'search text' }),
          'boundary.circle.lat': Type.Optional(Latitude),
          'boundary.circle.lon': Type.Optional(Longitude),
          'boundary.circle.radius': Type.Optional(
            Type.Number({
              exclusiveMinimum: 0,
              maximum: MAX_RADIUS_KM,
              default: 50,
              description: 'kilometres',
            }),
          ),
          size: Type.Optional(
            Type.Integer({ minimum: 1, default: 5, description: 'number of suggestions at most' }),
          ),
          sessiontoken: SessionToken,
          admin_v2: AdminV2,
        }),
        'boundary.circle',
      ),
      answer: OsmFeatureCollection,
    },
  },
});
