import { expect, it } from 'vitest';
import { createStraightRouter } from '../straight/straight-router.ts';
import { computeOptimizedRoute } from './optimized-route.ts';

it.each([
  ['vi', 'vi-VN'],
  ['en', 'en-US'],
  [undefined, 'en-US'],
] as const)('computes instructions in the language %s', async (language, asked) => {
  const straight = createStraightRouter();
  const languages: string[] = [];
  const router: typeof straight = {
    ...straight,
    route: (request, signal) => {
      languages.push(request.language);
      return straight.route(request, signal);
    },
  };
  const locations = [21, 21.1, 21.2].map((lat) => ({ lat, lon: 105.8 }));
  const request = { locations, costing: 'auto', units: 'km', ...(language && { language }) } as const;
  await computeOptimizedRoute(request, router);
  expect(languages).toEqual([asked]);
});
