import { cellArea, cellToLatLng, isValidCell, latLngToCell } from 'h3-js';
import { isPosition } from './position.ts';
import type { Position } from './position.ts';

const CELL = /^8[0-9a-f]{14}$/;

/**
 * Returns the H3 cell of a resolution that contains a position.
 *
 * Shape: 15 lower-case hex digits.
 * Errors: RangeError for a position or resolution out of range (h3-js accepts a latitude of 91 without an error).
 * Cost: 1 microsecond, nearly all of it in h3-js.
 */
export function cellAt(position: Position, resolution: number): string {
  const { lat, lon } = position;
  if (!isPosition(position)) throw new RangeError(`not a position on the earth: lat ${lat}, lon ${lon}`);
  if (!isResolution(resolution))
    throw new RangeError(`resolution must be a whole number from 0 to 15, not ${String(resolution)}`);
  return latLngToCell(lat, lon, resolution);
}

/** Returns the centre of a cell. */
export function cellCenter(cell: string): Position {
  const [lat, lon] = cellToLatLng(cell);
  return { lat, lon };
}

/** Returns the area of a cell. Units: km². */
export function cellAreaKm2(cell: string): number {
  return cellArea(cell, 'km2');
}

/** Reports whether a text is a valid H3 cell as `cellAt` writes it (not an edge, a vertex or upper case). */
export function isCell(text: string): boolean {
  return CELL.test(text) && isValidCell(text);
}

/** Reports whether a value is an H3 resolution, a whole number from 0 to 15. */
export function isResolution(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 15;
}

/** Returns the resolution of a cell, 0 to 15. */
export function cellResolution(cell: string): number {
  // The second of the 15 hex digits; a call of h3-js costs ten times as much.
  return Number.parseInt(cell.charAt(1), 16);
}

/**
 * Splits a cell into the two halves that `baseCellOf` and `digitAt` take.
 *
 * Shape: two unsigned 32-bit integers.
 * Cost: 0.1 microseconds; reading a digit afterwards is a shift and a mask.
 */
export function splitCell(cell: string): { high: number; low: number } {
  return { high: Number.parseInt(cell.slice(0, -8), 16), low: Number.parseInt(cell.slice(-8), 16) };
}

/** Returns the base cell, 0 to 121, from the high half of a cell. */
export function baseCellOf(high: number): number {
  return (high >>> 13) & 0x7f;
}

/** Returns the digit of a resolution, 0 to 6, from the halves of a cell; 7 beyond the resolution of the cell. */
export function digitAt(high: number, low: number, resolution: number): number {
  // Resolution r occupies the 3 bits at 3 * (15 - r) of the index; those of resolution 5 are in both halves.
  if (resolution > 5) return (low >>> (3 * (15 - resolution))) & 7;
  if (resolution < 5) return (high >>> (3 * (15 - resolution) - 32)) & 7;
  return ((high & 1) << 2) | (low >>> 30);
}
