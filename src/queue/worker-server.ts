import { message } from '../base/messages/message.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, Gauge, Registry } from 'prom-client';
import { errnoOf, GeomillError } from '../base/errors/geomill-error.ts';
import { addProcessMetrics } from '../runtime/process-metrics.ts';
import type { WorkerFigures } from './worker.ts';

/** The metrics of a worker; those that end in `_total` are counters. */
const METRICS: Record<keyof WorkerFigures, readonly [name: string, help: string]> = {
  jobs: ['geomill_worker_jobs_total', 'Jobs computed.'],
  rows: ['geomill_worker_rows_total', 'Rows computed.'],
  computeSeconds: ['geomill_worker_compute_seconds_total', 'Time spent on jobs, summed over those at once.'],
  failed: ['geomill_worker_failures_total', 'Attempts at a job that failed.'],
  refusedRuns: ['geomill_worker_refused_runs', 'Runs in progress that this worker cannot serve.'],
  active: ['geomill_worker_jobs_active', 'Jobs in progress.'],
  isConnected: ['geomill_worker_connected', '1 while Redis is reachable.'],
};

/** The HTTP server of a worker. */
export interface WorkerServer {
  port: number;
  close(): void;
}

/**
 * Serves `/metrics` for Prometheus, `/healthz`, which is ok while the process answers, and `/readyz`, which is ok while Redis is reachable.
 *
 * Errors: USAGE if the address cannot be used.
 */
export async function serveWorkerFigures(
  host: string,
  port: number,
  figures: () => WorkerFigures,
): Promise<WorkerServer> {
  const registry = createRegistry(figures);
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    const sendStatus = (isOk: boolean) =>
      send(
        isOk ? 200 : 503,
        'application/json',
        JSON.stringify({ status: isOk ? 'ok' : 'no connection to Redis' }),
      );
    if (request.url === '/healthz') sendStatus(true);
    else if (request.url === '/readyz') sendStatus(figures().isConnected);
    else if (request.url === '/metrics')
      registry.metrics().then(
        (text) => send(200, registry.contentType, text),
        () => send(500, 'text/plain', 'the metrics cannot be written'),
      );
    else send(404, 'text/plain', 'this worker has /healthz, /readyz and /metrics');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new GeomillError(
          'USAGE',
          message('queue.cannotListen', {
            host,
            port,
            cause: errnoOf(error) ?? message('setting.unknownReason'),
          }),
          { cause: error },
        ),
      ),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function createRegistry(figures: () => WorkerFigures): Registry {
  const registry = new Registry();
  addProcessMetrics(registry);
  for (const [member, [name, help]] of Object.entries(METRICS)) {
    const value = () => Number(figures()[member as keyof WorkerFigures]);
    const common = { name, help, registers: [registry] };
    if (name.endsWith('_total'))
      new Counter({
        ...common,
        collect() {
          this.reset();
          this.inc(value());
        },
      });
    else
      new Gauge({
        ...common,
        collect() {
          this.set(value());
        },
      });
  }
  return registry;
}
