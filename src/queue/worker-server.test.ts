import { describe, expect, it } from 'vitest';
import { serveWorkerFigures } from './worker-server.ts';

describe('serveWorkerFigures', () => {
  it('has counters and gauges of the worker, also when they are read twice', async () => {
    const figures = {
      jobs: 3,
      rows: 900,
      computeSeconds: 1.5,
      failed: 0,
      refusedRuns: 0,
      active: 1,
      isConnected: true,
    };
    const server = await serveWorkerFigures('127.0.0.1', 0, () => figures);
    const read = async () => (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    await read();
    figures.rows = 1200;
    const text = await read();
    server.close();
    expect(text).toContain('# TYPE geomill_worker_rows_total counter\ngeomill_worker_rows_total 1200\n');
    expect(text).toContain('# TYPE geomill_worker_jobs_active gauge\ngeomill_worker_jobs_active 1\n');
    expect(text).not.toMatch(/# TYPE \w+_total gauge/);
  });
});
