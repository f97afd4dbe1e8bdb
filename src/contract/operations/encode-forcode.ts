import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation, onlyShape } from '../operation.ts';
import { EncodedForcode } from '../records/forcode.ts';
import { Latitude, Longitude } from '../schema.ts';
import { optional } from '../optional.ts';

/** Encodes a position as a forcode. Source: interface document, section 4.9. */
export const encodeForcode = defineOperation({
  ...beyond(['refusal', 'open', 'a position outside of all provinces is 400: it has no admin code']),
  name: 'encodeForcode',
  method: 'POST',
  path: '/forcodes/encode',
  root: 'base',
  section: '4.9',
  summary: 'Encodes a position as a forcode.',
  shapeOf: onlyShape,
  shapes: {
    only: {
      parameters: Type.Object({
        lat: Latitude,
        lng: Longitude,
        resolution: optional.integer({
          minimum: 0,
          maximum: 15,
          default: 13,
          description: 'size of the cell: H3 resolution, 13 for about 4 m',
        }),
      }),
      answer: EncodedForcode,
    },
  },
});
