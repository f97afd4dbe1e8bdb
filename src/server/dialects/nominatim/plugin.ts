import type { ServerPlugin } from '../../server-context.ts';
import { addCalls, type CallScope, dialectCall, type DialectCall } from '../add-calls.ts';
import { choiceParameter, listSchema, objectSchema, POINT_COLLECTION } from '../parameters.ts';
import { DETAILS_PARAMETERS, lookup, LOOKUP_PARAMETERS, placeDetails } from './lookup.ts';
import { reverse, REVERSE_PARAMETERS } from './reverse.ts';
import { search, SEARCH_PARAMETERS } from './search.ts';

const PLACE = objectSchema(
  {
    place_id: { type: 'integer' },
    licence: { type: 'string', description: 'origin of the data' },
    lat: { type: 'string', description: 'degrees WGS84' },
    lon: { type: 'string', description: 'degrees WGS84' },
    type: { type: 'string', description: 'value of the main tag in OpenStreetMap' },
    place_rank: { type: 'integer' },
    importance: { type: 'number', minimum: 0, maximum: 1 },
    addresstype: { type: 'string' },
    display_name: { type: 'string' },
    address: { type: 'object', additionalProperties: { type: 'string' } },
    boundingbox: {
      ...listSchema({ type: 'string' }, 4),
      description: 'south, north, west, east; degrees WGS84',
    },
  },
  ['place_id', 'licence', 'lat', 'lon', 'type', 'display_name', 'boundingbox'],
);

const COLLECTION = { ...POINT_COLLECTION, description: 'geojson and geocodejson' };

/** The places of a search or lookup, in the requested format. */
const PLACES_SCHEMA = {
  anyOf: [{ ...listSchema(PLACE), description: 'jsonv2 and json' }, COLLECTION],
};

/** The place of a reverse request, in the requested format. */
const PLACE_SCHEMA = {
  anyOf: [
    { ...PLACE, description: 'jsonv2 and json' },
    COLLECTION,
    {
      ...objectSchema({ error: { type: 'string' } }),
      additionalProperties: false,
      description: 'where there is no place',
    },
  ],
};

/** The status of the server as JSON. */
const STATUS_SCHEMA = objectSchema({
  status: { const: 0 },
  message: { const: 'OK' },
  software_version: { type: 'string' },
});

const FAILURE = objectSchema({ code: { type: 'integer' }, message: { type: 'string' } });

/** A failed request. */
const ERROR_SCHEMA = {
  ...objectSchema({ error: { ...FAILURE, additionalProperties: false } }),
  additionalProperties: false,
};

/** The path under which the dialect is served. */
const NOMINATIM = '/nominatim';

/** The origin of the data where only the service behind this server knows it. */
const UNKNOWN_ORIGIN = 'Data of the service behind this server';

const licensed =
  <V>(answer: (values: V, scope: CallScope, licence: string) => Promise<unknown>) =>
  (values: V, scope: CallScope) =>
    answer(values, scope, scope.context.attribution ?? UNKNOWN_ORIGIN);

/** The calls of the dialect; each has its old name with `.php`, and a slash at its end, too. */
const CALLS: readonly DialectCall[] = [
  dialectCall({
    id: 'nominatimSearch',
    summary: 'Returns the places of an address or a name.',
    path: `${NOMINATIM}/search`,
    // Before version 3.4 the search was at the root.
    aliases: [`${NOMINATIM}/`],
    operation: 'geocodeForward',
    parameters: SEARCH_PARAMETERS,
    responses: { 'application/json': PLACES_SCHEMA },
    answer: licensed(search),
  }),
  dialectCall({
    id: 'nominatimReverse',
    summary: 'Returns the place at a position.',
    path: `${NOMINATIM}/reverse`,
    operation: 'geocodeReverse',
    parameters: REVERSE_PARAMETERS,
    responses: { 'application/json': PLACE_SCHEMA },
    answer: licensed(reverse),
  }),
  dialectCall({
    id: 'nominatimLookup',
    summary: 'Returns the places of ids.',
    path: `${NOMINATIM}/lookup`,
    operation: 'place',
    parameters: LOOKUP_PARAMETERS,
    responses: { 'application/json': PLACES_SCHEMA },
    answer: licensed(lookup),
  }),
  dialectCall({
    id: 'nominatimDetails',
    summary: 'Returns one place by its id, with its names.',
    path: `${NOMINATIM}/details`,
    operation: 'place',
    parameters: DETAILS_PARAMETERS,
    responses: { 'application/json': { type: 'object', required: ['place_id', 'localname', 'centroid'] } },
    answer: placeDetails,
  }),
  dialectCall({
    id: 'nominatimStatus',
    summary: 'Returns whether the server is ready.',
    path: `${NOMINATIM}/status`,
    parameters: {
      format: choiceParameter('format of the response; text when left out', ['text', 'json']),
    },
    responses: { 'text/plain': { const: 'OK' }, 'application/json': STATUS_SCHEMA },
    answer: ({ format }, { context }) =>
      format === 'json' ? { status: 0, message: 'OK', software_version: `geomill ${context.version}` } : 'OK',
  }),
].map((call) => ({ ...call, aliases: [`${call.path}.php`, `${call.path}/`, ...(call.aliases ?? [])] }));

/** Adds the routes of the Nominatim dialect. Errors: in Nominatim's form. */
export const addNominatim: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'nominatim',
    source: 'Nominatim API.',
    calls: CALLS,
    errorSchema: ERROR_SCHEMA,
    errorBody: (status, message) => ({ error: { code: status, message } }),
  });
