import { get } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { createStraightRouter } from '../../src/engine/routing/straight/straight-router.ts';
import { computeOptimizedRoute } from '../../src/engine/routing/optimized/optimized-route.ts';
import { createOwnPlanner } from '../../src/engine/routing/optimized/tour-planner.ts';
import { createTourThreads } from '../../src/runtime/tour-threads.ts';
import { createRandom } from '../bench/random.ts';
import { dearFleets } from '../support/dear-fleets.ts';
import { startServerProcess } from '../support/server-process.ts';

const entry = pathToFileURL(resolve('dist/bundle/tour-worker.cjs'));
const own = createOwnPlanner();
const threads = createTourThreads({ threads: 1, entry, own });
afterAll(() => threads.close());

function request(count: number, more = {}) {
  const random = createRandom(count);
  const locations = Array.from({ length: count }, () => ({ lat: 10 + random(), lon: 106 + random() }));
  return { locations, costing: 'auto', units: 'km', ...more } as const;
}
const router = createStraightRouter();
const compute = (asked: ReturnType<typeof request>, planner = threads, signal?: AbortSignal) =>
  computeOptimizedRoute(asked, router, { signal }, planner);

it.each([
  ['few stops', request(5)],
  ['many stops', request(60)],
  ['several vehicles', request(30, { fleet: { vehicles: 3 } })],
])('tour threads give the tours of this thread: %s', async (_, asked) => {
  expect(await compute(asked)).toEqual(await computeOptimizedRoute(asked, router));
});

it('tour threads leave this thread nothing but the matrix and the route', async () => {
  const here = [vi.spyOn(own, 'order'), vi.spyOn(own, 'plan')];
  await compute(request(40));
  await compute(request(9, { fleet: { vehicles: 2 } }));
  for (const calls of here) expect(calls).not.toHaveBeenCalled();
});

it('a tour whose client is gone ends, and the next one is computed', async () => {
  const gone = new AbortController();
  const left = compute(request(200), threads, gone.signal);
  setTimeout(() => gone.abort(), 30);
  await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
  expect((await compute(request(12))).trip.locations).toHaveLength(12);
});

it('a tour of one client does not wait for the plans of another one', async () => {
  const server = await startServerProcess(['--workers', '2']);
  const ended: string[] = [];
  const send = (client: string, json: object, localAddress: string) =>
    new Promise<void>((done, fail) => {
      const path = `/v1/optimized-route?json=${encodeURIComponent(JSON.stringify(json))}`;
      const options = { host: '127.0.0.1', port: server.port, localAddress, path };
      get(options, (response) => {
        response.resume().on('end', () => {
          ended.push(`${client}: ${response.statusCode}`);
          done();
        });
      }).on('error', fail);
    });
  try {
    // Threads and code are there.
    await send('first', request(12), '127.0.0.1');
    const plan = dearFleets(60)['shared work and breaks']!;
    const plans = [1, 2, 3, 4].map(() => send('plan', plan, '127.0.0.1'));
    await send('tour', request(12), '127.0.0.2');
    expect(ended).toEqual(['first: 200', 'tour: 200']);
    await Promise.all(plans);
  } finally {
    await server.stop();
  }
}, 120_000);
