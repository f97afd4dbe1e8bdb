import { GeomillError } from '../../base/errors/geomill-error.ts';
import type { Position } from '../../base/geo/position.ts';

/** A parameter as it arrives: a repeated one is a list. */
export type RawValue = string | readonly string[] | undefined;

/** The parameters of a request as they arrive. */
export type RawQuery = Readonly<Record<string, RawValue>>;

/** The parameters that can be read from a query: those of the table of its call. */
type NameOf<Q> = keyof Q & string;

/** A box of positions. Units: degrees WGS84. */
export interface Box {
  minLat: number;
  maxLat: number;
  minLon: number;
  maxLon: number;
}

/** Builds the failure of a parameter. */
export function badParameter(message: string): GeomillError {
  return new GeomillError('INVALID_REQUEST', message);
}

/** Returns a parameter as text; undefined if it is absent or empty. Errors: INVALID_REQUEST if it is repeated. */
export function textOf<Q extends object>(query: Q, name: NameOf<Q>): string | undefined {
  const value = query[name] as RawValue;
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw badParameter(`The parameter '${name}' is given ${value.length} times: give it once.`);
}

/** Returns all values of a parameter that may be repeated. */
export function listOf<Q extends object>(query: Q, name: NameOf<Q>): readonly string[] {
  const value = query[name] as RawValue;
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Returns the values of a parameter separated by commas, without empty ones. */
export function commaList<Q extends object>(query: Q, name: NameOf<Q>): string[] {
  const items = textOf(query, name)?.split(',') ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== '');
}

/** Returns a parameter as a number. Errors: INVALID_REQUEST if it is no number, or outside of the range. */
export function numberOf<Q extends object>(
  query: Q,
  name: NameOf<Q>,
  { min = -Infinity, max = Infinity }: { min?: number; max?: number } = {},
): number | undefined {
  const text = textOf(query, name)?.trim();
  if (text === undefined) return undefined;
  const value = NUMBER.test(text) ? Number(text) : NaN;
  if (value >= min && value <= max) return value;
  const range = min === -Infinity && max === Infinity ? '' : ` from ${min} to ${max}`;
  throw badParameter(`The parameter '${name}' must be a number${range}, not '${text.slice(0, 40)}'.`);
}

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/i;

/** Returns a parameter as a whole number. Errors: as {@link numberOf}. */
export function integerOf<Q extends object>(
  query: Q,
  name: NameOf<Q>,
  range: { min?: number; max?: number } = {},
): number | undefined {
  const value = numberOf(query, name, range);
  if (value === undefined || Number.isInteger(value)) return value;
  throw badParameter(`The parameter '${name}' must be a whole number, not ${value}.`);
}

/** Returns a flag. Shape: `0`, `false`, `no` and `off` are false, any other text is true; the fallback if it is absent. */
export function flagOf<Q extends object>(query: Q, name: NameOf<Q>, fallback: boolean): boolean {
  const text = textOf(query, name);
  return text === undefined ? fallback : !/^(0|false|no|off)$/i.test(text);
}

/** Returns the position of the parameters `lat` and `lon`; undefined if both are absent. Errors: INVALID_REQUEST if one is absent or wrong. */
export function positionOf(query: {
  readonly lat?: RawValue;
  readonly lon?: RawValue;
}): Position | undefined {
  const lat = numberOf(query, 'lat', { min: -90, max: 90 });
  const lon = numberOf(query, 'lon', { min: -180, max: 180 });
  if (lat === undefined && lon === undefined) return undefined;
  if (lat !== undefined && lon !== undefined) return { lat, lon };
  throw badParameter(`The parameter '${lat === undefined ? 'lat' : 'lon'}' is missing: give lat and lon.`);
}

/** Returns the box between any two corners, `<lon>,<lat>,<lon>,<lat>`. Errors: INVALID_REQUEST if the text is no box. */
export function boxOf<Q extends object>(query: Q, name: NameOf<Q>): Box | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const [lon1 = NaN, lat1 = NaN, lon2 = NaN, lat2 = NaN, ...more] = text
    .split(',')
    .map((item) => (NUMBER.test(item.trim()) ? Number(item) : NaN));
  const isBox =
    more.length === 0 &&
    [lon1, lon2].every((lon) => Math.abs(lon) <= 180) &&
    [lat1, lat2].every((lat) => Math.abs(lat) <= 90);
  if (!isBox) {
    throw badParameter(
      `The parameter '${name}' must be the two corners of a box, lon,lat,lon,lat in degrees, not '${text.slice(0, 60)}'.`,
    );
  }
  return {
    minLat: Math.min(lat1, lat2),
    maxLat: Math.max(lat1, lat2),
    minLon: Math.min(lon1, lon2),
    maxLon: Math.max(lon1, lon2),
  };
}

/** Reports whether a position is in a box, its border included. */
export function isInBox({ lat, lon }: Position, box: Box): boolean {
  return lat >= box.minLat && lat <= box.maxLat && lon >= box.minLon && lon <= box.maxLon;
}
