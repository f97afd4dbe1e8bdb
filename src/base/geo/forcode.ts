import { isAdminCode, provinceByAdminCode } from './admin-codes.ts';
import { cellAt, cellCenter, cellResolution, isCell } from './h3.ts';
import type { Position } from './position.ts';

/** Returns the official two-digit code of the province that contains a position; undefined outside all provinces. */
export type ProvinceOf = (position: Position) => string | undefined;

/** The parts of a forcode. */
export interface ForcodeParts {
  /** As in the code: `HN`, in version 2 with the letters of the ward, `HNVT`. */
  adminCode: string;
  /** H3 index, 15 hex digits. */
  cell: string;
  version: ForcodeVersion;
}

/** A decoded forcode. */
export interface DecodedForcode {
  /** Centre of the cell. */
  position: Position;
  /** H3 resolution, 0 to 15. */
  resolution: number;
  adminCode: string;
  cell: string;
}

// Two to seven letters of admin code (the ward adds at most four), three to twelve characters of body.
const FORCODE = /^[A-Z]{2}[0-9A-Z]{4,17}$/;
const LETTERS = /^[A-Z]+$/;

/**
 * Encodes the cell that contains a position as a forcode, version 1.
 *
 * Errors: RangeError for a position or resolution out of range, or a code that is not one of the 34.
 * Cost: 1.5 microseconds, 1.1 of them in h3-js.
 */
export function encodeForcode(position: Position, resolution: number, adminCode: string): string {
  if (!isAdminCode(adminCode)) throw new RangeError(`not an admin code of a province: "${adminCode}"`);
  return adminCode + encodeBody(cellAt(position, resolution));
}

/**
 * Splits a forcode into admin code and cell; undefined if no split gives a valid cell.
 *
 * Guarantee: accepts capitals and digits only, without blanks. A code has no checksum: each additional spelling would make more ordinary
 * words valid codes.
 * Guarantee: of several splits, one whose province contains the centre of the cell is preferred; then version 1 over 2; then the longest
 * admin code. By chance one code of version 1 in 250 is also valid in version 2, and one of version 2 in 700 in version 1: pass `provinceOf`
 * if that matters.
 */
export function splitForcode(code: string, provinceOf?: ProvinceOf): ForcodeParts | undefined {
  if (!FORCODE.test(code)) return undefined;
  const splits = splitsOf(code);
  if (splits.length < 2 || provinceOf === undefined) return splits[0]?.parts;
  const home = splits.find(({ parts, provinceCode }) => provinceOf(cellCenter(parts.cell)) === provinceCode);
  return (home ?? splits[0])?.parts;
}

/**
 * Decodes a forcode; undefined for a text that the service reports as `INVALID_FORCODES`.
 *
 * Guarantee: never throws; see `splitForcode` for `provinceOf`.
 */
export function decodeForcode(code: string, provinceOf?: ProvinceOf): DecodedForcode | undefined {
  const parts = splitForcode(code, provinceOf);
  if (parts === undefined) return undefined;
  const { adminCode, cell } = parts;
  return { position: cellCenter(cell), resolution: cellResolution(cell), adminCode, cell };
}

interface Split {
  parts: ForcodeParts;
  provinceCode: string;
}

// In the order of preference; with the ward letters of version 2 a code can fit two provinces (DN+GA, DNG+A).
function splitsOf(code: string): Split[] {
  const splits: Split[] = [];
  for (const version of [1, 2] as const) {
    for (const wardLetters of version === 1 ? [0] : [4, 3, 2, 1]) {
      for (const prefixLength of [3, 2]) {
        const province = provinceByAdminCode(code.slice(0, prefixLength));
        const adminCode = code.slice(0, prefixLength + wardLetters);
        if (province === undefined || !LETTERS.test(adminCode)) continue;
        const cell = decodeBody(code.slice(adminCode.length), version);
        if (cell === undefined) continue;
        splits.push({ parts: { adminCode, cell, version }, provinceCode: province.provinceCode });
      }
    }
  }
  return splits;
}

/**
 * The version of a forcode: 1, the documented one, or 2, in use since April 2026.
 *
 * Source: both were derived from published codes; the interface document describes neither encoding.
 */
type ForcodeVersion = 1 | 2;

const BODY = /^[1-9A-Z][0-9A-Z]{2,11}$/;
const CELL_HEX_DIGITS = 15;
const DIGIT_BITS = 45;

/**
 * Encodes a cell as the body of a forcode, version 1.
 *
 * Shape: 4 to 12 characters of `0-9A-Z`: the hex digits without the bytes that have unused digits only, in base 36.
 * Cost: 0.3 microseconds. Two 32-bit halves and a table would save half of that, 10 % of encoding a position.
 */
export function encodeBody(cell: string): string {
  return BigInt(`0x${cell.slice(0, keptHexDigits(cellResolution(cell)))}`)
    .toString(36)
    .toUpperCase();
}

/**
 * Decodes the body of a forcode; undefined if the body is not the exact encoding of a cell.
 *
 * Shape: version 1 as `encodeBody` writes it, or without any trailing `ff` byte (both occur in published
 * codes); version 2 is base 36 of the bits `1 | base cell (7) | resolution (4) | 3 for each digit in use`.
 */
export function decodeBody(body: string, version: ForcodeVersion): string | undefined {
  if (!BODY.test(body)) return undefined;
  const value = parseBase36(body);
  const cell = version === 1 ? cellOfVersion1(value) : cellOfVersion2(value);
  return cell !== undefined && isCell(cell) ? cell : undefined;
}

function cellOfVersion1(value: bigint): string | undefined {
  const hex = value.toString(16);
  const cell = hex.padEnd(CELL_HEX_DIGITS, 'f');
  const resolution = Number.parseInt(cell.charAt(1), 16);
  let bare = cell;
  while (bare.endsWith('ff')) bare = bare.slice(0, -2);
  const isCanonical = hex.length === keptHexDigits(resolution) || hex === bare;
  return isCanonical ? cell : undefined;
}

function cellOfVersion2(value: bigint): string | undefined {
  const bits = value.toString(2);
  const baseCell = bits.slice(1, 8);
  const resolution = bits.slice(8, 12);
  const digits = bits.slice(12);
  if (bits.length !== 12 + 3 * Number.parseInt(resolution, 2)) return undefined;
  // An H3 index: mode 1 and three reserved bits, resolution, base cell, 15 digits of which unused ones are 7.
  return BigInt(`0b1000${resolution}${baseCell}${digits.padEnd(DIGIT_BITS, '1')}`).toString(16);
}

// Only bytes that have unused digits only are removed, so that no digit in use is cut.
function keptHexDigits(resolution: number): number {
  return CELL_HEX_DIGITS - 2 * Math.floor((3 * (15 - resolution)) / 8);
}

// Six characters at a time, because parseInt is exact up to 2^53 only.
function parseBase36(text: string): bigint {
  const high = text.slice(0, -6);
  const low = BigInt(Number.parseInt(text.slice(-6), 36));
  return high === '' ? low : BigInt(Number.parseInt(high, 36)) * BigInt(36 ** 6) + low;
}
