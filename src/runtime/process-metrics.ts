import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Gauges of prom-client with the ending of a counter, which `promtool check metrics` refuses; the same figures are in others of its metrics, by kind. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Adds the figures of the process: memory, CPU, event loop, garbage collection. */
export function addProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}
