import type { GeoService } from '../../../contract/service.ts';
import type { ServerPlugin } from '../../server-context.ts';
import { addCalls, POINT_COLLECTION, type DialectCall } from '../add-calls.ts';
import type { RawQuery } from '../parameters.ts';
import { reverse, REVERSE_PARAMETERS } from './reverse.ts';
import { search, SEARCH_PARAMETERS } from './search.ts';

/** The path under which the dialect is served. */
export const PHOTON = '/photon';

const places = (answer: (query: RawQuery, service: GeoService) => Promise<unknown>) => ({
  responses: { 'application/json': POINT_COLLECTION },
  answer: async (query: RawQuery, { service }: { service: GeoService }) => ({
    json: await answer(query, service),
  }),
});

/** The calls of the dialect; clients write the paths with and without a slash at the end. */
const CALLS: readonly DialectCall[] = [
  {
    id: 'photonSearch',
    summary: 'Returns suggestions for an address or a name that may be incomplete.',
    path: `${PHOTON}/api`,
    aliases: [`${PHOTON}/api/`],
    operation: 'geocodeForward',
    parameters: SEARCH_PARAMETERS,
    ...places(search),
  },
  {
    id: 'photonReverse',
    summary: 'Returns the places around a position, nearest first.',
    path: `${PHOTON}/reverse`,
    aliases: [`${PHOTON}/reverse/`],
    operation: 'geocodeReverse',
    parameters: REVERSE_PARAMETERS,
    ...places(reverse),
  },
  {
    id: 'photonStatus',
    summary: 'Returns whether the server is ready.',
    path: `${PHOTON}/status`,
    aliases: [],
    parameters: {},
    responses: {
      'application/json': {
        type: 'object',
        required: ['status'],
        properties: { status: { const: 'Ok' } },
      },
    },
    answer: () => ({ json: { status: 'Ok' } }),
  },
];

/** Adds the routes of the Photon dialect. Errors: `{ message }`, as Photon has them. */
export const addPhoton: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    source: 'Photon API.',
    calls: CALLS,
    errorSchema: {
      type: 'object',
      required: ['message'],
      properties: { message: { type: 'string' } },
      additionalProperties: false,
    },
    errorBody: (_status, message) => ({ message }),
  });
