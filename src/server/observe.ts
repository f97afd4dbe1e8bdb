import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

/** The label of requests that match no route. */
const NO_ROUTE = 'none';

/**
 * Measures and logs every request.
 *
 * Guarantee: the log has the pattern of the route, never the address that was sent, which may contain a key.
 */
export function observeRequests(app: FastifyInstance, metrics: Metrics): { inFlight: () => number } {
  let inFlight = 0;
  app.addHook('onRequest', (_request, _reply, done) => {
    inFlight += 1;
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    inFlight -= 1;
    const { url, config } = request.routeOptions;
    const route = config.label ?? url ?? NO_ROUTE;
    const ms = reply.elapsedTime;
    metrics.observe(route, reply.statusCode, ms / 1000);
    if (isDebugged(request.log)) {
      request.log.debug({
        event: 'Request:Done',
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(ms * 100) / 100,
        key: request.account?.id,
      });
    }
    done();
  });
  return { inFlight: () => inFlight };
}

// Building the line costs more than the check.
function isDebugged(log: FastifyBaseLogger): boolean {
  return (log as { isLevelEnabled?: (level: string) => boolean }).isLevelEnabled?.('debug') ?? true;
}
