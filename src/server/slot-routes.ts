import { offeredSlots } from '../runtime/tour-slots.ts';
import { Refusal } from './refusal.ts';
import type { ServerPlugin } from './server-context.ts';

/**
 * Adds `GET /v1/slots` where the server has a plan: the windows that can be promised for a place.
 *
 * Errors: 400 for a number that is none and for an address without a match; those of an optimized route. It counts as a request for a route.
 */
export const addSlotRoutes: ServerPlugin = (app, { plans, service, authorize, openapi }) => {
  if (!plans) return;
  app.get('/v1/slots', { onRequest: authorize('optimizedRoute') }, async (request) => {
    const query = request.query as Readonly<Record<string, string | undefined>>;
    const number = (name: string, absent: number, most: number) => {
      const text = query[name];
      const value = text === undefined || text === '' ? absent : Number(text);
      if (!(value >= 0 && value <= most)) throw new Refusal(400, `${name} must be a number, 0 to ${most}`);
      return value;
    };
    const { place = '' } = query;
    if (place.trim() === '')
      throw new Refusal(400, 'place is missing: an address, or a position as in 10.77,106.7');
    return offeredSlots(
      plans,
      {
        place,
        minutes: number('minutes', 5, 1440),
        demand: number('demand', 0, 1e9),
        windowMinutes: Math.max(5, number('window', 60, 1440)),
      },
      service,
    );
  });
  const parameter = (name: string, type: 'string' | 'number', description: string) => ({
    ...{ name, in: 'query', required: name === 'place', description, schema: { type } },
  });
  openapi['/v1/slots'] = {
    get: {
      tags: ['server'],
      operationId: 'slots',
      summary:
        'Returns the windows that can be promised for a place, from the tours that the server was started with.',
      description: 'All planned stops stay in time. Of each window the vehicle that it delays least.',
      parameters: [
        parameter('place', 'string', 'an address, or a position as in 10.77,106.7'),
        parameter('minutes', 'number', 'service time; 5 if left out'),
        parameter('demand', 'number', 'of the first unit of the capacity; 0 if left out'),
        parameter('window', 'number', 'minutes of a window; 60 if left out'),
      ],
      responses: {
        200: { description: 'the windows', content: { 'application/json': { schema: SLOTS_SCHEMA } } },
        400: { $ref: '#/components/responses/Error' },
        401: { $ref: '#/components/responses/Error' },
      },
    },
  };
};

const SLOTS_SCHEMA = {
  type: 'object',
  required: ['lat', 'lon', 'label', 'level', 'windows'],
  properties: {
    lat: { type: 'number' },
    lon: { type: 'number' },
    label: { type: ['string', 'null'], description: 'the match of an address' },
    level: { type: ['string', 'null'] },
    windows: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          from: { type: 'string', description: 'time of day, +1 for the next day' },
          until: { type: 'string' },
          batch: { type: 'string' },
          tour: { type: ['integer', 'null'], description: 'null for a vehicle without a tour' },
          vehicle: { type: ['string', 'null'] },
          added_minutes: { type: 'integer', description: 'how much later the vehicle is back' },
        },
      },
    },
  },
};
