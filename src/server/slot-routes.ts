import table from '../data/api-operations.json' with { type: 'json' };
import { offeredSlots } from '../runtime/tour-slots.ts';
import type { OpenApiOperation } from './openapi-document.ts';
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
  openapi['/v1/slots'] = { get: table.slots as OpenApiOperation };
};
