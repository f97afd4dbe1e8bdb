import type { OperationName } from '../../../contract/catalogue.ts';
import type { GeoService } from '../../../contract/service.ts';
import { failureOf } from '../../failure.ts';
import type { ServerPlugin } from '../../server-context.ts';
import type { RawQuery } from '../query.ts';
import { reverse } from './reverse.ts';
import { search } from './search.ts';

/** The path under which the dialect is served. */
export const PHOTON = '/photon';

type Answer = (query: RawQuery, service: GeoService) => Promise<unknown>;

/** The calls of the dialect, with the operation that a key must allow; clients write the paths with and without a slash at the end. */
const CALLS: readonly { urls: readonly string[]; operation: OperationName; answer: Answer }[] = [
  { urls: [`${PHOTON}/api`, `${PHOTON}/api/`], operation: 'geocodeForward', answer: search },
  { urls: [`${PHOTON}/reverse`, `${PHOTON}/reverse/`], operation: 'geocodeReverse', answer: reverse },
];

/** Adds the routes of the Photon dialect. Errors: `{ message }`, as Photon has them. */
export const addPhoton: ServerPlugin = (app, context) => {
  app.setErrorHandler((error, request, reply) => {
    const { status, message, headers, isBug } = failureOf(error);
    if (isBug) request.log.error({ event: 'Request:Bug', route: request.routeOptions.url, err: error });
    return reply.code(status).headers(headers).send({ message });
  });
  for (const { urls, operation, answer } of CALLS) {
    for (const url of urls) {
      app.route({
        method: 'GET',
        url,
        onRequest: context.authorize(operation),
        handler: async (request, reply) => {
          const response = await answer(request.query as RawQuery, context.service);
          return reply.type('application/json; charset=utf-8').send(JSON.stringify(response));
        },
      });
    }
  }
  app.get(`${PHOTON}/status`, { onRequest: context.authorize() }, (_request, reply) =>
    reply.send({ status: 'Ok' }),
  );
};
