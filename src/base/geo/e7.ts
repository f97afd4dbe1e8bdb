import { UNITS_PER_DEGREE } from './sphere.ts';

/** Converts degrees to the integers in which datasets store positions. Units: 1e-7 degrees, about a centimetre. */
export function toE7(degrees: number): number {
  return Math.round(degrees * UNITS_PER_DEGREE);
}

/** Converts the integers in which datasets store positions to degrees. */
export function toDegrees(units: number): number {
  return units / UNITS_PER_DEGREE;
}
