import { describe, expect, it } from 'vitest';
import { PROVINCES } from './admin-codes.ts';
import { decodeForcode, encodeForcode, splitForcode, decodeBody, encodeBody } from './forcode.ts';
import { cellAt, cellCenter, cellResolution } from './h3.ts';
import { cellToChildren, getRes0Cells } from 'h3-js';

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

const HANOI_CELL = { lat: 20.990396, lon: 105.868825 };

/** Writes version 2 from its description, bit by bit. */
function encodeBodyVersion2(cell: string): string {
  const bits = BigInt(`0x${cell}`).toString(2).padStart(64, '0');
  const digits = bits.slice(19, 19 + 3 * cellResolution(cell));
  return BigInt(`0b1${bits.slice(12, 19)}${bits.slice(8, 12)}${digits}`)
    .toString(36)
    .toUpperCase();
}

/** The other dropping rule: every trailing ff byte goes. */
function encodeBodyStripped(cell: string): string {
  let hex = cell;
  while (hex.endsWith('ff')) hex = hex.slice(0, -2);
  return BigInt(`0x${hex}`).toString(36).toUpperCase();
}

describe('version 1', () => {
  it('writes the published bodies', () => {
    expect(encodeBody('8d415cb4520b53f')).toBe('4TZUZBPKRN0F');
    expect(encodeBody('8b415cb4520bfff')).toBe('O4DT45BQNZ');
  });

  it('reads the published bodies', () => {
    expect(decodeBody('4TZUZBPKRN0F', 1)).toBe('8d415cb4520b53f');
    expect(decodeBody('O4DT45BQNZ', 1)).toBe('8b415cb4520bfff');
  });

  it('drops floor(3 * (15 - resolution) / 8) bytes', () => {
    const lengths = Array.from(
      { length: 16 },
      (_, r) => Number.parseInt(encodeBody(cellAt(HANOI_CELL, r)), 36).toString(16).length,
    );
    expect(lengths).toEqual([5, 5, 7, 7, 7, 9, 9, 9, 11, 11, 13, 13, 13, 15, 15, 15]);
  });

  it('reads both dropping rules, which differ only where bits in use complete a byte of ones', () => {
    const differing = new Set<number>();
    let cells = getRes0Cells();
    for (let resolution = 0; resolution <= 15; resolution++) {
      for (const cell of cells) {
        const [dropped, stripped] = [encodeBody(cell), encodeBodyStripped(cell)];
        expect([decodeBody(dropped, 1), decodeBody(stripped, 1)]).toEqual([cell, cell]);
        if (dropped !== stripped) differing.add(resolution);
      }
      if (resolution < 15) cells = cells.slice(0, 20).flatMap((cell) => cellToChildren(cell, resolution + 1));
    }
    // At resolution 0 it is the base cell that ends in 111; the nearest to Vietnam is far from it.
    expect([...differing].sort((a, b) => a - b)).toEqual([0, 2, 5, 10, 13]);
  });

  it.each([
    ['one byte too few dropped', '8b415cb4520bfff'],
    ['half a byte dropped', '8b415cb4520bf'.slice(0, -1)],
    ['a bare base cell', '80'],
    ['too many bytes dropped', '8b415cb4520bfff'.slice(0, 9)],
    ['sixteen digits', '8b415cb4520bfff0'],
    ['mode 2', '10b415cb4520bfff'],
    ['a reserved bit', '9b415cb4520bf'],
    ['base cell 122', '80f5f'],
    ['the deleted direction of a pentagon', '81087'],
  ])('refuses %s', (_name, hex) => {
    expect(decodeBody(BigInt(`0x${hex}`).toString(36).toUpperCase(), 1)).toBeUndefined();
  });
});

describe('version 2', () => {
  it('reads the body seen, 0x506d72d1482d4', () => {
    expect(Number(0x506d72d1482d4).toString(36).toUpperCase()).toBe('DXJEB2UBBO');
    expect(decodeBody('DXJEB2UBBO', 2)).toBe('8d415cb4520b53f');
  });

  it('reads every resolution', () => {
    for (let resolution = 0; resolution <= 15; resolution++) {
      const cell = cellAt(HANOI_CELL, resolution);
      expect(decodeBody(encodeBodyVersion2(cell), 2)).toBe(cell);
    }
  });

  it('reads every base cell', () => {
    for (const cell of getRes0Cells()) expect(decodeBody(encodeBodyVersion2(cell), 2)).toBe(cell);
  });

  it.each([
    ['a resolution that promises more digits', '1 0100000 0010 001'],
    ['a resolution that promises fewer digits', '1 0100000 0001 001010'],
    ['a resolution that promises fewer digits, the rest of them 7', '1 0100000 0001 001111'],
    ['a digit 7', '1 0100000 0010 001111'],
    ['base cell 122', '1 1111010 0001 001'],
    ['the deleted direction of a pentagon', '1 0000100 0001 001'],
  ])('refuses %s', (_name, bits) => {
    const body = BigInt(`0b${bits.replaceAll(' ', '')}`)
      .toString(36)
      .toUpperCase();
    expect(decodeBody(body, 2)).toBeUndefined();
  });
});

describe('both versions', () => {
  it.each([
    ['nothing', ''],
    ['a leading zero', '0O4DT45BQNZ'],
    ['lower case', 'o4dt45bqnz'],
    ['a blank', 'O4DT45BQNZ '],
    ['a newline at the end', 'O4DT45BQNZ\n'],
    ['a sign', '-O4DT45BQN'],
    ['a point', 'O4DT45.QNZ'],
    ['full-width digits', 'Ｏ４ＤＴ４５'],
    ['the greatest of twelve characters', 'ZZZZZZZZZZZZ'],
    ['thirteen characters', '4TZUZBPKRN0F0'],
    ['200 characters', 'O'.repeat(200)],
  ])('refuse %s', (_name, body) => {
    expect([decodeBody(body, 1), decodeBody(body, 2)]).toEqual([undefined, undefined]);
  });
});
