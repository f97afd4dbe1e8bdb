import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { addProcessMetrics } from '../runtime/process-metrics.ts';
import type { Usage } from './access/usage.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

/** Upper bounds of the buckets of request times. Units: seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** The finished requests of a route. */
interface RouteCounts {
  byStatus: Map<number, number>;
  /** Requests by bucket; the last is above all bounds. */
  byTime: Float64Array;
  seconds: number;
}

/** Counts finished requests by route. Units: seconds. */
type ObserveRoute = (route: string, status: number, seconds: number) => void;

/**
 * Adds the counts and times of requests by route to a registry.
 *
 * Cost: a request is counted in numbers of our own, which become metrics when they are read: counting in prom-client is a twentieth of the time of a
 * small request.
 */
export function createRouteCounts(registry: Registry): ObserveRoute {
  const routes = new Map<string, RouteCounts>();
  const registers = [registry];
  new Counter({
    name: 'geomill_requests_total',
    help: 'Requests by route and HTTP status.',
    labelNames: ['route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [route, { byStatus }] of routes)
        for (const [status, count] of byStatus) this.inc({ route, status: String(status) }, count);
    },
  });
  const histogram = new Histogram({
    name: 'geomill_request_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
  // prom-client offers no other way to state the buckets of a histogram.
  Object.assign(histogram, { getForPromString: async () => histogramOf(routes) });

  return (route, status, seconds) => {
    let counts = routes.get(route);
    if (!counts) {
      counts = { byStatus: new Map(), byTime: new Float64Array(BUCKETS.length + 1), seconds: 0 };
      routes.set(route, counts);
    }
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
    let bucket = 0;
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] as number)) bucket += 1;
    counts.byTime[bucket] = (counts.byTime[bucket] as number) + 1;
    counts.seconds += seconds;
  };
}

function histogramOf(routes: ReadonlyMap<string, RouteCounts>) {
  const name = 'geomill_request_seconds';
  const values = [...routes].flatMap(([route, { byTime, seconds }]) => {
    let total = 0;
    const buckets = [...byTime].map((count, at) => {
      total += count;
      return { metricName: `${name}_bucket`, labels: { le: BUCKETS[at] ?? '+Inf', route }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels: { route }, value: seconds },
      { metricName: `${name}_count`, labels: { route }, value: total },
    ];
  });
  const help = 'Time from the headers of a request to the end of its response.';
  return { name, help, type: 'histogram', aggregator: 'sum', values };
}

/** The metrics of a server. */
export interface Metrics {
  /** Counts a finished request. */
  observe: ObserveRoute;
  /** Returns all metrics in the text format of Prometheus, and its content type. */
  text(): Promise<{ type: string; body: string }>;
}

/** Creates the metrics of a server. Shape: keys are named by their ids. */
export function createMetrics(usage: Usage, inFlight: () => number): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  addProcessMetrics(registry);
  const observe = createRouteCounts(registry);
  new Gauge({
    name: 'geomill_requests_in_flight',
    help: 'Requests in progress.',
    registers,
    collect() {
      this.set(inFlight());
    },
  });
  for (const member of ['requests', 'units', 'sessions'] as const) {
    new Gauge({
      name: `geomill_key_${member}_today`,
      help: `${HELP[member]} of a key since midnight, UTC+7.`,
      labelNames: ['key'],
      registers,
      collect() {
        this.reset();
        for (const [key, counts] of Object.entries(usage.record().keys)) this.set({ key }, counts[member]);
      },
    });
  }
  return {
    observe,
    async text() {
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}

const HELP = {
  requests: 'Admitted requests',
  units: 'Billing units',
  sessions: 'Billed sessions',
} as const;

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
