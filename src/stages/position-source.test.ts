import { describe, expect, it } from 'vitest';
import { positionSource, readPosition } from './position-source.ts';

const table = { columns: ['id', 'lat', 'lon', 'spot'], hasPosition: false };

function read(options: Record<string, unknown>, cells: readonly unknown[], from = table) {
  const source = positionSource(options, from);
  if ('faults' in source) throw new Error(JSON.stringify(source.faults));
  return source.read({ cells, position: null });
}

describe('positionSource', () => {
  it('finds the columns by name and says so', () => {
    expect(positionSource({}, table)).toMatchObject({
      finding: expect.stringContaining('"lat" and "lon"') as string,
    });
    expect(read({}, ['1', '21.03', '105.85', ''])).toEqual({ lat: 21.03, lon: 105.85 });
  });

  it('takes stated columns, one with both too', () => {
    expect(read({ latlng: '{spot}' }, ['1', '', '', '21.03, 105.85'])).toEqual({ lat: 21.03, lon: 105.85 });
    expect(read({ lat: '{lon}', lon: '{lat}' }, ['1', '105', '21', ''])).toEqual({ lat: 21, lon: 105 });
  });

  it('takes the position of an earlier stage before any column', () => {
    const source = positionSource({}, { ...table, hasPosition: true });
    if ('faults' in source) throw new Error();
    expect(source.read({ cells: ['1', '9', '9', ''], position: { lat: 1, lon: 2 } })).toEqual({
      lat: 1,
      lon: 2,
    });
    expect(source.read({ cells: ['1', '9', '9', ''], position: null })).toBe('empty');
  });

  it('names what is missing', () => {
    expect(positionSource({}, { columns: ['id'], hasPosition: false })).toHaveProperty('faults');
    expect(positionSource({ lat: '{lat}' }, table)).toEqual({
      faults: [{ option: 'lat', message: expect.any(String) as string }],
    });
    expect(positionSource({ lat: '{nope}', lon: '{lon}' }, table)).toHaveProperty('faults.0.option', 'lat');
  });

  it('tells an empty row from a wrong one', () => {
    expect(read({}, ['1', '', ' ', ''])).toBe('empty');
    expect(read({}, ['1', null, undefined, ''])).toBe('empty');
    expect(read({}, ['1', '21', '', ''])).toHaveProperty('fault');
    expect(read({ latlng: '{spot}' }, ['1', '', '', '21.03'])).toHaveProperty('fault');
  });
});

describe('readPosition', () => {
  it.each([
    ['0', '0', { lat: 0, lon: 0 }],
    [0, 0, { lat: 0, lon: 0 }],
    ['90', '180', { lat: 90, lon: 180 }],
    ['-90', '-180', { lat: -90, lon: -180 }],
    ['21,0278', '105,8342', { lat: 21.0278, lon: 105.8342 }],
    [' +21.5 ', '1.05e2', { lat: 21.5, lon: 105 }],
  ])('reads %j %j', (lat, lon, expected) => {
    expect(readPosition(lat, lon)).toEqual(expected);
  });

  it.each([
    ['105.85', '21.03', 'swapped'],
    ['91', '0', 'latitude 91'],
    ['0', '-180.5', 'longitude -180.5'],
    ['NaN', '0', '"NaN" is not a number'],
    ['Infinity', '0', 'not a number'],
    ['21.0.3', '0', 'not a number'],
    ['21°', '0', 'not a number'],
    [Number.NaN, 0, 'not a number'],
    [true, 0, 'not a number'],
  ])('says what is wrong with %j %j', (lat, lon, message) => {
    expect(readPosition(lat, lon)).toEqual({ fault: expect.stringContaining(message) as string });
  });
});
