import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROVINCES } from '../../src/base/geo/admin-codes.ts';
import { decodeForcode, encodeForcode, splitForcode } from '../../src/base/geo/forcode.ts';
import { cellAt, cellCenter, isCell } from '../../src/base/geo/h3.ts';

const SEED = 20_260_401;
const POINTS_PER_RESOLUTION = 4_000;
const VIETNAM = { minLat: 8.4, maxLat: 23.4, minLon: 102.1, maxLon: 109.5 };

const adminCodes = PROVINCES.map((province) => province.adminCode);

/** Mulberry32: enough randomness for points, the same on every machine. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Every body of version 1 that a cell may have: with the unused bytes dropped, or every trailing ff byte. */
function bodiesOf(cell: string): string[] {
  const unusedBytes = Math.floor((3 * (15 - Number.parseInt(cell.charAt(1), 16))) / 8);
  let stripped = cell;
  while (stripped.endsWith('ff')) stripped = stripped.slice(0, -2);
  return [cell.slice(0, 15 - 2 * unusedBytes), stripped].map((hex) =>
    BigInt(`0x${hex}`).toString(36).toUpperCase(),
  );
}

/** Demands of any text: no throw; and what is read is a cell, version 1 only as one of its exact spellings. */
function expectSoundReading(text: string): void {
  const parts = splitForcode(text);
  const decoded = decodeForcode(text);
  expect(decoded?.cell).toBe(parts?.cell);
  if (parts === undefined || decoded === undefined) return;
  expect(isCell(parts.cell)).toBe(true);
  expect(text.startsWith(parts.adminCode)).toBe(true);
  expect(decoded.position).toEqual(cellCenter(parts.cell));
  expect(cellAt(decoded.position, decoded.resolution)).toBe(parts.cell);
  if (parts.version === 1) expect(bodiesOf(parts.cell)).toContain(text.slice(parts.adminCode.length));
}

describe('forcodes', () => {
  it('come back whole: 16 resolutions, 4,000 random points of Vietnam each', () => {
    const random = createRandom(SEED);
    const failures: unknown[] = [];
    let roundTrips = 0;
    for (let resolution = 0; resolution <= 15; resolution++) {
      for (let i = 0; i < POINTS_PER_RESOLUTION; i++) {
        const lat = VIETNAM.minLat + random() * (VIETNAM.maxLat - VIETNAM.minLat);
        const lon = VIETNAM.minLon + random() * (VIETNAM.maxLon - VIETNAM.minLon);
        const adminCode = adminCodes[i % adminCodes.length] ?? '';
        const code = encodeForcode({ lat, lon }, resolution, adminCode);
        const decoded = decodeForcode(code);
        const isWhole =
          decoded?.cell === cellAt({ lat, lon }, resolution) &&
          decoded.adminCode === adminCode &&
          decoded.resolution === resolution &&
          encodeForcode(decoded.position, resolution, adminCode) === code;
        if (!isWhole) failures.push({ seed: SEED, lat, lon, code, decoded });
        roundTrips++;
      }
    }
    expect(failures).toEqual([]);
    expect(roundTrips).toBe(64_000);
  });

  const garbage: [string, fc.Arbitrary<string>][] = [
    ['any text', fc.string({ unit: 'binary', maxLength: 300 })],
    ['an admin code and any body', codeLike(4, 14)],
    ['an admin code and a long body', codeLike(15, 200)],
    ['a code with one character changed', changedCode()],
  ];

  it.each(garbage)('never throw and never hang on %s', (_name, texts) => {
    fc.assert(fc.property(texts, expectSoundReading), { seed: SEED, numRuns: 5_000 });
  });
});

function codeLike(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  return fc
    .tuple(fc.constantFrom(...adminCodes, 'QN'), fc.string({ unit: character, minLength, maxLength }))
    .map(([adminCode, body]) => adminCode + body);
}

function changedCode(): fc.Arbitrary<string> {
  return fc
    .record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      resolution: fc.integer({ min: 0, max: 15 }),
      adminCode: fc.constantFrom(...adminCodes),
      at: fc.nat({ max: 14 }),
      character: fc.string({ unit: 'binary', maxLength: 2 }),
    })
    .map(({ lat, lon, resolution, adminCode, at, character }) => {
      const code = encodeForcode({ lat, lon }, resolution, adminCode);
      return code.slice(0, at) + character + code.slice(at + 1);
    });
}
