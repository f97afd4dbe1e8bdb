import { describe, expect, it } from 'vitest';
import { withPlaceLink } from './place-link.ts';

const REACHED = { protocol: 'https', host: 'maps.example' } as const;

describe('withPlaceLink', () => {
  it('adds the page of this server that shows the place, with its id', () => {
    const body = JSON.stringify({ result: { place_id: 'a_b-1', url: null }, status: 'OK' });
    expect(JSON.parse(withPlaceLink(body, REACHED))).toEqual({
      result: { place_id: 'a_b-1', url: 'https://maps.example/?q=a_b-1' },
      status: 'OK',
    });
  });

  it.each([
    { result: null, status: 'NOT_FOUND' },
    { type: 'FeatureCollection', features: [] },
    { result: { place_id: 'a', url: 'https://own.example/a' }, status: 'OK' },
  ])('leaves %j as it is', (value) => {
    const body = JSON.stringify(value);
    expect(withPlaceLink(body, REACHED)).toBe(body);
  });
});
