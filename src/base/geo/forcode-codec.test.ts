import { cellToChildren, getRes0Cells } from 'h3-js';
import { describe, expect, it } from 'vitest';
import { decodeBody, encodeBody } from './forcode-codec.ts';
import { cellAt, cellResolution } from './h3.ts';

const HANOI = { lat: 20.990396, lon: 105.868825 };

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
      (_, r) => Number.parseInt(encodeBody(cellAt(HANOI, r)), 36).toString(16).length,
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
      const cell = cellAt(HANOI, resolution);
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
