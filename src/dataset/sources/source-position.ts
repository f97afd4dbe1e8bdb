import { isPosition, type Position } from '../../base/geo/position.ts';
import type { FieldReader } from './fields.ts';
import { pointOfGeometry } from './geometry.ts';

const DEGREES = /^[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][-+]?\d+)?$/;

/**
 * Returns the position of a row: from two columns, from one with `lat,lon`, or from a GeoJSON geometry.
 *
 * Shape: a text is the reason why there is none.
 */
export function readPosition(
  fields: FieldReader<'lat' | 'lon' | 'point'>,
  values: readonly string[],
  geometry: unknown,
): Position | string {
  let lat = fields.read(values, 'lat');
  let lon = fields.read(values, 'lon');
  if (lat === '' && lon === '') {
    const point = fields.read(values, 'point').split(/\s*[,;]\s*|\s+/);
    if (point.length === 2) [lat, lon] = point as [string, string];
    else return pointOfGeometry(geometry) ?? 'no position';
  }
  if (lat === '' || lon === '') return 'half a position';
  const [latDegrees, lonDegrees] = [degrees(lat), degrees(lon)];
  if (Number.isNaN(latDegrees) || Number.isNaN(lonDegrees)) return 'position is not two decimal numbers';
  const position = { lat: latDegrees, lon: lonDegrees };
  if (isPosition(position)) return position;
  return isPosition({ lat: lonDegrees, lon: latDegrees })
    ? 'position out of range: latitude and longitude look swapped'
    : 'position out of range';
}

/** Parses degrees, also with a decimal comma, as spreadsheets in Vietnam write them. */
function degrees(text: string): number {
  return DEGREES.test(text) ? Number(text.replace(',', '.')) : NaN;
}
