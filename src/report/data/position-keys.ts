import type { ReportPosition } from './report-facts.ts';

// A key is (band of latitude, longitude, latitude within the band): neighbours along a band have near keys, and 51 bits fit into a number.
const UNITS = 1e5;
const BAND = 2048;
const LON_RANGE = 2 ** 26;

/** Returns the sort key of a position, rounded to 0.00001 degrees. */
export function positionKey({ lat, lon }: ReportPosition): number {
  const y = Math.round((lat + 90) * UNITS);
  const x = Math.round((lon + 180) * UNITS);
  return (Math.floor(y / BAND) * LON_RANGE + x) * BAND + (y % BAND);
}

/** Returns the position of a key. */
export function positionOfKey(key: number): ReportPosition {
  const rest = Math.floor(key / BAND);
  const y = Math.floor(rest / LON_RANGE) * BAND + (key % BAND);
  return { lat: y / UNITS - 90, lon: (rest % LON_RANGE) / UNITS - 180 };
}
