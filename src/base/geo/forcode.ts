import { isAdminCode, provinceByAdminCode } from './admin-codes.ts';
import { decodeBody, encodeBody } from './forcode-codec.ts';
import type { ForcodeVersion } from './forcode-codec.ts';
import { cellAt, cellCenter, cellResolution } from './h3.ts';
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
