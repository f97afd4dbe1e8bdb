import { geojsonToWkb, type ColumnSource } from 'hyparquet-writer';
import { crossesEdge } from '../../../src/base/geo/edge-crossing.ts';
import {
  OUTLINE_UNITS,
  ringPoints,
  type Outlines,
  type OutlineUnit,
} from '../../../src/base/geo/outlines.ts';
import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';

type Ring = [lon: number, lat: number][];

/** Metadata by which readers know the geometry. Source: GeoParquet 1.1. */
export const OUTLINE_METADATA = {
  key: 'geo',
  value: JSON.stringify({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: { encoding: 'WKB', geometry_types: ['MultiPolygon'], orientation: 'counterclockwise' },
    },
  }),
};

/** Returns the table of the outlines of provinces and wards in force. Shape: units share the points of common borders, provinces with provinces and wards with wards. */
export function outlineColumns(admin: AdminDataset, provinces: Outlines, wards: Outlines): ColumnSource[] {
  const rows = [...rowsOf('province', admin.provinces, provinces), ...rowsOf('ward', admin.wards, wards)].map(
    (row) => ({
      ...row,
      provinceCode: 'province' in row.unit ? admin.provinces[row.unit.province]!.code : row.unit.code,
    }),
  );
  return [
    { name: 'level', type: 'STRING', data: rows.map(({ level }) => level) },
    { name: 'code', type: 'STRING', data: rows.map(({ unit }) => unit.code) },
    { name: 'full_name', type: 'STRING', data: rows.map(({ unit }) => unit.fullName) },
    { name: 'province_code', type: 'STRING', data: rows.map(({ provinceCode }) => provinceCode) },
    { name: 'lat', type: 'DOUBLE', data: rows.map(({ unit }) => unit.position.lat) },
    { name: 'lon', type: 'DOUBLE', data: rows.map(({ unit }) => unit.position.lon) },
    { name: 'area_km2', type: 'DOUBLE', data: rows.map(({ unit }) => unit.areaKm2) },
    { name: 'geometry', type: 'BYTE_ARRAY', data: rows.map(({ geometry }) => geometry) },
  ];
}

function rowsOf<Unit extends { code: string }>(level: string, units: readonly Unit[], outlines: Outlines) {
  const byCode = new Map(outlines.units.map((outline) => [outline.code, outline]));
  return units.map((unit) => {
    const outline = byCode.get(unit.code);
    if (outline === undefined)
      throw new Error(`no outline of ${level} ${unit.code}: pack them anew with tools/outlines/main.ts`);
    return { level, unit, geometry: geojsonToWkb(multiPolygonOf(outline, outlines)) };
  });
}

/** Returns the rings of a unit as polygons: each hole with the smallest ring around it. Source: RFC 7946 for directions. */
function multiPolygonOf({ rings }: OutlineUnit, { arcs }: Outlines) {
  const all = rings.map((ring) => {
    const points = ringPoints(ring, arcs);
    const closed: Ring = [];
    for (let at = 0; at <= points.length; at += 2) {
      const from = at % points.length;
      closed.push([points[from + 1]! / OUTLINE_UNITS, points[from]! / OUTLINE_UNITS]);
    }
    return { ring: closed, area: signedArea(closed), inside: 0 };
  });
  for (const one of all)
    one.inside = all.filter((other) => other !== one && contains(other.ring, one.ring[0]!)).length;
  const outers = all.filter(({ inside }) => inside % 2 === 0);
  const polygons = outers.map((outer) => {
    const holes = all.filter(
      ({ inside, ring }) => inside === outer.inside + 1 && contains(outer.ring, ring[0]!),
    );
    return [directed(outer, 1), ...holes.map((hole) => directed(hole, -1))];
  });
  return { type: 'MultiPolygon' as const, coordinates: polygons };
}

function directed({ ring, area }: { ring: Ring; area: number }, sign: 1 | -1): Ring {
  return Math.sign(area) === sign ? ring : ring.toReversed();
}

/** Returns twice the area of a ring in square degrees, negative if it is clockwise. */
function signedArea(ring: Ring): number {
  return ring.slice(1).reduce((sum, [x, y], at) => {
    const [fromX, fromY] = ring[at]!;
    return sum + fromX * y - x * fromY;
  }, 0);
}

function contains(ring: Ring, [x, y]: Ring[number]): boolean {
  let isInside = false;
  for (let at = 1; at < ring.length; at += 1) {
    const [ax, ay] = ring[at - 1]!;
    const [bx, by] = ring[at]!;
    if (crossesEdge(ax, ay, bx, by, x, y)) isInside = !isInside;
  }
  return isInside;
}
