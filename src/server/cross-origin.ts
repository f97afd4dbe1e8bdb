import type { FastifyInstance } from 'fastify';

/** Any origin, in place of a list. */
const ANY = '*';
/** How long a browser may keep the response to a preflight request. Units: seconds. */
const PREFLIGHT_SECONDS = 600;

/**
 * Lets scripts of pages of other origins call the server: the viewer and maps of other sites.
 *
 * Shape: `origins` as browsers send them (`https://shop.example`), or `*`. Keys are in the address or in `Authorization`; cookies are never
 * used, and credentials not allowed.
 * Source: Fetch standard, CORS protocol.
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isAny = origins.includes(ANY);
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    // Caches must not hand the response for one origin to another one.
    if (!isAny) void reply.header('vary', 'origin');
    if (origin === undefined || !(isAny || origins.includes(origin))) return done();
    void reply.headers({
      'access-control-allow-origin': isAny ? ANY : origin,
      'access-control-expose-headers': 'retry-after',
    });
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (!isPreflight) return done();
    void reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST',
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-max-age': PREFLIGHT_SECONDS,
      })
      .send();
  });
}
