import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation, onlyShape } from '../operation.ts';
import { WardOfPosition } from '../records/ward-of-position.ts';
import { Latitude, Longitude } from '../schema.ts';

/** Returns the ward and the province of a position. An operation of Geomill; the interface document has none of the kind. */
export const wardAt = defineOperation({
  name: 'wardAt',
  method: 'GET',
  path: '/ward',
  root: 'base',
  section: 'extension of Geomill',
  ...beyond([
    'operation',
    'ours',
    'the ward and the province of a position alone, several times as fast as reverse geocoding',
  ]),
  summary: 'Returns the ward and the province of a position.',
  shapeOf: onlyShape,
  shapes: {
    only: {
      parameters: Type.Object({ lat: Latitude, lng: Longitude }),
      answer: WardOfPosition,
    },
  },
});
