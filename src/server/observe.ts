import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { tracing, type TraceSpan } from '../base/tracing/tracing.ts';
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
  const spans = tracing() && new WeakMap<FastifyRequest, TraceSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    inFlight += 1;
    const span = spans && startSpan(request);
    if (span === undefined) return done();
    spans?.set(request, span);
    // What the request does is below its span.
    span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    inFlight -= 1;
    const { url, config } = request.routeOptions;
    const route = config.label ?? url ?? NO_ROUTE;
    const ms = reply.elapsedTime;
    metrics.observe(route, reply.statusCode, ms / 1000);
    const span = spans?.get(request);
    if (span) endSpan(span, request.method, route, reply.statusCode);
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

/** Begins the span of a request, below that of its client. The query is left out, as in the log. Source: semantic conventions of OpenTelemetry, HTTP spans 1.29. */
function startSpan({ method, url, headers, hostname, protocol }: FastifyRequest): TraceSpan | undefined {
  const query = url.indexOf('?');
  const attributes = {
    'http.request.method': method,
    'url.path': query < 0 ? url : url.slice(0, query),
    'url.scheme': protocol,
    'server.address': hostname,
  };
  return tracing()?.start(method, 'server', attributes, headers);
}

function endSpan(span: TraceSpan, method: string, route: string, status: number): void {
  if (route !== NO_ROUTE) {
    span.rename(`${method} ${route}`);
    span.set({ 'http.route': route });
  }
  span.set({ 'http.response.status_code': status });
  // A 4xx is a fault of the client.
  if (status >= 500) span.fail(String(status));
  span.end();
}

// Building the line costs more than the check.
function isDebugged(log: FastifyBaseLogger): boolean {
  return (log as { isLevelEnabled?: (level: string) => boolean }).isLevelEnabled?.('debug') ?? true;
}
