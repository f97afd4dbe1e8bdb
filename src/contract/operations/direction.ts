import Type from 'typebox';
import { beyond } from '../beyond.ts';
import { defineOperation, onlyShape } from '../operation.ts';
import { Directions } from '../records/directions.ts';
import { AdminV2, latLngText, parsedBy } from '../schema.ts';
import { parseLatLngList } from '../values/point-text.ts';
import { optional } from '../optional.ts';

/** Most destinations of a route that a local service computes. */
export const MOST_DESTINATIONS = 50;

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
        origin: latLngText('origin'),
        destination: parsedBy(
          Type.String({
            description: '<lat>,<lng>; several are separated by ;',
            ...beyond([
              'limit',
              'open',
              `a local service takes ${MOST_DESTINATIONS} destinations at most; a text that is no position is 400`,
            ]),
          }),
          (text) => parseLatLngList('destination', text),
        ),
        alternatives: optional.boolean({
          default: true,
          description: 'whether other routes are added where there are any',
        }),
        vehicle: optional.enum(['car', 'bike', 'motor', 'taxi', 'truck', 'walking'], {
          default: 'car',
          description: 'means of travel',
        }),
        language: optional.enum(['en', 'vi'], {
          default: 'en',
          description: 'language of the instructions',
          ...beyond(['default', 'seen', 'English, as responses without it are']),
        }),
        admin_v2: AdminV2,
      }),
      answer: Directions,
    },
  },
});
