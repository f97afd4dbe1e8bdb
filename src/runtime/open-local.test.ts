import { expect, it, vi } from 'vitest';
import { createStraightRouter } from '../engine/routing/straight/straight-router.ts';
import { createLazyRouter } from './open-local.ts';

it('loads the router at the first request, once, and passes on its notice', async () => {
  const load = vi.fn(async () => createStraightRouter());
  const router = createLazyRouter(load);
  await router.close();
  expect(load).not.toHaveBeenCalled();
  const places = [
    { lat: 21, lon: 105 },
    { lat: 21, lon: 106 },
  ];
  const [distances, matrix] = await Promise.all([
    router.roadDistances(places, 'auto'),
    router.matrix(places, 'auto'),
  ]);
  expect(distances).toEqual([0, 0]);
  expect(matrix.meters[1]).toBeGreaterThan(100_000);
  expect(load).toHaveBeenCalledTimes(1);
  expect(router.notice).toEqual(createStraightRouter().notice);
});
