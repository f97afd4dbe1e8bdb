import { describe, expect, it } from 'vitest';
import { readPoint, readPosition, SEXAGESIMAL, SWAPPED } from './read-position.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

describe('readPosition', () => {
  it.each([
    ['21.03', '105.85'],
    ['-0', '-180'],
    ['007.50', '000'],
    ['90.000001', '10'],
    ['105.85', '21.03'],
    ['1000', '2000'],
    ['.5', '5.'],
    ['1e1', '+2'],
  ])('reads %s and %s as it does with blanks, which plain numbers do not have', (lat, lon) => {
    const read = readPosition(lat, lon);
    const withBlanks = readPosition(` ${lat}`, `${lon} `);
    expect('fault' in withBlanks ? 'fault' : withBlanks).toEqual('fault' in read ? 'fault' : read);
  });

  it.each([
    ['0', '0', { lat: 0, lon: 0 }],
    [0, 0, { lat: 0, lon: 0 }],
    ['90', '180', { lat: 90, lon: 180 }],
    ['-90', '-180', { lat: -90, lon: -180 }],
    ['21,0278', '105,8342', { lat: 21.0278, lon: 105.8342 }],
    [' +21.5 ', '1.05e2', { lat: 21.5, lon: 105 }],
    ['21.5°', '105.25 °', { lat: 21.5, lon: 105.25 }],
    ['21.5N', 'E 105,25', { lat: 21.5, lon: 105.25 }],
    ['33.9° S', '18.4° W', { lat: -33.9, lon: -18.4 }],
  ])('reads %j %j', (lat, lon, expected) => {
    expect(readPosition(lat, lon)).toEqual(expected);
  });

  it.each([
    ['20°59\'25"N', '105°52\'07.8"E'],
    ['20° 59′ 25″ N', '105° 52′ 7,8″ E'],
    ['N20°59\'25"', 'E105°52\'07.8"'],
    ['20 59 25 N', '105 52 7.8 E'],
    ['20 59 25', '105 52 7.8'],
    ['20:59:25', '105:52:07.8'],
    ['20º59´25´´', "105˚52'7.8''E"],
    ['20d59m25', '105d52m7.8'],
    ['20°59’25”B', '105°52’7.8”Đ'],
    ["20°59.4166667'N", "105°52.13'E"],
    ['205925N', '1055207.8E'],
  ])('reads degrees, minutes and seconds: %s %s', (lat, lon) => {
    const read = readPosition(lat, lon);
    if ('fault' in read) throw new Error(read.fault.code);
    expect(read.lat).toBeCloseTo(20.9902778, 6);
    expect(read.lon).toBeCloseTo(105.8688333, 6);
    expect(read.note).toBe(SEXAGESIMAL);
  });

  it.each([
    ['105.85', '21.03'],
    ['105,85', '21,03'],
    ['105.85E', '21.03N'],
    ['105°51\'0"E', '21°01\'48"N'],
  ])('reads a swapped pair the other way round, with a note: %s %s', (lat, lon) => {
    const read = readPosition(lat, lon);
    if ('fault' in read) throw new Error(read.fault.code);
    expect(read.lat).toBeCloseTo(21.03, 9);
    expect(read.lon).toBeCloseTo(105.85, 9);
    expect(read.note).toBe(SWAPPED);
  });

  it.each([
    ['150.2', '-33.8', 'latitude 150.2 is outside -90 to 90; swapped?'],
    ['91', '200', 'latitude 91'],
    ['0', '-180.5', 'longitude -180.5'],
    ['NaN', '0', '"NaN" is not a number'],
    ['Infinity', '0', 'not a number'],
    ['21.0.3', '0', 'not a number'],
    ['N21S', '0', 'not a number'],
    ['21N', '105N', 'are both a latitude'],
    ['20°75\'10"', '0', 'not a number'],
    ['20°59.5\'10"', '0', 'not a number'],
    [Number.NaN, 0, 'not a number'],
    [true, 0, 'not a number'],
    [
      '2321456.12',
      '586123.4',
      '2321456.12 and 586123.4 are metres of a projected system (VN-2000 or UTM), not degrees',
    ],
    ['586123', '2321456', 'projected system'],
    ['2.321.456,12', '586.123,40', 'thousands separators. If it is metres of a projected system'],
    ['20990396', '105868825', '20990396 is no degree: its decimal point was lost'],
  ])('says what is wrong with %j %j', (lat, lon, message) => {
    expect(inEnglish(readPosition(lat, lon))).toEqual({ fault: expect.stringContaining(message) as string });
  });
});

