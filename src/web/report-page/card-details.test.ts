import { expect, it } from 'vitest';
import { cardDetails, createDetailReader } from './card-details.ts';
import type { TextStore } from './row-texts.ts';

it('a row has all of its further columns, the last one too', () => {
  const texts = { input: ['4.6', '2025-10-07'], match: 'https://example.org/#picture=1' };
  const columns = ['imagery_distance_meters', 'imagery_captured_at', 'imagery_link'];
  const details = createDetailReader(columns, { get: () => texts } as unknown as TextStore)(0, () => {});
  expect(details.one('captured_at')).toBe('2025-10-07');
  expect(details.one('link')).toBe('https://example.org/#picture=1');
});

it('the first match keeps its own position and distance beside those of others', () => {
  const columns = ['lat', 'lon', 'distance_meters', '2_label', '2_lat', '2_lon', '2_distance_meters'];
  const details = cardDetails(
    columns.map((name) => `nearby_${name}`),
    ['21.0', '105.8', '498', 'B', '21.1', '105.9', '541'],
  );
  expect([details.one('lat'), details.one('distance_meters')]).toEqual(['21.0', '498']);
  expect(details.candidates).toEqual([
    { label: 'B', level: '', confidence: '', meters: '541', place: { lat: 21.1, lon: 105.9 } },
  ]);
});
