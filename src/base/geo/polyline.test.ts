import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePolyline, encodePolyline } from './polyline.ts';

// The example of the format's own page.
const PUBLISHED = '_p~iF~ps|U_ulLnnqC_mqNvxq`@';
const PUBLISHED_POSITIONS = [
  { lat: 38.5, lon: -120.2 },
  { lat: 40.7, lon: -120.95 },
  { lat: 43.252, lon: -126.453 },
];

const precisions = [5, 6] as const;

describe('polyline', () => {
  it('reads and writes the published example', () => {
    expect(encodePolyline(PUBLISHED_POSITIONS, 5)).toBe(PUBLISHED);
    expect(decodePolyline(PUBLISHED, 5)).toEqual(PUBLISHED_POSITIONS);
    expect(encodePolyline([{ lat: -179.9832104 / 2, lon: -179.9832104 }], 5)).toMatch(/`~oia@$/);
  });

  it.each(precisions)('keeps every position of the grid at precision %d', (precision) => {
    const factor = 10 ** precision;
    const onGrid = (max: number) =>
      fc.integer({ min: -max * factor, max: max * factor }).map((units) => units / factor);
    const positions = fc.array(fc.record({ lat: onGrid(90), lon: onGrid(180) }), { maxLength: 20 });
    fc.assert(
      fc.property(positions, (line) => {
        expect(decodePolyline(encodePolyline(line, precision), precision)).toEqual(line);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it.each(precisions)('crosses the whole earth in one step at precision %d', (precision) => {
    const line = [
      { lat: -90, lon: -180 },
      { lat: 90, lon: 180 },
      { lat: 0, lon: 0 },
    ];
    expect(decodePolyline(encodePolyline(line, precision), precision)).toEqual(line);
  });

  it('rounds halves away from zero and gathers no error along a line', () => {
    expect(decodePolyline(encodePolyline([{ lat: 0.000005, lon: -0.000005 }], 5), 5)).toEqual([
      { lat: 0.00001, lon: -0.00001 },
    ]);
    const line = Array.from({ length: 1_000 }, (_, i) => ({
      lat: 20 + i * 0.0000149,
      lon: 105 - i * 0.0000149,
    }));
    const last = decodePolyline(encodePolyline(line, 5), 5).at(-1);
    expect(Math.abs((last?.lat ?? NaN) - 20.0148851)).toBeLessThan(0.0000051);
    expect(Math.abs((last?.lon ?? NaN) - 104.9851149)).toBeLessThan(0.0000051);
  });

  it('takes the empty line as no positions', () => {
    expect(encodePolyline([], 5)).toBe('');
    expect(decodePolyline('', 6)).toEqual([]);
  });

  it.each([
    ['a line cut inside a position', '_p~iF', 'end of the line at offset 5'],
    ['a line cut inside a number', '_p~iF~ps|', 'end of the line at offset 9'],
    ['a blank', '_p~iF ~ps|U', 'character " " at offset 5'],
    ['a letter of Vietnamese', '_p~iFđ', 'character "đ" at offset 5'],
    ['an endless number', '~'.repeat(1_000), 'longer than 30 bits before offset 6'],
    [
      'a line of precision 6',
      encodePolyline([{ lat: 20.990396, lon: 105.868825 }], 6),
      'is its precision 5?',
    ],
  ])('refuses %s', (_name, text, message) => {
    expect(() => decodePolyline(text, 5)).toThrow(RangeError);
    expect(() => decodePolyline(text, 5)).toThrow(message);
  });

  it('refuses to write a point off the earth', () => {
    expect(() => encodePolyline([{ lat: 105.868825, lon: 20.990396 }], 5)).toThrow(
      /not a position on the earth/,
    );
  });

  it('answers garbage with positions or a RangeError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), fc.constantFrom(...precisions), (text, precision) => {
        try {
          decodePolyline(text, precision);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { seed: 1, numRuns: 2_000 },
    );
  });
});
