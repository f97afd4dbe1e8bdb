import { expect, it } from 'vitest';
import { tourLinks } from './route-navigation.ts';

it('the links of a tour have eleven places at most, and each begins where the one before it ends', () => {
  const places = Array.from({ length: 22 }, (_, at) => ({
    position: { lat: 10 + at / 100, lon: 106 },
    stop: at === 0 || at === 21 ? undefined : at,
    name: `${at}`,
  }));
  const rows = tourLinks({ batch: 'SG-01', tour: 1, costing: 'motorbike', places });
  const links = rows.map(({ values }) => new URL(String(values.at(-1))).searchParams);
  const visited = links.map((link) => [
    link.get('origin'),
    ...(link.get('waypoints')?.split('|') ?? []),
    link.get('destination'),
  ]);
  expect(visited.map(({ length }) => length)).toEqual([11, 11, 2]);
  expect(visited[1]?.[0]).toBe(visited[0]?.at(-1));
  expect(new Set(visited.flat()).size).toBe(22);
  expect(links[0]?.get('travelmode')).toBe('two-wheeler');
  expect(rows.map(({ values }) => values.slice(0, 5))).toEqual([
    ['SG-01', 1, 1, undefined, 10],
    ['SG-01', 1, 2, 10, 20],
    ['SG-01', 1, 3, 20, undefined],
  ]);
});

it('a link has places in a row at one point once', () => {
  const places = [10, 10.5, 10.5, 11].map((lat, at) => ({ position: { lat, lon: 106 }, stop: at, name: '' }));
  const [row] = tourLinks({ batch: 'SG-01', tour: 1, costing: 'auto', places });
  expect(new URL(String(row?.values.at(-1))).searchParams.get('waypoints')).toBe('10.500000,106.000000');
});
