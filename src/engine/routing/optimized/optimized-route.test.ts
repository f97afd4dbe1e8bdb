import { expect, it, describe } from 'vitest';
import { createStraightRouter } from '../straight/straight-router.ts';
import { computeOptimizedRoute, unreachableStops } from './optimized-route.ts';

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

/** Parses a matrix: `.` for a route, `x` for none. */
const matrix = (...rows: string[]) =>
  Float64Array.from(rows.join(''), (cell) => (cell === 'x' ? Infinity : 1));

describe('unreachableStops', () => {
  it('returns the one stop of an island, not the others', () => {
    expect(unreachableStops(3, matrix('.x.', 'x.x', '.x.'))).toEqual([1]);
  });

  it('returns the smaller of two groups, and the later of two of one size', () => {
    expect(unreachableStops(5, matrix('..x.x', '..x.x', 'xx.x.', '..x.x', 'xx.x.'))).toEqual([2, 4]);
    expect(unreachableStops(4, matrix('.x.x', 'x.x.', '.x.x', 'x.x.'))).toEqual([1, 3]);
  });

  it('returns a stop without a route back', () => {
    expect(unreachableStops(3, matrix('...', 'x.x', '...'))).toEqual([1]);
  });

  it('returns nothing if all stops are connected', () => {
    expect(unreachableStops(2, matrix('..', '..'))).toEqual([]);
  });
});
