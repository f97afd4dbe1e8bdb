import { describe, expect, it } from 'vitest';
import { PROVINCES } from './admin-codes.ts';
import { decodeForcode, encodeForcode, splitForcode } from './forcode.ts';
import { cellAt, cellCenter } from './h3.ts';

const HANOI = { lat: 20.990396, lon: 105.868825 };
const EDGES = [
  { lat: 0, lon: 0 },
  { lat: 90, lon: 0 },
  { lat: -90, lon: 0 },
  { lat: 0, lon: 180 },
  { lat: 0, lon: -180 },
];

describe('encodeForcode', () => {
  it('writes the published codes', () => {
    expect(encodeForcode(HANOI, 13, 'HN')).toBe('HN4TZUZBPKRN0F');
    expect(encodeForcode({ lat: 20.99029428701167, lon: 105.86868969733383 }, 11, 'HN')).toBe('HNO4DT45BQNZ');
  });

  it.each(['QN', 'HNVT', 'hn', 'XX', ''])('refuses the admin code "%s"', (adminCode) => {
    expect(() => encodeForcode(HANOI, 13, adminCode)).toThrow(RangeError);
  });

  it('refuses a position or resolution out of range', () => {
    expect(() => encodeForcode({ lat: 105.868825, lon: 20.990396 }, 13, 'HN')).toThrow(RangeError);
    expect(() => encodeForcode(HANOI, 16, 'HN')).toThrow(RangeError);
    expect(() => encodeForcode({ lat: NaN, lon: 0 }, 13, 'HN')).toThrow(RangeError);
  });
});

describe('decodeForcode', () => {
  it('reads the published codes', () => {
    const decoded = decodeForcode('HNO4DT45BQNZ');
    expect(decoded).toMatchObject({ resolution: 11, adminCode: 'HN', cell: '8b415cb4520bfff' });
    expect(decoded?.position.lat).toBeCloseTo(20.99029428701167, 13);
    expect(decoded?.position.lon).toBeCloseTo(105.86868969733383, 13);
    expect(decodeForcode('HN4TZUZBPKRN0F')).toEqual({
      position: cellCenter('8d415cb4520b53f'),
      resolution: 13,
      adminCode: 'HN',
      cell: '8d415cb4520b53f',
    });
  });

  it('reads version 2 as the same point', () => {
    expect(decodeForcode('HNVTDXJEB2UBBO')).toEqual({
      ...decodeForcode('HN4TZUZBPKRN0F'),
      adminCode: 'HNVT',
    });
  });

  it('reads all 34 codes and QN, at every resolution', () => {
    const bodyStart = 'HN'.length;
    for (const adminCode of [...PROVINCES.map((province) => province.adminCode), 'QN']) {
      for (let resolution = 0; resolution <= 15; resolution++) {
        const code = adminCode + encodeForcode(HANOI, resolution, 'HN').slice(bodyStart);
        expect(decodeForcode(code)).toMatchObject({ adminCode, resolution, cell: cellAt(HANOI, resolution) });
      }
    }
  });

  it.each(EDGES)('reads back $lat/$lon at every resolution', (position) => {
    for (let resolution = 0; resolution <= 15; resolution++) {
      const cell = cellAt(position, resolution);
      expect(decodeForcode(encodeForcode(position, resolution, 'CM'))?.cell).toBe(cell);
    }
  });

  it.each([
    ['the illustration of the introduction', 'HN8HFHOIFD'],
    ['nothing', ''],
    ['a blank', ' '],
    ['an admin code alone', 'HN'],
    ['a body alone', '4TZUZBPKRN0F'],
    ['an unknown admin code', 'XX4TZUZBPKRN0F'],
    ['five letters of a ward', 'HNABCDEDXJEB2UBBO'],
    ['digits in a ward', 'HNV1DXJEB2UBBO'],
    ['version 2 without a ward', 'HNDXJEB2UBBO'],
    ['version 1 with a ward', 'HNVT4TZUZBPKRN0F'],
    ['lower case', 'hn4tzuzbpkrn0f'],
    ['a blank in front', ' HN4TZUZBPKRN0F'],
    ['a newline at the end', 'HN4TZUZBPKRN0F\n'],
    ['a dash', 'HN-4TZUZBPKRN0F'],
    ['a leading zero of the body', 'HN0O4DT45BQNZ'],
    ['a character more', 'HN4TZUZBPKRN0F0'],
    ['a character less', 'HN4TZUZBPKRN0'],
    ['200 characters', `HN${'4TZUZBPKRN0F'.repeat(17)}`.slice(0, 200)],
    ['a megabyte', 'H'.repeat(1 << 20)],
    ['diacritics', 'ĐN4TZUZBPKRN0F'],
    ['full-width letters', 'ＨＮ4TZUZBPKRN0F'],
    ['an emoji', 'HN4TZUZBPK🙂'],
    ['a NUL', 'HN4TZUZBPKRN0\u0000'],
    ['a name of the prototype', '__proto__'],
  ])('refuses %s', (_name, code) => {
    expect(decodeForcode(code)).toBeUndefined();
  });
});

describe('splitForcode', () => {
  // DN + GP5BGH6 (version 1, in Hanoi's neighbourhood) or, by chance, DN+GP / DNG+P + 5BGH6 (version 2, near Moscow).
  const ambiguous = 'DNGP5BGH6';
  const asVersion1 = { adminCode: 'DN', version: 1 };
  const asVersion2 = { adminCode: 'DNGP', cell: '8411a55ffffffff', version: 2 };

  it('tells DN from DNG by the body', () => {
    const position = { lat: 16.06, lon: 108.21 };
    for (let resolution = 0; resolution <= 15; resolution++) {
      for (const adminCode of ['DN', 'DNG', 'TN', 'TNH', 'QNG', 'QNH']) {
        const code = encodeForcode(position, resolution, adminCode);
        expect(splitForcode(code)).toEqual({ adminCode, cell: cellAt(position, resolution), version: 1 });
      }
    }
  });

  it('prefers version 1 when nobody knows the province, or no province fits', () => {
    expect(splitForcode(ambiguous)).toMatchObject(asVersion1);
    expect(splitForcode(ambiguous, () => undefined)).toMatchObject(asVersion1);
    expect(splitForcode(ambiguous, () => '01')).toMatchObject(asVersion1);
  });

  it('lets the province that contains the cell decide, whichever of its prefixes it is', () => {
    const nearMoscow = (provinceCode: string) => (position: { lat: number }) =>
      position.lat > 50 ? provinceCode : undefined;
    expect(splitForcode(ambiguous, nearMoscow('75'))).toEqual(asVersion2);
    expect(splitForcode(ambiguous, nearMoscow('48'))).toEqual(asVersion2);
    expect(splitForcode(ambiguous, nearMoscow('01'))).toMatchObject(asVersion1);
    expect(splitForcode(ambiguous, () => '75')).toMatchObject(asVersion1);
  });

  it('takes QN for Quảng Ninh when it asks for the province', () => {
    // QN + version 1 against QN+GP and QNG+P in version 2.
    const code = ambiguous.replace('DN', 'QN');
    expect(splitForcode(code, ({ lat }) => (lat < 30 ? '22' : '51'))).toMatchObject({ adminCode: 'QN' });
    expect(splitForcode(code, ({ lat }) => (lat < 30 ? '51' : '22'))).toMatchObject({ adminCode: 'QNGP' });
  });

  it('asks for no province when there is no choice', () => {
    const neverAsked = () => {
      throw new Error('asked');
    };
    expect(splitForcode('HN4TZUZBPKRN0F', neverAsked)?.adminCode).toBe('HN');
  });
});
