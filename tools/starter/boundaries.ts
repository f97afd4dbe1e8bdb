import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { errnoOf, GeomillError } from '../../src/base/errors/geomill-error.ts';

/** Holds a closed ring as `lon, lat, lon, lat ...` in degrees; the last point repeats the first. */
export type Ring = Float64Array;

/** Holds a polygon: its outer ring, then its holes. */
export type Polygon = Ring[];

/** Describes a unit of the boundary files: what it is called there, and its polygons. */
export interface Boundary {
  code: string;
  name: string;
  provinceCode: string;
  polygons: Polygon[];
}

interface BoundaryFeature {
  properties: { code: string; name: string; province_code: string };
  geometry:
    | { type: 'Polygon'; coordinates: [number, number][][] }
    | { type: 'MultiPolygon'; coordinates: [number, number][][][] };
}

/**
 * Reads a boundary file: a GeoJSON feature a line, gzipped or not.
 *
 * Shape: ascending by code.
 * Errors: INPUT_MISSING when it cannot be read, INPUT_BAD with the line that is no boundary.
 */
export async function readBoundaries(file: string): Promise<Boundary[]> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    const message = `Cannot read the boundaries ${file} (${errnoOf(cause) ?? 'unknown error'}). Name a file of GeoJSON features, one a line.`;
    throw new GeomillError('INPUT_MISSING', message, { cause });
  }
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const lines = (isGzip ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
  return lines
    .flatMap((line, index) => (line.trim() === '' ? [] : [readBoundary(line, `${file}:${index + 1}`)]))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/**
 * Returns the boundary of each unit: by code, or where the two sources number it differently, by name within its province.
 *
 * Errors: INPUT_BAD for a unit without a boundary.
 */
export function matchBoundaries(
  units: readonly { code: string; name: string; provinceCode: string }[],
  boundaries: readonly Boundary[],
  file: string,
): Boundary[] {
  const byCode = new Map(boundaries.map((boundary) => [boundary.code, boundary]));
  const byName = new Map(
    boundaries.map((boundary) => [`${boundary.provinceCode} ${boundary.name}`, boundary]),
  );
  return units.map((unit) => {
    const boundary = byCode.get(unit.code) ?? byName.get(`${unit.provinceCode} ${unit.name}`);
    if (boundary?.provinceCode !== unit.provinceCode) {
      const message = `${file} has no boundary of ${unit.code} ${unit.name} in province ${unit.provinceCode}. Use boundaries of the same edition as the names.`;
      throw new GeomillError('INPUT_BAD', message);
    }
    return boundary;
  });
}

function readBoundary(line: string, where: string): Boundary {
  try {
    const { properties, geometry } = JSON.parse(line) as BoundaryFeature;
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    return {
      code: String(properties.code),
      name: properties.name.normalize('NFC').trim(),
      provinceCode: String(properties.province_code),
      polygons: polygons.map((rings) => rings.map((ring) => Float64Array.from(ring.flat()))),
    };
  } catch (cause) {
    const message = `${where} is no boundary: expected a Polygon or MultiPolygon feature with code, name and province_code.`;
    throw new GeomillError('INPUT_BAD', message, { cause });
  }
}
