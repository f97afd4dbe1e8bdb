import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Usage } from './access/usage.ts';

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** The metrics of a server. */
export interface Metrics {
  /** Counts a finished request. Units: seconds. */
  observe(route: string, status: number, seconds: number): void;
  /** Returns all metrics in the text format of Prometheus, and its content type. */
  text(): Promise<{ type: string; body: string }>;
}

/** Creates the metrics of a server. Shape: keys are named by their ids. */
export function createMetrics(usage: Usage, inFlight: () => number): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'geomill_requests_total',
    help: 'Requests by route and HTTP status.',
    labelNames: ['route', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'geomill_request_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  });
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
  // Binding labels once is several times faster than looking them up for each request.
  const bound = new Map<
    string,
    { count: Map<number, Counter.Internal>; time: Histogram.Internal<'route'> }
  >();
  return {
    observe(route, status, time) {
      let own = bound.get(route);
      if (!own) bound.set(route, (own = { count: new Map(), time: seconds.labels(route) }));
      let count = own.count.get(status);
      if (!count) own.count.set(status, (count = requests.labels(route, String(status))));
      count.inc();
      own.time.observe(time);
    },
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