describe('degrees, minutes and seconds', () => {
  const place = { lat: 10.7765277778, lon: 106.7009722222, note: SEXAGESIMAL };

  it.each([
    ['104635.5N', '1064203.5E'],
    ['1064203.5E', '104635.5N'],
    ['104635.5', '1064203.5'],
    ['10°46\'35.5" vĩ Bắc', '106°42\'03.5" kinh Đông'],
    ['vĩ độ Bắc 10°46\'35.5"', 'kinh độ Đông 106°42\'03.5"'],
  ])('are read without signs and with words: %s, %s', (lat, lon) => {
    const read = readPosition(lat, lon);
    expect(read).toMatchObject({ lat: place.lat, lon: place.lon });
    if (!lat.endsWith('E')) expect(read).toEqual(place);
  });

  it('are no metres of VN-2000, and those are no degrees', () => {
    for (const [lat, lon] of [
      ['1190371.2N', '586123.4E'],
      ['2321456.12', '586123.4'],
      ['104635', '1064203'],
      ['210142.6', '1057115.1'],
    ] as const)
      expect(readPosition(lat, lon)).toHaveProperty('fault');
    expect(readPoint('10°46\'35.5" vĩ Bắc, 106°42\'03.5" kinh Đông')).toEqual(place);
  });
});

describe('readPoint', () => {
  it.each([
    '20.99,105.86',
    '20.99 105.86',
    '20.99; 105.86',
    '20,99;105,86',
    '20,99, 105,86',
    '20,99,105,86',
    '20,99 105,86',
    '105.86, 20.99',
    'POINT(105.86 20.99)',
    'SRID=4326;POINT (105.86 20.99)',
    'POINT Z (105.86 20.99 12.5)',
    'POINT ZM(105.86 20.99 1 2)',
    '0101000000D7A3703D0A775A403D0AD7A370FD3440',
    '0101000020E6100000D7A3703D0A775A403D0AD7A370FD3440',
    '{"type":"Point","coordinates":[105.86,20.99]}',
    '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[105.86,20.99,3]}}',
    'https://maps.google.com/?q=20.99,105.86',
    '205924N 1055136E',
    '20.99N 105.86E',
    'N20.99, E105.86',
    '20°59\'24"N 105°51\'36"E',
    '20°59\'24"N, 105°51\'36"E',
    'N20 59 24 E105 51 36',
  ])('reads %s', (text) => {
    const read = readPoint(text);
    if ('fault' in read) throw new Error(read.fault.code);
    expect(read.lat).toBeCloseTo(20.99, 9);
    expect(read.lon).toBeCloseTo(105.86, 9);
  });

  it('reads a full Plus Code', () => {
    const read = readPoint('7P28QPG4+4V');
    if ('fault' in read) throw new Error(read.fault.code);
    expect(read.lat).toBeCloseTo(10.7753125, 6);
    expect(read.lon).toBeCloseTo(106.7071875, 6);
  });

  it.each([
    '',
    '21.03',
    'Hà Nội',
    '1,2,3',
    '21.03,',
    '{"type":"Point"',
    '{"type":"Polygon","coordinates":["Point"]}',
    '010100002042100000D7A3703D0A775A403D0AD7A370FD3440',
    '63H6+G3C',
  ])('refuses "%s"', (text) => {
    expect(readPoint(text)).toHaveProperty('fault');
  });
});
