import { describe, expect, it } from 'vitest';
import { isGeomillError } from '../../../base/errors/geomill-error.ts';
import { parseQuery, type ImageryParameters } from './picture-query.ts';
import { parseTimeInterval } from '../../../contract/values/ranges.ts';

const polygon = (ring: number[][]) => JSON.stringify({ type: 'Polygon', coordinates: [ring] });

describe('parseQuery', () => {
  it.each<[string, ImageryParameters]>([
    ['bbox', { bbox: [1, 2, 3, 4, 5] }],
    ['bbox', { bbox: [1, 5, 3, 4] }],
    ['bbox', { bbox: [-181, 2, 3, 4] }],
    ['place_position', { place_position: '105.85' }],
    ['place_position', { place_position: '105.85,91' }],
    ['place_position', { place_position: '105.85,' }],
    ['place_distance', { place_position: '105.85,21', place_distance: '15-3' }],
    ['datetime', { datetime: '2024-05-01' }],
    ['datetime', { datetime: '2024-02-30T00:00:00Z' }],
    ['datetime', { datetime: '2024-05-02T00:00:00Z/2024-05-01T00:00:00Z' }],
    ['intersects', { intersects: '{' }],
    ['intersects', { intersects: '{"type":"Circle"}' }],
    ['intersects', { intersects: '{"type":"Point","coordinates":["1","2"]}' }],
    ['intersects', { intersects: '{"type":"GeometryCollection","geometries":[]}' }],
    [
      'intersects',
      {
        intersects: polygon([
          [0, 0],
          [1, 0],
          [1, 1],
        ]),
      },
    ],
    [
      'intersects',
      {
        intersects: polygon([
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 1],
        ]),
      },
    ],
  ])('refuses a wrong %s: %o', (name, parameters) => {
    expect(() => parseQuery(parameters)).toThrow(new RegExp(`^${name}`));
    try {
      parseQuery(parameters);
    } catch (error) {
      expect(isGeomillError(error, 'INVALID_REQUEST')).toBe(true);
    }
  });

  it('puts the centre of a box across the antimeridian inside of it', () => {
    expect(parseQuery({ bbox: [170, 0, -178, 10] }).center).toEqual({ lat: 5, lon: 176 });
    expect(parseQuery({ bbox: [178, 0, -170, 10] }).center).toEqual({ lat: 5, lon: -176 });
  });

  it('reads open ends of a time, written or left out', () => {
    const ms = Date.UTC(2024, 4, 1);
    expect(parseTimeInterval('2024-05-01T00:00:00Z/..')).toEqual({ fromMs: ms, toMs: Infinity });
    expect(parseTimeInterval('/2024-05-01t07:00:00+07:00')).toEqual({ fromMs: -Infinity, toMs: ms });
    expect(parseTimeInterval('2024-05-01T00:00:00.000Z')).toEqual({ fromMs: ms, toMs: ms });
  });
});
