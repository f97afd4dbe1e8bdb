import { describe, expect, it } from 'vitest';
import { interpolateHouses } from './read-ways.ts';
import { distancesAlong, middleOf, positionAt } from './shapes.ts';

const LINE = Float64Array.of(10, 106, 10, 106.001, 10, 106.003);
const house = (number: string, street?: string) => ({
  numbers: [number],
  units: { ward: 'Phường 1' },
  ...(street === undefined ? {} : { street }),
});
const numbers = (method: string, first: string, last: string) =>
  interpolateHouses({ id: 5, method, line: LINE, addresses: [house(first), undefined, house(last)] })?.map(
    ({ number }) => number,
  );

describe('interpolateHouses', () => {
  it('places the houses between two numbered points evenly along the line, bends and all', () => {
    const houses = interpolateHouses({
      id: 5,
      method: 'even',
      line: LINE,
      addresses: [house('2', 'Lê Lợi'), undefined, house('8')],
    });
    expect(houses?.map(({ key, number, street }) => [key, number, street])).toEqual([
      ['osm:way/5#4', '4', 'Lê Lợi'],
      ['osm:way/5#6', '6', 'Lê Lợi'],
    ]);
    expect(houses?.map(({ position }) => position.lon)).toEqual([
      expect.closeTo(106.001, 6),
      expect.closeTo(106.002, 6),
    ]);
    expect(
      houses?.every(({ isInterpolated, units }) => isInterpolated === true && units.ward === 'Phường 1'),
    ).toBe(true);
  });

  it('steps as the method says, up and down', () => {
    expect(numbers('odd', '9', '3')).toEqual(['7', '5']);
    expect(numbers('all', '3', '6')).toEqual(['4', '5']);
    expect(numbers('4', '1', '13')).toEqual(['5', '9']);
    expect(numbers('alphabetic', '12a', '12d')).toEqual(['12b', '12c']);
    expect(numbers('alphabetic', '12', '12C')).toEqual(['12A', '12B']);
    expect(numbers('even', '2', '4')).toEqual([]);
    expect(numbers('all', '5', '5')).toEqual([]);
  });

  it('goes through every numbered point', () => {
    const houses = interpolateHouses({
      id: 5,
      method: 'all',
      line: LINE,
      addresses: [house('1'), house('3'), house('5')],
      street: 'Trần Phú',
    });
    expect(houses?.map(({ number, street }) => [number, street])).toEqual([
      ['2', 'Trần Phú'],
      ['4', 'Trần Phú'],
    ]);
  });

  it('makes one house of a number that comes twice', () => {
    const houses = interpolateHouses({
      id: 5,
      method: 'even',
      line: LINE,
      addresses: [house('2'), house('8'), house('4')],
    });
    expect(houses?.map(({ number }) => number)).toEqual(['6']);
  });

  it('makes nothing of numbers that do not fit', () => {
    expect(numbers('even', '1', '9')).toBeUndefined();
    expect(numbers('odd', '1', '8')).toBeUndefined();
    expect(numbers('all', '1', '90000')).toBeUndefined();
    expect(numbers('all', '12/3', '12/9')).toBeUndefined();
    expect(numbers('perhaps', '1', '9')).toBeUndefined();
    expect(numbers('alphabetic', '12a', '14c')).toBeUndefined();
    expect(numbers('alphabetic', '12a', '12D')).toBeUndefined();
    expect(
      interpolateHouses({ id: 5, method: 'all', line: LINE, addresses: [house('1'), undefined, undefined] }),
    ).toBeUndefined();
  });
});

describe('line shapes', () => {
  it('measures along a line and finds what lies there', () => {
    const along = distancesAlong(LINE);
    expect(along[0]).toBe(0);
    expect((along[2] as number) / (along[1] as number)).toBeCloseTo(3, 6);
    expect(middleOf(LINE).lon).toBeCloseTo(106.0015, 9);
    expect(positionAt(LINE, along, along[2] as number).lon).toBeCloseTo(106.003, 9);
    expect(middleOf(Float64Array.of(1, 2))).toEqual({ lat: 1, lon: 2 });
    expect(middleOf(Float64Array.of(1, 2, 1, 2))).toEqual({ lat: 1, lon: 2 });
  });
});
