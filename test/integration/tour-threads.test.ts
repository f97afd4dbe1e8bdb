import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { createStraightRouter } from '../../src/engine/routing/straight/straight-router.ts';
import { computeOptimizedRoute } from '../../src/engine/routing/optimized/optimized-route.ts';
import { OWN_PLANNER } from '../../src/engine/routing/optimized/tour-planner.ts';
import { createTourThreads } from '../../src/runtime/tour-threads.ts';
import { createRandom } from '../bench/random.ts';

const entry = pathToFileURL(resolve('dist/bundle/tour-worker.cjs'));
const threads = createTourThreads({ threads: 1, entry });
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
  const here = [vi.spyOn(OWN_PLANNER, 'order'), vi.spyOn(OWN_PLANNER, 'plan')];
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
