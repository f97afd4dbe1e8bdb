import { IGNORED_HEADER } from './read-request.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Any origin, in place of a list. */
export const ANY_ORIGIN = '*';
/** How long a browser may keep the response to a preflight request. Units: seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets scripts of pages of other origins call the server: the viewer and maps of other sites.
 *
 * Shape: `origins` as browsers send them (`https://shop.example`), or `*`. Keys are in the address, in `Authorization` or in `X-Api-Key`; cookies are never
 * used, and credentials not allowed.
 * Source: Fetch standard, CORS protocol.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isAny = origins.includes(ANY_ORIGIN);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    // Caches must not hand the response for one origin to another one.
    if (!isAny) varyBy(reply, 'origin');
    if (origin === undefined || !(isAny || origins.includes(origin))) return done();
    void reply.headers({
      'access-control-allow-origin': isAny ? ANY_ORIGIN : origin,
      'access-control-expose-headers': `retry-after, ${IGNORED_HEADER}`,
    });
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) return done();
    void reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': 'authorization, content-type, x-api-key',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send();
  });
}

/** Adds the name of a header of the request that the response depends on to `Vary`, beside those that are there. Source: RFC 9110, section 12.5.5. */
export function varyBy(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary');
  void reply.header('vary', typeof before === 'string' ? `${before}, ${name}` : name);
}
