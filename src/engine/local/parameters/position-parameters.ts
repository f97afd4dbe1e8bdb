import type { Position } from '../../../base/geo/position.ts';

/** Reads a position from two parameters; undefined if both are left out. The contract has checked that not only one is given. */
export function readPair(lat: number | undefined, lon: number | undefined): Position | undefined {
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
}
