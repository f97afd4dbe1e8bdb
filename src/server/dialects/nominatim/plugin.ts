import type { OperationName } from '../../../contract/catalogue.ts';
import type { GeoService } from '../../../contract/service.ts';
import type { ServerContext, ServerPlugin } from '../../server-context.ts';
import { addCalls, type DialectCall, type DialectResponse } from '../add-calls.ts';
import { type DialectParameters, type RawQuery, choiceParameter, readQuery } from '../parameters.ts';
import { lookup, LOOKUP_PARAMETERS } from './lookup.ts';
import { errorResponse } from './responses.ts';
import { ERROR_SCHEMA, PLACE_SCHEMA, PLACES_SCHEMA, STATUS_SCHEMA } from './response-schemas.ts';
import { reverse, REVERSE_PARAMETERS } from './reverse.ts';
import { search, SEARCH_PARAMETERS } from './search.ts';

/** The path under which the dialect is served. */
export const NOMINATIM = '/nominatim';

/** The origin of the data where only the service behind this server knows it. */
const UNKNOWN_ORIGIN = 'Data of the service behind this server';

interface PlaceCall {
  name: string;
  summary: string;
  operation: OperationName;
  parameters: DialectParameters;
  response: object;
  answer: (query: RawQuery, service: GeoService, licence: string) => Promise<unknown>;
}

const PLACE_CALLS: readonly PlaceCall[] = [
  {
    name: 'search',
    summary: 'Returns the places of an address or a name.',
    operation: 'geocodeForward',
    parameters: SEARCH_PARAMETERS,
    response: PLACES_SCHEMA,
    answer: search,
  },
  {
    name: 'reverse',
    summary: 'Returns the place at a position.',
    operation: 'geocodeReverse',
    parameters: REVERSE_PARAMETERS,
    response: PLACE_SCHEMA,
    answer: reverse,
  },
  {
    name: 'lookup',
    summary: 'Returns the places of ids.',
    operation: 'place',
    parameters: LOOKUP_PARAMETERS,
    response: PLACES_SCHEMA,
    answer: lookup,
  },
];

/** The parameters of `/status`. */
const STATUS_PARAMETERS = {
  format: choiceParameter('format of the response; text when left out', ['text', 'json']),
};

/** The response of `/status`, as text or JSON. Errors: INVALID_REQUEST for another format. */
function statusResponse(query: RawQuery, version: string): DialectResponse {
  const { format = 'text' } = readQuery(STATUS_PARAMETERS, query);
  if (format === 'text') return { text: 'OK' };
  return { json: { status: 0, message: 'OK', software_version: `geomill ${version}` } };
}

/** The calls of the dialect; each has its old name with `.php` too. */
const CALLS: readonly DialectCall[] = [
  ...PLACE_CALLS.map(({ name, response, answer, ...call }) => ({
    ...call,
    ...named(name),
    responses: { 'application/json': response },
    answer: async (query: RawQuery, { service, attribution = UNKNOWN_ORIGIN }: ServerContext) => ({
      json: await answer(query, service, attribution),
    }),
  })),
  {
    ...named('status'),
    summary: 'Returns whether the server is ready.',
    parameters: STATUS_PARAMETERS,
    responses: { 'text/plain': { const: 'OK' }, 'application/json': STATUS_SCHEMA },
    answer: (query, { version }) => statusResponse(query, version),
  },
];

function named(name: string): Pick<DialectCall, 'id' | 'path' | 'aliases'> {
  const path = `${NOMINATIM}/${name}`;
  return {
    id: `nominatim${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
    path,
    aliases: [`${path}.php`],
  };
}

/** Adds the routes of the Nominatim dialect. Errors: in Nominatim's form. */
export const addNominatim: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'nominatim',
    source: 'Nominatim API.',
    calls: CALLS,
    errorSchema: ERROR_SCHEMA,
    errorBody: errorResponse,
  });
