import { expect, it } from 'vitest';
import { cardDetails, detailValues } from './card-details.ts';

it('a row has all of its further columns, the last one too', () => {
  const values = detailValues({ input: ['4.6', '2025-10-07'], match: 'https://example.org/#picture=1' });
  const details = cardDetails(
    ['imagery_distance_meters', 'imagery_captured_at', 'imagery_link'],
    values ?? [],
  );
  expect(details.one('captured_at')).toBe('2025-10-07');
  expect(details.one('link')).toBe('https://example.org/#picture=1');
});
