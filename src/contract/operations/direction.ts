import Type from 'typebox';
import { defineOperation, onlyShape } from '../operation.ts';
import { Directions } from '../records/directions.ts';
import { AdminV2, LatLngText } from '../schema.ts';

/** Routes from an origin to one or more destinations, turn by turn. Source: interface document, section 4.7. */
export const direction = defineOperation({
  name: 'direction',
  method: 'GET',
  path: '/direction',
  root: 'base',
  section: '4.7',
  summary: 'Routes from an origin to one or more destinations, turn by turn.',
  needsRouter: true,
  shapeOf: onlyShape,
  shapes: {
    only: {
      parameters: Type.Object({
        origin: LatLngText,
        destination: Type.String({ minLength: 1, description: '<lat>,<lng>; several are separated by ;' }),
        alternatives: Type.Optional(Type.Boolean({ default: true })),
        vehicle: Type.Optional(
          Type.Enum(['car', 'bike', 'motor', 'taxi', 'truck', 'walking'], { default: 'car' }),
        ),
        language: Type.Optional(Type.Enum(['en', 'vi'], { default: 'en' })),
        admin_v2: AdminV2,
      }),
      answer: Directions,
    },
  },
});
