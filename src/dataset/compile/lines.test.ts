import { describe, expect, it } from 'vitest';
import { cutLine } from './cut-streets.ts';
import { joinLines } from './build-streets.ts';
import { measureLines, measurePoints, type Points } from './measure-street.ts';

// Units of 1e-7 degrees: 9,000 are 100 m.
const HUNDRED_METERS = 9000;

function cut(
  lat: number[],
  lon: number[],
  zoneAt: (lat: number, lon: number) => number,
): [number, number[], number[]][] {
  const parts: [number, number[], number[]][] = [];
  cutLine(Int32Array.from(lat), Int32Array.from(lon), zoneAt, (zone, ys, xs) => parts.push([zone, ys, xs]));
  return parts;
}

/** Zones as stripes of a kilometre from west to east. */
const stripe = (_: number, lon: number): number => Math.floor(lon / (10 * HUNDRED_METERS));

describe('cutLine', () => {
  it('leaves a line in one zone as it is', () => {
    expect(cut([0, 5, 9], [0, 7, 100], stripe)).toEqual([[0, [0, 5, 9], [0, 7, 100]]]);
  });

  it('cuts where the zone changes, to 3 m, wherever the points are', () => {
    const border = 10 * HUNDRED_METERS;
    const parts = cut([0, 1000], [0, 2.5 * border], stripe);
    expect(parts.map(([zone]) => zone)).toEqual([0, 1, 2]);
    parts.slice(0, -1).forEach(([, ys, xs], index) => {
      expect(Math.abs((xs.at(-1) as number) - (index + 1) * border)).toBeLessThanOrEqual(270);
      // The next part begins where this one ends.
      expect([parts[index + 1]?.[1][0], parts[index + 1]?.[2][0]]).toEqual([ys.at(-1), xs.at(-1)]);
    });
    expect(parts.at(-1)?.[2].at(-1)).toBe(2.5 * border);
  });

  it('leaves out zones that a line only touches', () => {
    const touched = (_: number, lon: number): number => (lon > 50_000 && lon < 51_000 ? 1 : 0);
    const parts = cut([0, 0, 0], [0, 50_500, 100_000], touched);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.[0]).toBe(0);
    expect(parts[0]?.[2].at(-1)).toBe(100_000);
  });

  it('takes a line without length', () => {
    expect(cut([3, 3], [4, 4], stripe)).toEqual([[0, [3, 3], [4, 4]]]);
  });
});

describe('joinLines', () => {
  const line = (...points: [number, number][]): Points => ({
    lat: points.map(([lat]) => lat),
    lon: points.map(([, lon]) => lon),
  });

  it('joins lines end to end, turned around where needed', () => {
    const joined = joinLines([line([1, 0], [2, 0]), line([1, 0], [0, 0]), line([3, 0], [2, 0])]);
    expect(joined).toEqual([line([0, 0], [1, 0], [2, 0], [3, 0])]);
  });

  it('leaves branches apart, and closes rings', () => {
    const branches = [line([0, 0], [1, 0]), line([1, 0], [2, 0]), line([1, 0], [1, 1])];
    expect(joinLines(branches)).toEqual(branches);
    const [ring, ...rest] = joinLines([line([0, 0], [1, 0]), line([1, 0], [1, 1]), line([1, 1], [0, 0])]);
    expect(rest).toEqual([]);
    expect([ring?.lat.length, ring?.lat[0], ring?.lon[0]]).toEqual([4, ring?.lat[3], ring?.lon[3]]);
  });

  it('keeps every segment, once', () => {
    const lines = Array.from({ length: 40 }, (_, i) =>
      line([i % 7, i % 5], [(i * 3) % 7, (i * 2) % 5], [i % 4, i % 3]),
    );
    const segments = (all: readonly Points[]): string[] =>
      all
        .flatMap(({ lat, lon }) =>
          Array.from({ length: lat.length - 1 }, (_, i) =>
            [`${lat[i]} ${lon[i]}`, `${lat[i + 1]} ${lon[i + 1]}`].sort().join(),
          ),
        )
        .sort();
    expect(segments(joinLines(lines))).toEqual(segments(lines));
  });
});

describe('measures', () => {
  it('finds the middle of lines on the line, and how far they reach', () => {
    const measured = measureLines([{ lat: [0, 0], lon: [0, 2 * HUNDRED_METERS] }]);
    expect(measured).toMatchObject({ lat: 0, lon: HUNDRED_METERS, radiusMeters: 100 });
    expect(Math.round(measured.lengthMeters)).toBe(200);
    // The centre of gravity of a right angle is no point of it.
    const angle = measureLines([{ lat: [0, 0, 20_000], lon: [0, 20_000, 20_000] }]);
    expect(angle.lat === 0 || angle.lon === 20_000).toBe(true);
  });

  it('measures a line of one point', () => {
    expect(measureLines([{ lat: [5, 5], lon: [7, 7] }])).toMatchObject({ lat: 5, lon: 7, radiusMeters: 0 });
  });

  it('takes the house that is nearest to the middle of houses', () => {
    expect(measurePoints({ lat: [0, 9000, 20_000], lon: [0, 0, 0] })).toMatchObject({ lat: 9000, lon: 0 });
  });
});
