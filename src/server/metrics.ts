import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Usage } from './access/usage.ts';
import { createRouteCounts, type ObserveRoute } from './route-counts.ts';

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
  collectDefaultMetrics({ register: registry });
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
