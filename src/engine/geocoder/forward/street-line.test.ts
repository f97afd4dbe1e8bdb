import { describe, expect, it } from 'vitest';
import { distanceMeters } from '../../../base/geo/distance.ts';
import { toDegrees, toE7 } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { metersBetween, placeBetween } from './street-line.ts';

/** Makes the part of the tables that holds one street with one line. */
function tablesOf(line: [lat: number, lon: number][]): PlaceTables {
  return {
    streetPartStart: Uint32Array.from([0, line.length === 0 ? 0 : 1]),
    partPointStart: Uint32Array.from([0, line.length]),
    pointLat: Int32Array.from(line, ([lat]) => toE7(lat)),
    pointLon: Int32Array.from(line, ([, lon]) => toE7(lon)),
  } as PlaceTables;
}

const units = (lat: number, lon: number): { lat: number; lon: number } => ({
  lat: toE7(lat),
  lon: toE7(lon),
});

describe('placeBetween', () => {
  it('goes around the corner with the street', () => {
    const tables = tablesOf([
      [21, 105],
      [21.001, 105],
      [21.001, 105.00107],
    ]);
    const out = { lat: 0, lon: 0 };
    placeBetween(tables, 0, units(21, 105), units(21.001, 105.00107), 0.5, out);
    expect(
      distanceMeters({ lat: toDegrees(out.lat), lon: toDegrees(out.lon) }, { lat: 21.001, lon: 105 }),
    ).toBeLessThan(2);
  });

  it('stays on the side of the street', () => {
    const tables = tablesOf([
      [21, 105],
      [21.002, 105],
    ]);
    const out = { lat: 0, lon: 0 };
    placeBetween(tables, 0, units(21.0005, 105.0001), units(21.0015, 105.0001), 0.25, out);
    expect(toDegrees(out.lat)).toBeCloseTo(21.00075, 6);
    expect(toDegrees(out.lon)).toBeCloseTo(105.0001, 6);
  });

  it('goes straight where no line is known, or far from the houses', () => {
    const out = { lat: 0, lon: 0 };
    for (const line of [
      [],
      [
        [22, 105],
        [22.01, 105],
      ],
    ] as [number, number][][]) {
      placeBetween(tablesOf(line), 0, units(21, 105), units(21.002, 105.002), 0.5, out);
      expect([toDegrees(out.lat), toDegrees(out.lon)]).toEqual([21.001, 105.001]);
    }
  });
});

describe('metersBetween', () => {
  it('agrees with the distance on the sphere', () => {
    const [a, b] = [
      { lat: 10.77, lon: 106.69 },
      { lat: 10.9, lon: 106.5 },
    ];
    const measured = metersBetween(toE7(a.lat), toE7(a.lon), toE7(b.lat), toE7(b.lon));
    expect(Math.abs(measured / distanceMeters(a, b) - 1)).toBeLessThan(0.001);
  });
});
