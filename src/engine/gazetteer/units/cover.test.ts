import { describe, expect, it } from 'vitest';
import { distanceMeters } from '../../../base/geo/distance.ts';
import { BASE_CELL_COUNT, cellEdgeMeters } from '../../../base/geo/h3-tree.ts';
import { baseCellOf, cellAt, cellCenter, digitAt, splitCell } from '../../../base/geo/h3.ts';
import { findWard, findWardsNear } from './cover.ts';
import { decodeCover, encodeCover, NO_WARD, SPLIT } from './cover-codec.ts';

const HANOI = { lat: 21.0285, lon: 105.8542 };

/** Makes a cover in which single cells are wards, and all else is none. */
function coverOf(cells: readonly string[], finestResolution: number) {
  const preorder: number[] = [];
  const paths = cells.map((cell) => {
    const { high, low } = splitCell(cell);
    return [
      baseCellOf(high),
      ...Array.from({ length: finestResolution }, (_, i) => digitAt(high, low, i + 1)),
    ];
  });
  const add = (depth: number, inside: { path: number[]; ward: number }[]): void => {
    const whole = inside.find(({ path }) => path[depth + 1] === undefined || path[depth + 1] === 7);
    if (whole || inside.length === 0) {
      preorder.push(whole?.ward ?? NO_WARD);
      return;
    }
    preorder.push(SPLIT);
    for (let digit = 0; digit < 7; digit++)
      add(
        depth + 1,
        inside.filter(({ path }) => path[depth + 1] === digit),
      );
  };
  for (let number = 0; number < BASE_CELL_COUNT; number++) {
    add(
      0,
      paths.map((path, ward) => ({ path, ward })).filter(({ path }) => path[0] === number),
    );
  }
  return decodeCover(encodeCover(Int32Array.from(preorder), finestResolution), cells.length);
}

describe('findWard', () => {
  const fine = cellAt(HANOI, 9);
  const coarse = cellAt({ lat: 10.78, lon: 106.7 }, 5);
  const cover = coverOf([fine, coarse], 9);

  it('finds the ward of a cell of any resolution, and none elsewhere', () => {
    expect(findWard(cover, HANOI)).toBe(0);
    expect(findWard(cover, cellCenter(fine))).toBe(0);
    expect(findWard(cover, cellCenter(coarse))).toBe(1);
    expect(findWard(cover, { lat: HANOI.lat + 0.02, lon: HANOI.lon })).toBe(NO_WARD);
  });

  it.each([
    [0, 0],
    [90, 0],
    [-90, 180],
    [0, -180],
  ])('answers none at %d/%d', (lat, lon) => {
    expect(findWard(cover, { lat, lon })).toBe(NO_WARD);
  });

  it('refuses what is no position', () => {
    expect(() => findWard(cover, { lat: 91, lon: 0 })).toThrow(RangeError);
    expect(() => findWard(cover, { lat: Number.NaN, lon: 0 })).toThrow(RangeError);
  });
});

describe('findWardsNear', () => {
  const east = { lat: HANOI.lat, lon: HANOI.lon + 0.05 };
  const cover = coverOf([cellAt(HANOI, 9), cellAt(east, 9)], 9);

  it('lists the ward around at 0 and others at the distance of their cells, nearest first', () => {
    const near = findWardsNear(cover, HANOI, 10_000);
    expect(near.map(({ ward }) => ward)).toEqual([0, 1]);
    expect(near[0]?.distanceMeters).toBe(0);
    const toCenter = distanceMeters(HANOI, cellCenter(cellAt(east, 9)));
    expect(Math.abs((near[1]?.distanceMeters ?? 0) - toCenter)).toBeLessThan(cellEdgeMeters(9));
  });

  it('leaves out what is farther, and answers nothing far from everything', () => {
    expect(findWardsNear(cover, HANOI, 1000).map(({ ward }) => ward)).toEqual([0]);
    expect(findWardsNear(cover, { lat: -40, lon: -100 }, 100_000)).toEqual([]);
  });

  it('finds a ward from outside', () => {
    const outside = { lat: HANOI.lat - 0.02, lon: HANOI.lon };
    const near = findWardsNear(cover, outside, 3000);
    expect(near.map(({ ward }) => ward)).toEqual([0]);
    expect(near[0]?.distanceMeters).toBeGreaterThan(1500);
    expect(near[0]?.distanceMeters).toBeLessThan(2400);
  });
});
