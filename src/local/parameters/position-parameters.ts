import { GeomillError } from '../../errors/geomill-error.ts';
import { isPosition, type Position } from '../../geo/position.ts';

/** Parses a `<lat>,<lng>` parameter, whose syntax the contract has checked. Errors: INVALID_REQUEST if it is out of range. */
export function readLatLng(parameter: string, text: string): Position {
  const [lat, lon] = text.split(',').map(Number);
  const position = { lat, lon };
  if (isPosition(position)) return position;
  throw new GeomillError('INVALID_REQUEST', `${parameter}: ${text} is no latitude and longitude`);
}

/**
 * Reads a position from two parameters; undefined if both are left out.
 *
 * Errors: INVALID_REQUEST if only one is given.
 */
export function readPair(
  name: string,
  lat: number | undefined,
  lon: number | undefined,
): Position | undefined {
  if (lat !== undefined && lon !== undefined) return { lat, lon };
  if (lat === undefined && lon === undefined) return undefined;
  const missing = lat === undefined ? 'lat' : 'lon';
  throw new GeomillError(
    'INVALID_REQUEST',
    `${name}.${missing} is missing: give latitude and longitude, or neither`,
  );
}
