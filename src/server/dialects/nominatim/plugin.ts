import type { OperationName } from '../../../contract/catalogue.ts';
import type { GeoService } from '../../../contract/service.ts';
import { failureOf } from '../../failure.ts';
import type { ServerPlugin } from '../../server-context.ts';
import type { RawQuery } from '../query.ts';
import { lookup } from './lookup.ts';
import { errorResponse } from './responses.ts';
import { reverse } from './reverse.ts';
import { search } from './search.ts';
import { statusResponse } from './status.ts';

/** The path under which the dialect is served. */
export const NOMINATIM = '/nominatim';

type Answer = (query: RawQuery, service: GeoService, licence: string) => Promise<unknown>;

/** The origin of the data where only the service behind this server knows it. */
const UNKNOWN_ORIGIN = 'Data of the service behind this server';

/** The calls of the dialect, with the operation that a key must allow. */
const CALLS: readonly { name: string; operation: OperationName; answer: Answer }[] = [
  { name: 'search', operation: 'geocodeForward', answer: search },
  { name: 'reverse', operation: 'geocodeReverse', answer: reverse },
  { name: 'lookup', operation: 'place', answer: lookup },
];

/** Adds the routes of the Nominatim dialect; each call has its old name with `.php` too. Errors: in Nominatim's form. */
export const addNominatim: ServerPlugin = (app, context) => {
  app.setErrorHandler((error, request, reply) => {
    const { status, message, headers, isBug } = failureOf(error);
    if (isBug) request.log.error({ event: 'Request:Bug', route: request.routeOptions.url, err: error });
    return reply.code(status).headers(headers).send(errorResponse(status, message));
  });
  const licence = context.attribution ?? UNKNOWN_ORIGIN;
  for (const { name, operation, answer } of CALLS) {
    for (const url of [`${NOMINATIM}/${name}`, `${NOMINATIM}/${name}.php`]) {
      app.route({
        method: 'GET',
        url,
        onRequest: context.authorize(operation),
        handler: async (request, reply) => {
          const response = await answer(request.query as RawQuery, context.service, licence);
          return reply.type('application/json; charset=utf-8').send(JSON.stringify(response));
        },
      });
    }
  }
  for (const url of [`${NOMINATIM}/status`, `${NOMINATIM}/status.php`]) {
    app.get(url, { onRequest: context.authorize() }, (request, reply) => {
      const { text, type } = statusResponse(request.query as RawQuery, context.version);
      return reply.type(type).send(text);
    });
  }
};
