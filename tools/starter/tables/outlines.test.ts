import { geojsonToWkb } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import type { OutlineArc } from '../../../src/base/geo/outlines.ts';
import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';
import { outlineColumns } from './outlines.ts';

/** A square with its corner and its side in 0.00001 degrees, counter-clockwise. */
const square = (at: number, side: number): OutlineArc => ({
  isOuter: true,
  points: [at, at, at, at + side, at + side, at + side, at + side, at, at, at],
});

/** The ring of it. Units: degrees, longitude first. */
const ring = (at: number, side: number) =>
  [
    [at, at] as const,
    [at + side, at] as const,
    [at + side, at + side] as const,
    [at, at + side] as const,
    [at, at] as const,
  ].map(([lon, lat]) => [lon / 1e5, lat / 1e5]);

it('a hole is in the polygon around it, and an island in the hole is a polygon of its own', () => {
  const unit = { code: '01', fullName: 'Tỉnh Thử', position: { lat: 0.5, lon: 0.5 }, areaKm2: 1 };
  const admin = { provinces: [unit], wards: [] } as unknown as AdminDataset;
  // The arc of the hole is walked in the direction of its neighbour, that of the whole backwards.
  const outlines = {
    ...{ day: '', districts: [], arcs: [square(0, 100), square(20, 60), square(40, 20)] },
    units: [{ code: '01', name: '', parent: '', lat: 0, lon: 0, rings: [[2], [-1], [3]] }],
  };
  const columns = outlineColumns(admin, outlines, { ...outlines, units: [] });
  const coordinates = [[ring(0, 100), ring(20, 60).toReversed()], [ring(40, 20)]];
  expect(columns.find(({ name }) => name === 'geometry')?.data).toEqual([
    geojsonToWkb({ type: 'MultiPolygon', coordinates }),
  ]);
  expect(() => outlineColumns(admin, { ...outlines, units: [] }, outlines)).toThrow(
    'no outline of province 01',
  );
});
