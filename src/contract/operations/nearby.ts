import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation, onlyShape } from '../operation.ts';
import { OsmFeatureCollection } from '../records/osm-feature.ts';
import {
  AdminV2,
  Latitude,
  Longitude,
  MAX_RADIUS_KM,
  pairedPosition,
  RADIUS_LIMIT,
  sizeOf,
} from '../schema.ts';
import { optional } from '../optional.ts';

/**
 * Finds places of some categories around a point, nearest first.
 *
 * Source: interface document, section 4.6. It marks the point as optional, but does not describe a request without it: such a request is
 * sent; the local service refuses it, as the service facts decide.
 */
export const nearby = defineOperation({
  ...beyond([
    'refusal',
    'open',
    'a request without a point is sent to a service; a local one refuses it with 400',
  ]),
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
            ...beyond(
              [
                'values',
                'seen',
                'slugs and Vietnamese words, of 233 categories and groups; several are comma separated',
              ],
              [
                'refusal',
                'open',
                'a word that is no category is 400 with those that are like it: an empty list would hide a spelling error',
              ],
            ),
          }),
          'point.lat': Type.Optional(Latitude),
          'point.lon': Type.Optional(Longitude),
          size: sizeOf('places', 5),
          'boundary.circle.radius': optional.integer({
            minimum: 1,
            maximum: MAX_RADIUS_KM,
            default: 5,
            description: 'kilometres',
            ...beyond(['meaning', 'seen', 'kilometres'], RADIUS_LIMIT),
          }),
          admin_v2: AdminV2,
        }),
        'point',
      ),
      answer: OsmFeatureCollection,
    },
  },
});
