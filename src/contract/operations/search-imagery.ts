import Type from 'typebox';
import { defineOperation, onlyShape } from '../operation.ts';
import { ImageryCollection } from '../records/imagery.ts';
import { parsedBy } from '../schema.ts';
import { parseBox, parseGeometry } from '../values/geometry.ts';
import { parseDistanceRange, parseTimeInterval } from '../values/ranges.ts';
import { parseLngLat } from '../values/point-text.ts';

/** Searches street pictures. Source: interface document, section 4.11; arrays are comma separated, from the service facts. */
export const searchImagery = defineOperation({
  name: 'searchImagery',
  method: 'GET',
  path: '/search',
  root: 'imagery',
  section: '4.11',
  summary: 'Searches street pictures.',
  shapeOf: onlyShape,
  shapes: {
    only: {
      parameters: Type.Object({
        bbox: Type.Optional(
          parsedBy(
            Type.Array(Type.Number(), {
              minItems: 4,
              maxItems: 6,
              description:
                'minLon,minLat,maxLon,maxLat; six values with height, which is ignored; minLon above maxLon: across the antimeridian',
            }),
            parseBox,
          ),
        ),
        intersects: Type.Optional(
          parsedBy(
            Type.String({ description: 'GeoJSON geometry as text, of 10,000 positions at most' }),
            parseGeometry,
          ),
        ),
        datetime: Type.Optional(
          parsedBy(
            Type.String({ description: 'RFC 3339 instant, or interval with / and .. for an open end' }),
            parseTimeInterval,
          ),
        ),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 10_000,
            default: 10,
            description: 'number of pictures at most',
          }),
        ),
        ids: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000, description: 'ids of pictures' })),
        collections: Type.Optional(
          Type.Array(Type.String(), { maxItems: 10_000, description: 'ids of collections' }),
        ),
        place_position: Type.Optional(
          parsedBy(Type.String({ description: 'point as text, <lng>,<lat>' }), (text) =>
            parseLngLat('place_position', text),
          ),
        ),
        place_distance: Type.Optional(
          parsedBy(Type.String({ default: '3-15', description: 'metres, <min>-<max>' }), parseDistanceRange),
        ),
        place_fov_tolerance: Type.Optional(
          Type.Integer({
            minimum: 2,
            maximum: 180,
            default: 30,
            description: 'full angle of the cone around the heading; degrees; not for 360-degree pictures',
          }),
        ),
        page: Type.Optional(
          Type.Integer({
            minimum: 1,
            default: 1,
            description:
              'page of `limit` items, as the `next` link gives it; an extension of the interface by Geomill',
          }),
        ),
      }),
      answer: ImageryCollection,
    },
  },
});
