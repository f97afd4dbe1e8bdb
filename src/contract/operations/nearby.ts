import Type from 'typebox';
import { defineOperation, onlyShape } from '../operation.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import { AdminV2, Latitude, Longitude, MAX_RADIUS_KM, pairedPosition } from '../schema.ts';

/**
 * Finds places of some categories around a point, nearest first.
 *
 * Source: interface document, section 4.6. It marks the point as optional, but does not describe a request without it: such a request is
 * sent; the local service refuses it, as the service facts decide.
 */
export const nearby = defineOperation({
  name: 'nearby',
  method: 'GET',
  path: '/nearby',
  root: 'base',
  section: '4.6',
  summary: 'Finds places of some categories around a point, nearest first.',
  shapeOf: onlyShape,
  shapes: {
    only: {
      parameters: pairedPosition(
        Type.Object({
          categories: Type.String({
            minLength: 1,
            description: 'slugs or Vietnamese words; several are comma separated',
          }),
          'point.lat': Type.Optional(Latitude),
          'point.lon': Type.Optional(Longitude),
          size: Type.Optional(
            Type.Integer({ minimum: 1, default: 5, description: 'number of places at most' }),
          ),
          'boundary.circle.radius': Type.Optional(
            Type.Integer({ minimum: 1, maximum: MAX_RADIUS_KM, default: 5, description: 'kilometres' }),
          ),
          admin_v2: AdminV2,
        }),
        'point',
      ),
      answer: OsmFeatureCollection,
    },
  },
});
