import { buildPictureTables } from '../../src/dataset/imagery/build-picture-tables.ts';
import { openPictureIndex, type PictureIndex } from '../../src/engine/imagery/index/picture-index.ts';
import { readItem, type SourcePicture } from '../../src/engine/imagery/source/read-item.ts';
import { createRandom, type Random } from '../bench/random.ts';

/** A generated STAC item, with the members that the brute force reads. */
export interface GeneratedItem {
  type: 'Feature';
  id: string;
  collection: string;
  geometry: { type: 'Point'; coordinates: [number, number] };
  properties: Record<string, unknown>;
  assets: Record<string, { href: string; type: string }>;
}

/** Centres of the streets on which pictures are generated: cities, the antimeridian, a pole. */
const CENTERS = [
  [105.85, 21.03],
  [106.7, 10.77],
  [108.2, 16.06],
  [179.9995, -16.5],
  [20, 89.9995],
] as const;
const STATUSES = [
  'ready',
  'ready',
  'ready',
  'ready',
  'ready',
  'ready',
  'hidden',
  'broken',
  'waiting-for-process',
];

/** Generates items in sequences along streets. Guarantee: the same for the same seed. */
export function generateItems(count: number, seed: number): GeneratedItem[] {
  const random = createRandom(seed);
  const items: GeneratedItem[] = [];
  while (items.length < count) items.push(...generateSequence(random, items.length, count - items.length));
  return items;
}

/** Opens an index over items, as a dataset has it. */
export function indexOf(items: readonly unknown[]): PictureIndex {
  const pictures = items.map((item) => readItem(item, () => undefined));
  const bad = pictures.find((picture) => typeof picture === 'string');
  if (bad !== undefined) throw new Error(bad);
  return openPictureIndex(buildPictureTables(pictures as SourcePicture[]));
}

function generateSequence(random: Random, first: number, most: number): GeneratedItem[] {
  const [centerLon, centerLat] = CENTERS[
    Math.min(4, Math.floor(random() * 3.03 + (random() < 0.03 ? 2 : 0)))
  ] as readonly [number, number];
  const collection = `collection-${Math.floor(random() * 400)}`;
  const length = Math.min(most, 1 + Math.floor(random() * 200));
  let lon = centerLon + (random() - 0.5) * 0.05;
  let lat = centerLat + (random() - 0.5) * 0.05;
  const heading = random() * 360;
  const start = Date.UTC(2019, 0, 1) + Math.floor(random() * 6 * 365) * 86_400_000;
  return Array.from({ length }, (_, at) => {
    // Some pictures are taken at the same position.
    if (random() > 0.1) {
      lon += Math.sin((heading * Math.PI) / 180) * 5e-5;
      lat += Math.cos((heading * Math.PI) / 180) * 5e-5;
    }
    const wrapped = lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon;
    const number = first + at;
    return {
      type: 'Feature',
      id: `${(Math.imul(number + 1, 2654435761) >>> 0).toString(16).padStart(8, '0')}-${number}`,
      collection,
      geometry: {
        type: 'Point',
        coordinates: [Number(wrapped.toFixed(7)), Number(Math.min(90, Math.max(-90, lat)).toFixed(7))],
      },
      properties: generateProperties(random, heading, start + at * 1000),
      assets: { thumb: { href: `pictures/${number}/thumb.jpg`, type: 'image/jpeg' } },
    };
  });
}

function generateProperties(random: Random, heading: number, time: number): Record<string, unknown> {
  const timestamp = new Date(time).toISOString();
  const kind = random();
  const view = random();
  const updated = new Date(Date.UTC(2025, 0, 1) + Math.floor(random() * 300) * 86_400_000).toISOString();
  const updates = random();
  return {
    datetime: kind < 0.06 ? null : timestamp,
    ...(kind < 0.03 ? { start_datetime: timestamp } : {}),
    ...(random() < 0.95 ? { 'view:azimuth': Math.floor(heading + random() * 90) % 360 } : {}),
    ...(view < 0.05 ? {} : { 'pers:interior_orientation': { field_of_view: view < 0.55 ? 360 : 70 } }),
    'geovisio:status': STATUSES[Math.floor(random() * STATUSES.length)],
    ...(updates < 0.8 ? { updated } : updates < 0.9 ? { created: updated } : {}),
  };
}
