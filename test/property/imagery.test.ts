import { beforeAll, describe, expect, it } from 'vitest';
import type { PictureIndex } from '../../src/engine/imagery/index/picture-index.ts';
import { searchImagery } from '../../src/engine/imagery/search-imagery.ts';
import { imageryQuestions } from '../bench/imagery-questions.ts';
import { createRandom, pick, type Random } from '../bench/random.ts';
import { bruteForceSearch } from '../support/brute-force-imagery.ts';
import { effort } from '../support/effort.ts';
import { generateItems, indexOf, type GeneratedItem } from '../support/generated-pictures.ts';

const ITEMS = effort(10_000, 50_000, import.meta.filename);
const SEED = 20_261_122;

let items: GeneratedItem[];
let index: PictureIndex;

beforeAll(() => {
  items = generateItems(ITEMS, SEED);
  index = indexOf(items);
}, 120_000);

type Parameters = Record<string, unknown>;
type Make = (random: Random) => Parameters;

const near = (random: Random, reach: number): [number, number] => {
  const [lon, lat] = pick(random, items).geometry.coordinates;
  const move = (value: number, most: number) =>
    Math.max(-most, Math.min(most, Number((value + (random() - 0.5) * reach).toFixed(7))));
  return [move(lon, 180), move(lat, 90)];
};
const ring = (random: Random, reach: number, corners: number, [lon, lat] = near(random, reach / 10)) => {
  const points = Array.from({ length: corners }, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / corners;
    const radius = (reach * (0.4 + random())) / 2;
    return [
      Math.max(-180, Math.min(180, lon + radius * Math.cos(angle))),
      Math.max(-90, Math.min(90, lat + radius * Math.sin(angle))),
    ];
  });
  return [...points, points[0] as [number, number]];
};
const reachOf = (random: Random) => 10 ** (-4 + 4 * random());
const box = (random: Random): number[] => {
  const [lon, lat] = near(random, 0.01);
  const reach = reachOf(random);
  const [west, east] = [lon - reach, lon + reach].map((x) =>
    x > 180 ? x - 360 : x < -180 ? x + 360 : x,
  ) as [number, number];
  return [west, Math.max(-90, lat - reach), east, Math.min(90, lat + reach)];
};
const timestamp = (random: Random) =>
  new Date(Date.UTC(2018, 0, 1) + Math.floor(random() * 8 * 365 * 86_400) * 1000).toISOString();
const interval = (random: Random) => [timestamp(random), timestamp(random)].sort().join('/');
const line = (random: Random) => {
  const start = Math.floor(random() * (items.length - 6));
  return items.slice(start, start + 6).map(({ geometry }) => geometry.coordinates);
};

