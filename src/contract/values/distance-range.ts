import { GeomillError } from '../../base/errors/geomill-error.ts';

const RANGE = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/;

/** Parses the parameter `place_distance`, `<min>-<max>`. Units: metres. Errors: INVALID_REQUEST. */
export function parseDistanceRange(text: string): { minMeters: number; maxMeters: number } {
  const match = RANGE.exec(text);
  const [minMeters, maxMeters] = [Number(match?.[1] ?? NaN), Number(match?.[2] ?? NaN)];
  if (minMeters <= maxMeters) return { minMeters, maxMeters };
  const message = `place_distance: ${JSON.stringify(text.slice(0, 60))} is no range. Give <min>-<max> in metres: 3-15`;
  throw new GeomillError('INVALID_REQUEST', message);
}
