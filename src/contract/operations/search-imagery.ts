import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation, onlyShape } from '../operation.ts';
import { ImageryCollection } from '../records/imagery.ts';
import { parsedBy } from '../schema.ts';
import { parseBox, parseGeometry } from '../values/geometry.ts';
import { parseDistanceRange, parseTimeInterval } from '../values/ranges.ts';
import { parseLngLat } from '../values/point-text.ts';
import { optional } from '../optional.ts';

const LISTED = beyond(
  ['values', 'stated', 'comma separated; a list as JSON, or repeated, is read too'],
  ['limit', 'ours', '10,000, the most pictures of a response'],
);

/** Searches street pictures. Source: interface document, section 4.11; arrays are comma separated, from the service facts. */
export const searchImagery = defineOperation({
  ...beyond(
    [
      'meaning',
      'upstream',
      'order: the nearest to the centre of `bbox`, to `place_position` or to the middle of `intersects` first; else the newest update first',
    ],
    ['meaning', 'upstream', 'only pictures with the status `ready` are found'],
    ['values', 'ours', 'the same parameters as JSON in a POST, as the STAC API has it'],
  ),
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
              ...beyond(
                [
                  'values',
                  'stated',
                  'four or six numbers, comma separated; a list as JSON, or repeated, is read too',
                ],
                [
                  'meaning',
                  'open',
                  'heights are ignored; minLon above maxLon is a box across the antimeridian',
                ],
              ),
            }),
            parseBox,
          ),
        ),
        intersects: Type.Optional(
          parsedBy(
            Type.String({
              description: 'GeoJSON geometry as text, of 10,000 positions at most',
              ...beyond([
                'limit',
                'ours',
                '10,000 positions, 400 above it: a province in a detail that no search needs',
              ]),
            }),
            parseGeometry,
          ),
        ),
        datetime: Type.Optional(
          parsedBy(
            Type.String({
              description: 'RFC 3339 instant, or interval with / and .. for an open end',
              ...beyond([
                'values',
                'open',
                '`../..` is every known time, as in the STAC API; an empty end is an open one',
              ]),
            }),
            parseTimeInterval,
          ),
        ),
        limit: optional.integer({
          minimum: 1,
          maximum: 10_000,
          default: 10,
          description: 'number of pictures at most',
        }),
        ids: optional.array(Type.String(), { maxItems: 10_000, description: 'ids of pictures', ...LISTED }),
        collections: optional.array(Type.String(), {
          maxItems: 10_000,
          description: 'ids of collections',
          ...LISTED,
        }),
        place_position: Type.Optional(
          parsedBy(
            Type.String({
              description: 'point as text, <lng>,<lat>',
              ...beyond([
                'refusal',
                'open',
                'a text that is no position is 400, and said to be swapped where it is',
              ]),
            }),
            (text) => parseLngLat('place_position', text),
          ),
        ),
        place_distance: Type.Optional(
          parsedBy(
            Type.String({
              default: '3-15',
              description: 'metres, <min>-<max>',
              ...beyond(['refusal', 'open', 'another form, or a range that ends before it begins, is 400']),
            }),
            parseDistanceRange,
          ),
        ),
        place_fov_tolerance: optional.integer({
          minimum: 2,
          maximum: 180,
          default: 30,
          description: 'full angle of the cone around the heading; degrees; not for 360-degree pictures',
          ...beyond(['meaning', 'upstream', 'the full cone: half of it on either side of the heading']),
        }),
        page: optional.integer({
          minimum: 1,
          default: 1,
          description: 'page of `limit` items, as the `next` link gives it',
          ...beyond(['parameter', 'ours', 'the page that the link `next` of a response requests']),
        }),
      }),
      answer: ImageryCollection,
    },
  },
});