const FILTERS: Record<string, Make> = {
  nothing: () => ({}),
  bbox: (random) => ({ bbox: box(random) }),
  'bbox of six numbers': (random) => {
    const [west, south, east, north] = box(random);
    return { bbox: [west, south, -10, east, north, 100] };
  },
  'the whole earth': () => ({ bbox: [-180, -90, 180, 90] }),
  'intersects a Point': (random) => ({ intersects: JSON.stringify(pick(random, items).geometry) }),
  'intersects a MultiPoint': (random) => ({
    intersects: JSON.stringify({ type: 'MultiPoint', coordinates: [...line(random), ...line(random)] }),
  }),
  'intersects a LineString': (random) => ({
    intersects: JSON.stringify({ type: 'LineString', coordinates: line(random) }),
  }),
  'intersects a MultiLineString': (random) => ({
    intersects: JSON.stringify({ type: 'MultiLineString', coordinates: [line(random), line(random)] }),
  }),
  'intersects a Polygon': (random) => ({
    intersects: JSON.stringify({
      type: 'Polygon',
      coordinates: [ring(random, reachOf(random), 3 + Math.floor(random() * 40))],
    }),
  }),
  'intersects a Polygon with corners on pictures and a hole': (random) => {
    const corners = ['a', 'b', 'c', 'd'].map(() => near(random, 0));
    const [lon, lat] = corners[0] as [number, number];
    const close = corners.map(
      ([x, y]): [number, number] =>
        [lon + (x - lon) / 1e3, lat + (y - lat) / 1e3].map((value) => Number(value.toFixed(7))) as [
          number,
          number,
        ],
    );
    return {
      intersects: JSON.stringify({
        type: 'Polygon',
        coordinates: [
          [
            [lon - 0.01, lat - 0.01],
            [lon + 0.01, lat - 0.01],
            [lon + 0.01, lat + 0.01],
            [lon - 0.01, lat + 0.01],
            [lon - 0.01, lat - 0.01],
          ].map(([x, y]) => [Math.min(180, x as number), Math.min(90, y as number)]),
          [...close, close[0]],
        ],
      }),
    };
  },
  'intersects a Polygon whose rings cross themselves and one another': (random) => {
    const reach = reachOf(random);
    const center = near(random, reach / 10);
    const tangled = () => {
      const corners = ring(random, reach, 12, center).slice(1);
      const star = corners.map((_, at) => corners[(5 * at) % corners.length] as [number, number]);
      return [...star, star[0] as [number, number]];
    };
    return {
      intersects: JSON.stringify({ type: 'Polygon', coordinates: [tangled(), tangled(), tangled()] }),
    };
  },
  'intersects a MultiPolygon': (random) => ({
    intersects: JSON.stringify({
      type: 'MultiPolygon',
      coordinates: [[ring(random, 0.01, 5)], [ring(random, 0.02, 9)]],
    }),
  }),
  'intersects a GeometryCollection': (random) => ({
    intersects: JSON.stringify({
      type: 'GeometryCollection',
      geometries: [
        pick(random, items).geometry,
        { type: 'LineString', coordinates: line(random) },
        { type: 'Polygon', coordinates: [ring(random, 0.005, 7)] },
      ],
    }),
  }),
  'an instant': (random) => ({
    datetime: pick(random, items).properties.datetime ?? '2020-01-01T00:00:00Z',
  }),
  'an interval': (random) => ({ datetime: interval(random) }),
  'an open start': (random) => ({ datetime: `../${timestamp(random)}` }),
  'an open end': (random) => ({ datetime: `${timestamp(random)}/` }),
  ids: (random) => ({
    ids: [pick(random, items).id, pick(random, items).id, 'no-such-id', pick(random, items).id],
  }),
  collections: (random) => ({
    collections: [pick(random, items).collection, 'no-such-collection', pick(random, items).collection],
  }),
  place_position: (random) => ({ place_position: near(random, 2e-4).join(',') }),
  place_distance: (random) => {
    const from = Math.floor(random() * 50);
    return {
      place_position: near(random, 1e-3).join(','),
      place_distance: `${from}-${from + Math.floor(random() * 500)}.5`,
    };
  },
  place_fov_tolerance: (random) => ({
    place_position: near(random, 1e-4).join(','),
    place_distance: '0-40',
    place_fov_tolerance: 2 + Math.floor(random() * 179),
  }),
};
const SPATIAL = [
  'bbox',
  'intersects a Polygon',
  'intersects a MultiPoint',
  'place_distance',
  'the whole earth',
];
const OTHERS = ['an interval', 'an open start', 'collections', 'ids', 'nothing'];

function expectSame(parameters: Parameters): number {
  const all = bruteForceSearch(items, parameters);
  const limit = (parameters.limit as number | undefined) ?? 10;
  const page = (parameters.page as number | undefined) ?? 1;
  const { features, links } = searchImagery(index, parameters);
  const expected = all.slice((page - 1) * limit, page * limit);
  expect(
    features.map(({ id }) => id),
    JSON.stringify(parameters),
  ).toEqual(expected);
  expect(
    links?.some(({ rel }) => rel === 'next'),
    JSON.stringify(parameters),
  ).toBe(all.length > page * limit);
  return expected.length;
}

describe(`imagery searches over ${ITEMS} items are equal to brute force (seed ${SEED})`, () => {
  it.each(Object.keys(FILTERS))('%s', (name) => {
    const random = createRandom(SEED + name.length);
    let results = 0;
    for (let turn = 0; turn < 12; turn += 1) {
      const limit = pick(random, [undefined, 1, 3, 50, 700]);
      const parameters = (FILTERS[name] as Make)(random);
      results += expectSame({ ...parameters, ...(limit === undefined ? {} : { limit }) });
    }
    // A comparison of nothing with nothing would show nothing.
    expect(results).toBeGreaterThan(5);
  });

  it('several filters at once, on several pages', () => {
    const random = createRandom(SEED);
    let results = 0;
    for (let turn = 0; turn < 60; turn += 1) {
      const names = [
        pick(random, SPATIAL),
        pick(random, SPATIAL),
        pick(random, OTHERS),
        pick(random, OTHERS),
      ];
      const chosen = names.slice(Math.floor(random() * 2), 2 + Math.floor(random() * 3));
      const parameters = Object.assign(
        {},
        ...chosen.map((name) => (FILTERS[name] as Make)(random)),
      ) as Parameters;
      results += expectSame({
        ...parameters,
        limit: pick(random, [1, 10, 40]),
        page: pick(random, [1, 1, 2, 5]),
      });
    }
    expect(results).toBeGreaterThan(100);
  });

  it('every kind of the measurements', () => {
    const kinds = Object.entries(imageryQuestions(createRandom(SEED), items));
    for (const [, make] of kinds) for (let turn = 0; turn < 2; turn += 1) expectSame(make());
    expect(kinds.length).toBeGreaterThan(20);
  });

  it('the largest limit, and pages to the end', () => {
    expectSame({ limit: 10_000 });
    expectSame({ bbox: [-180, -90, 180, 90], limit: 10_000 });
    expectSame({ limit: 10_000, page: 4 });
    expectSame({ limit: 10_000, page: 5 });
  });
});
