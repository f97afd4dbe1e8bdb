import { describe, expect, it } from 'vitest';
import { describeParameters, readQuery, refuseUnknown, type RawQuery } from './parameters.ts';
import { boxOf, isInBox, positionOf } from './position-values.ts';

const PARAMETERS = {
  a: { type: 'number', description: 'a', exclusiveMinimum: 0, maximum: 5000 },
  limit: { type: 'integer', description: 'b', minimum: 1, default: 10 },
  c: { type: 'string', description: 'c' },
  d: { type: 'boolean', description: 'd', default: true },
  e: { type: 'boolean', description: 'e', default: false },
  x: { type: 'boolean', description: 'x', default: true },
  format: { description: 'f', enum: ['text', 'json'] },
  l: { type: 'array', description: 'l', items: { type: 'string' }, default: [] },
  lat: { type: 'number', description: 'latitude', minimum: -90, maximum: 90 },
  lon: { type: 'number', description: 'longitude', minimum: -180, maximum: 180 },
};
const read = (query: RawQuery) => readQuery(PARAMETERS, query);

describe('the parameters of a dialect', () => {
  it('are read by the schemas of their table', () => {
    const values = read({ a: '1.5', limit: '2', c: '', d: 'false', e: 'True', lat: '0', lon: '-0.5' });
    expect(values).toEqual({
      a: 1.5,
      limit: 2,
      c: undefined,
      d: false,
      e: true,
      x: true,
      format: undefined,
      l: [],
      lat: 0,
      lon: -0.5,
    });
    expect(positionOf(values)).toEqual({ lat: 0, lon: -0.5 });
    expect(read({}).limit).toBe(10);
    expect([read({ l: 'a,b' }).l, read({ l: ['a', 'b'] }).l]).toEqual([['a,b'], ['a', 'b']]);
  });

  it('are refused with their name and what they must be', () => {
    expect(() => read({ c: ['a', 'b'] })).toThrow(/'c' is given 2 times/);
    expect(() => read({ lat: '0x10' })).toThrow("'lat' must be a number from -90 to 90, not '0x10'");
    expect(() => read({ lat: '91' })).toThrow(/from -90 to 90/);
    expect(() => read({ limit: '1.5' })).toThrow("'limit' must be a whole number from 1, not '1.5'");
    expect(() => read({ a: '0' })).toThrow("'a' must be a number above 0 and at most 5000, not '0'");
    expect(() => read({ a: '1e999' })).toThrow(/'a' must be a number/);
    expect(() => read({ format: 'xml' })).toThrow("'format' must be text or json, not 'xml'");
    expect(() => positionOf(read({ lat: '1' }))).toThrow(/'lon' is missing/);
    expect(() => refuseUnknown({ lat: '1', apikey: 'k', foo: '1' }, PARAMETERS)).toThrow(/'foo'.*: a, limit/);
    for (const bbox of ['1,2,3', '1,2,3,4,5', '1,2,3,91', '181,2,3,4', 'a,b,c,d', '1,,3,4'])
      expect(() => boxOf('bbox', bbox), bbox).toThrow(/'bbox' must be the two corners/);
  });

  it('accept any two corners of a box', () => {
    const box = { minLat: 10, maxLat: 11, minLon: 106, maxLon: 107 };
    expect(boxOf('b', '107,10,106,11')).toEqual(box);
    expect(isInBox({ lat: 11, lon: 106 }, box)).toBe(true);
    expect(isInBox({ lat: 11.001, lon: 106 }, box)).toBe(false);
  });

  it('are described by the same schemas', () => {
    const { limit, d } = PARAMETERS;
    expect(describeParameters({ limit, d }, ['limit'])).toEqual([
      {
        name: 'limit',
        in: 'query',
        required: true,
        description: 'b',
        schema: { type: 'integer', minimum: 1, default: 10 },
      },
      {
        name: 'd',
        in: 'query',
        required: false,
        description: 'd',
        schema: { type: 'string', enum: ['0', '1', 'false', 'true'], default: '1' },
      },
    ]);
  });
});
