import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { distanceMeters } from '../../../src/base/geo/distance.ts';
import type { RightPlace } from '../rows/row.ts';

/** A ward in force as the boundaries name it, with a circle that contains it. */
export interface WardCircle extends RightPlace {
  code: string;
  fullName: string;
  provinceCode: string;
  provinceName: string;
}

/** The code of Ba Chẽ by law, and the one of the boundaries. */
const CODES_BY_LAW: Readonly<Record<string, string>> = { '06978': '06970' };

interface Boundary {
  geometry: { coordinates: unknown };
  properties: { code: string; full_name: string; province_code?: string };
}

/**
 * Reads the wards in force with the circle around the middle of their box that contains them.
 *
 * Shape: files of one GeoJSON feature a line, gzip.
 * Source: vietnamese-provinces-database (MIT).
 */
export function readWardCircles(wardsFile: string, provincesFile: string): Map<string, WardCircle> {
  const provinces = new Map(
    readLines(provincesFile).map(({ properties: { code, full_name: name } }) => [code, name]),
  );
  return new Map(
    readLines(wardsFile).map(({ geometry, properties }) => {
      const { code: own, full_name: fullName, province_code: provinceCode = '' } = properties;
      const code = CODES_BY_LAW[own] ?? own;
      const provinceName = provinces.get(provinceCode) ?? '';
      return [code, { code, fullName, provinceCode, provinceName, ...circleOf(geometry.coordinates) }];
    }),
  );
}

function readLines(file: string): Boundary[] {
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Boundary);
}

function circleOf(coordinates: unknown): RightPlace {
  const points = pointsOf(coordinates);
  const middle = (values: readonly number[]): number =>
    (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  const position = { lat: middle(points.map(([, lat]) => lat)), lon: middle(points.map(([lon]) => lon)) };
  const distances = points.map(([lon, lat]) => distanceMeters(position, { lat, lon }));
  return { position, toleranceMeters: Math.ceil(distances.reduce((a, b) => Math.max(a, b))) };
}

/** Returns the positions of nested rings, longitude first. */
function pointsOf(coordinates: unknown): [lon: number, lat: number][] {
  if (!Array.isArray(coordinates)) return [];
  if (typeof coordinates[0] === 'number') return [coordinates as [number, number]];
  return coordinates.flatMap(pointsOf);
}
