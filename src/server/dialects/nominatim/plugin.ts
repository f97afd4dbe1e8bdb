import table from '../../../data/dialect-nominatim.json' with { type: 'json' };
import type { ServerPlugin } from '../../server-context.ts';
import { addCalls, type CallScope, dialectCall } from '../add-calls.ts';
import { lookup, LOOKUP_PARAMETERS, placeDetails } from './lookup.ts';
import { reverse, REVERSE_PARAMETERS } from './reverse.ts';
import { search, SEARCH_PARAMETERS } from './search.ts';

/** The origin of the data where only the service behind this server knows it. */
const UNKNOWN_ORIGIN = 'Data of the service behind this server';

const licensed =
  <V>(answer: (values: V, scope: CallScope, licence: string) => Promise<unknown>) =>
  (values: V, scope: CallScope) =>
    answer(values, scope, scope.context.attribution ?? UNKNOWN_ORIGIN);

/** Adds the routes of the Nominatim dialect. Errors: in Nominatim's form. */
export const addNominatim: ServerPlugin = (app, context) =>
  addCalls(app, context, {
    tag: 'nominatim',
    table,
    calls: {
      search: dialectCall({
        operation: 'geocodeForward',
        parameters: SEARCH_PARAMETERS,
        answer: licensed(search),
      }),
      reverse: dialectCall({
        operation: 'geocodeReverse',
        parameters: REVERSE_PARAMETERS,
        answer: licensed(reverse),
      }),
      lookup: dialectCall({ operation: 'place', parameters: LOOKUP_PARAMETERS, answer: licensed(lookup) }),
      details: dialectCall({
        operation: 'place',
        parameters: table.parameters.details,
        answer: placeDetails,
      }),
      status: dialectCall({
        parameters: table.parameters.status,
        answer: ({ format }, { context: { version } }) =>
          format === 'json' ? { status: 0, message: 'OK', software_version: `geomill ${version}` } : 'OK',
      }),
    },
  });
