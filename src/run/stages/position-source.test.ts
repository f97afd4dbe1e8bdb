import { describe, expect, it } from 'vitest';
import { positionSource } from './position-source.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const table = { columns: ['id', 'lat', 'lon', 'spot'], hasPosition: false };

function read(options: Record<string, unknown>, cells: readonly unknown[], from = table) {
  const source = positionSource(options, from);
  if ('faults' in source) throw new Error(JSON.stringify(source.faults));
  return source.read({ cells, position: null });
}

describe('positionSource', () => {
  it('finds the columns by name and says so', () => {
    expect(inEnglish(positionSource({}, table))).toMatchObject({
      finding: expect.stringContaining('"lat" and "lon"') as string,
    });
    expect(read({}, ['1', '21.03', '105.85', ''])).toEqual({ lat: 21.03, lon: 105.85 });
  });

  it('takes stated columns, one with both too', () => {
    expect(read({ latlng: '{spot}' }, ['1', '', '', '21.03, 105.85'])).toEqual({ lat: 21.03, lon: 105.85 });
    expect(read({ lat: '{lon}', lon: '{lat}' }, ['1', '105', '21', ''])).toEqual({ lat: 21, lon: 105 });
  });

  it('converts metres of a stated projection, in either order and in one cell', () => {
    const hcmc = { lat: 10.775511444, lon: 106.702766245 };
    const options = { lat: '{lat}', lon: '{lon}', projection: 'VN-2000 48' };
    expect(read(options, ['1', '1191786.74', '685985.74', ''])).toEqual(hcmc);
    expect(read(options, ['1', '685.985,74', '1.191.786,74', ''])).toEqual(hcmc);
    expect(read(options, ['1', 685985.74, 1191786.74, ''])).toEqual(hcmc);
    const one = { latlng: '{spot}', projection: 'VN-2000 48' };
    expect(read(one, ['1', '', '', 'X=1191786,74; Y=685985,74'])).toEqual(hcmc);
    expect(read(one, ['1', '', '', '10.77, 106.70'])).toEqual({ lat: 10.77, lon: 106.7 });
    expect(read({ latlng: '{spot}' }, ['1', '', '', '48N 686013 1191704'])).toMatchObject({
      lat: 10.775780606,
    });
    // Metres of the zone 49, or of another country.
    expect(read(options, ['1', '2600000', '150000', ''])).toHaveProperty('fault');
    expect(positionSource({ projection: 'Atlantis' }, table)).toHaveProperty('faults.0.option', 'projection');
  });

  it('takes the only column of an input without a header', () => {
    const list = { columns: ['column_1'], hasPosition: false };
    expect(read({}, ['21.03, 105.85'], list)).toEqual({ lat: 21.03, lon: 105.85 });
    expect(inEnglish(positionSource({}, { columns: ['id'], hasPosition: false }))).toMatchObject({
      faults: [{ message: expect.stringContaining('state input.header: false') as string }],
    });
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
    expect(inEnglish(positionSource({ lat: '{lat}' }, table))).toEqual({
      faults: [{ option: 'lat', message: expect.any(String) as string }],
    });
    expect(positionSource({ lat: '{nope}', lon: '{lon}' }, table)).toHaveProperty('faults.0.option', 'lat');
  });

  it.each([
    ['geom', '0101000020E61000009BC937DBDCAC5A40CBB91457958D2540'],
    ['WKT', 'SRID=4326;POINT Z (106.70098 10.77653 12.5)'],
    ['geometry', '{"type":"Point","coordinates":[106.70098,10.77653]}'],
    ['Map link', 'https://maps.google.com/?q=10.77653%2C106.70098'],
  ])('reads the column %s of databases and maps by its name', (name, cell) => {
    const source = positionSource({}, { columns: ['id', name], hasPosition: false });
    if ('faults' in source) throw new Error();
    const read = source.read({ cells: ['1', cell], position: null });
    expect(read).toHaveProperty('lat', expect.closeTo(10.77653, 5));
    expect(read).toHaveProperty('lon', expect.closeTo(106.70098, 5));
  });

  it('tells an empty row from a wrong one', () => {
    expect(read({}, ['1', '', ' ', ''])).toBe('empty');
    expect(read({}, ['1', null, undefined, ''])).toBe('empty');
    expect(read({}, ['1', '21', '', ''])).toHaveProperty('fault');
    expect(read({ latlng: '{spot}' }, ['1', '', '', '21.03'])).toHaveProperty('fault');
  });

  describe('over the output of an earlier run', () => {
    const columns = [
      'id',
      'geocode_status',
      'geocode_lat',
      'geocode_lon',
      'home_status',
      'home_lat',
      'home_lon',
    ];
    const nearby = ['nearby_status', 'nearby_lat', 'nearby_lon', 'nearby_distance_meters'];

    it('takes the position of its last stage, whatever it is called, and says so', () => {
      const source = positionSource({}, { columns: [...columns, ...nearby], hasPosition: false });
      if ('faults' in source) throw new Error(JSON.stringify(source.faults));
      expect(source.read({ cells: ['1', 'ok', '9', '9', 'ok', '21', '105'], position: null })).toEqual({
        lat: 21,
        lon: 105,
      });
      expect(inEnglish(source.finding)).toContain('"home_lat" and "home_lon", which an earlier run wrote');
    });

    it('prefers columns called lat and lon', () => {
      expect(
        inEnglish(positionSource({}, { columns: ['lat', 'lon', ...columns], hasPosition: false })),
      ).toMatchObject({
        finding: 'positions are read from "lat" and "lon"',
      });
    });

    it('takes no places around a row, and no columns of a stranger, for its position', () => {
      for (const names of [nearby, ['depot_lat', 'depot_lon', 'geocode_status']])
        expect(positionSource({}, { columns: names, hasPosition: false })).toHaveProperty('faults');
    });
  });
});
