import type { GeneratedItem } from '../support/generated-pictures.ts';
import { pick, type Random } from './random.ts';

type Parameters = Readonly<Record<string, unknown>>;

const WHOLE_EARTH = [-180, -90, 180, 90];
/** Goes from the south-west to the north-east of the earth, past all pictures. */
const THIN_POLYGON = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [-170, -80],
      [170, 80],
      [170, 80.1],
      [-170, -79.9],
      [-170, -80],
    ],
  ],
});
/** Goes through the pictures of one city. */
const THIN_LINE = JSON.stringify({
  type: 'LineString',
  coordinates: [
    [105.8, 20.98],
    [105.9, 21.08],
  ],
});

/** Returns the kinds of imagery searches, each as a function that makes one of them. Shape: pages of ten unless the name says otherwise. */
export function imageryQuestions(
  random: Random,
  items: readonly GeneratedItem[],
): Record<string, () => Parameters> {
  const at = () => pick(random, items).geometry.coordinates;
  const collection = () => pick(random, items).collection;
  const box = (reach: number) => {
    const [lon, lat] = at();
    return [
      Math.max(-180, lon - reach),
      Math.max(-90, lat - reach),
      Math.min(180, lon + reach),
      Math.min(90, lat + reach),
    ];
  };
  const years = (from: number, to: number) => `${from}-01-01T00:00:00Z/${to}-01-01T00:00:00Z`;
  const ring = (corners: number, reach: number) => {
    const [lon, lat] = at();
    const points = Array.from({ length: corners }, (_, corner): [number, number] => {
      const angle = (2 * Math.PI * corner) / corners;
      const radius = reach * (0.5 + random() / 2);
      const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));
      return [clamp(lon + radius * Math.cos(angle), 180), clamp(lat + radius * Math.sin(angle), 90)];
    });
    return JSON.stringify({ type: 'Polygon', coordinates: [[...points, points[0]]] });
  };
  return {
    'no filter': () => ({}),
    'page 50': () => ({ page: 50 }),
    'an interval of a year': () => ({ datetime: years(2021, 2022) }),
    'an interval of a month': () => ({ datetime: '2021-03-01T00:00:00Z/2021-04-01T00:00:00Z' }),
    'an interval without pictures': () => ({ datetime: years(2030, 2031) }),
    '5 ids': () => ({ ids: Array.from({ length: 5 }, () => pick(random, items).id) }),
    'a collection': () => ({ collections: [collection()] }),
    '3 collections': () => ({ collections: [collection(), collection(), collection()] }),
    '30 collections': () => ({ collections: Array.from({ length: 30 }, collection) }),
    '30 collections in a month': () => ({
      collections: Array.from({ length: 30 }, collection),
      datetime: '2021-03-01T00:00:00Z/2021-04-01T00:00:00Z',
    }),
    'a box of 200 m': () => ({ bbox: box(0.001) }),
    'a box of 10 km': () => ({ bbox: box(0.05) }),
    'a box of the earth': () => ({ bbox: WHOLE_EARTH }),
    'a box of the earth, page 50': () => ({ bbox: WHOLE_EARTH, page: 50 }),
    'a box of the earth in a month': () => ({
      bbox: WHOLE_EARTH,
      datetime: '2021-03-01T00:00:00Z/2021-04-01T00:00:00Z',
    }),
    'a box of the earth in a year, 30 collections': () => ({
      bbox: WHOLE_EARTH,
      datetime: years(2021, 2022),
      collections: Array.from({ length: 30 }, collection),
    }),
    'a box of the earth in years without pictures of a collection': () => ({
      bbox: WHOLE_EARTH,
      datetime: years(2021, 2023),
      collections: [collection(), 'no-such-collection'],
    }),
    'a polygon of 7 corners': () => ({ intersects: ring(7, 0.01) }),
    'a polygon of 500 corners': () => ({ intersects: ring(500, 0.02) }),
    'a thin polygon across the earth': () => ({ intersects: THIN_POLYGON }),
    'a thin polygon across the earth in a year': () => ({
      intersects: THIN_POLYGON,
      datetime: years(2021, 2022),
    }),
    'a line through a city': () => ({ intersects: THIN_LINE }),
    'a place': () => ({ place_position: at().join(',') }),
    'a place, 0 to 500 m': () => ({ place_position: at().join(','), place_distance: '0-500' }),
    'a place, up to the whole earth, narrow': () => ({
      place_position: at().join(','),
      place_distance: '0-20000000',
      place_fov_tolerance: 2,
    }),
    'a place, far ring without pictures': () => ({
      place_position: '105.85,21.03',
      place_distance: '3000000-4000000',
    }),
    'a place in a year': () => ({
      place_position: at().join(','),
      place_distance: '0-100',
      datetime: years(2021, 2022),
    }),
  };
}
