import { describe, expect, it } from 'vitest';
import { pointFeature } from './geojson.ts';

describe('pointFeature', () => {
  it('writes longitude first', () => {
    expect(pointFeature({ lat: 20.99, lon: 105.87 }, { name: 'Hà Nội' })).toEqual({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [105.87, 20.99] },
      properties: { name: 'Hà Nội' },
    });
  });

  it('keeps 0/0 a place', () => {
    expect(pointFeature({ lat: 0, lon: 0 }, {}).geometry).toEqual({ type: 'Point', coordinates: [0, 0] });
  });

  it('gives a miss null geometry, present in the JSON', () => {
    expect(JSON.stringify(pointFeature(null, { id: 7 }))).toBe(
      '{"type":"Feature","geometry":null,"properties":{"id":7}}',
    );
  });
});
