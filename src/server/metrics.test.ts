import { Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createUsage } from './access/usage.ts';
import { createMetrics, createRouteCounts } from './metrics.ts';

describe('createRouteCounts', () => {
  it('gives the text that prom-client gives for the same requests', async () => {
    const own = new Registry();
    const observe = createRouteCounts(own);
    const theirs = new Registry();
    const histogram = new Histogram({
      name: 'geomill_request_seconds',
      help: 'Time from the headers of a request to the end of its response.',
      labelNames: ['route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
      registers: [theirs],
    });
    for (const [route, seconds] of [
      ['/a', 0.0005],
      ['/a', 0.001],
      ['/a', 0.3],
      ['/b"\\', 31],
      ['/b"\\', 0],
    ] as const) {
      observe(route, 200, seconds);
      histogram.observe({ route }, seconds);
    }
    const linesOf = (text: string) =>
      text
        .split('\n')
        .filter((line) => line.includes('geomill_request_seconds'))
        .sort();
    expect(linesOf(await own.metrics())).toEqual(linesOf(await theirs.metrics()));
    expect(linesOf(await own.metrics()).length).toBeGreaterThan(30);
  });

  it('counts by status, also when it is read twice', async () => {
    const registry = new Registry();
    const observe = createRouteCounts(registry);
    for (const status of [200, 200, 404]) observe('/a', status, 0.1);
    await registry.metrics();
    const text = await registry.metrics();
    expect(text).toContain('geomill_requests_total{route="/a",status="200"} 2\n');
    expect(text).toContain('geomill_requests_total{route="/a",status="404"} 1\n');
    expect(text).toContain('geomill_request_seconds_count{route="/a"} 3\n');
  });
});

describe('createMetrics', () => {
  it('has no gauge with the name of a counter', async () => {
    const usage = createUsage({ now: () => 0, wallMs: () => 0 });
    const { body } = await createMetrics(usage, () => 0).text();
    const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({ name, type }));
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  });
});
