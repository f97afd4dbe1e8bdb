/**
 * A point on the earth.
 *
 * Units: degrees, WGS84; `lat` -90 to 90, `lon` -180 to 180.
 */
export interface Position {
  lat: number;
  lon: number;
}

/** Reports whether a value is a position: two finite numbers in range (0/0 and ±180 are positions). */
export function isPosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null) return false;
  const { lat, lon } = value as Partial<Position>;
  return isLatitude(lat) && isLongitude(lon);
}

/** Reports whether a value is a latitude in degrees. */
export function isLatitude(value: unknown): value is number {
  return typeof value === 'number' && value >= -90 && value <= 90;
}

/** Reports whether a value is a longitude in degrees. */
export function isLongitude(value: unknown): value is number {
  return typeof value === 'number' && value >= -180 && value <= 180;
}

/** Writes a number without an exponent, as texts with coordinates need it. Guarantee: exact but for digits after the twelfth. */
export function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  let fixed = value.toFixed(12);
  while (fixed.endsWith('0')) fixed = fixed.slice(0, -1);
  return fixed.endsWith('.') ? fixed.slice(0, -1) : fixed;
}

/** The extent of Vietnam with its islands. Units: degrees WGS84. */
export const VIETNAM = { south: 6, west: 102, north: 24, east: 118 } as const;
