import { isAdminCode, provinceByAdminCode } from './admin-codes.ts';
import { decodeBody, encodeBody } from './forcode-codec.ts';
import type { ForcodeVersion } from './forcode-codec.ts';
import { cellAt, cellCenter, cellResolution } from './h3.ts';
import type { Position } from './position.ts';

/** Answers the official two-digit code of the province that contains a position, if one does. */
export type ProvinceOf = (position: Position) => string | undefined;

/** Holds the two parts of a forcode. */
export interface ForcodeParts {
  /** As written: `HN`, in version 2 with the letters of the ward, `HNVT`. */
  adminCode: string;
  /** H3 index, 15 hex digits. */
  cell: string;
  version: ForcodeVersion;
}

/** Holds what a forcode says. */
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
 * Writes the forcode, version 1, of the cell that contains a position.
 *
 * Errors: RangeError for a position or resolution out of range, or a code that is not one of the 34.
 * Cost: 1.5 microseconds, 1.1 of them in h3-js.
 */
export function encodeForcode(position: Position, resolution: number, adminCode: string): string {
  if (!isAdminCode(adminCode)) throw new RangeError(`no admin code of a province: "${adminCode}"`);
  return adminCode + encodeBody(cellAt(position, resolution));
}

/**
 * Splits a forcode into admin code and cell, or answers nothing when no split gives a valid cell.
 *
 * Guarantee: exact: capitals and digits only, no blanks around. A code carries no checksum, so every further
 * spelling would turn more ordinary words into places.
 * Guarantee: of several splits, one whose province contains the cell's centre wins; then version 1 before 2;
 * then the longest admin code. By chance one code of version 1 in 250 also reads as 2, one of version 2 in 700
 * as 1: give `provinceOf` where it matters.
 */
export function splitForcode(code: string, provinceOf?: ProvinceOf): ForcodeParts | undefined {
  if (!FORCODE.test(code)) return undefined;
  const splits = splitsOf(code);
  if (splits.length < 2 || provinceOf === undefined) return splits[0]?.parts;
  const home = splits.find(({ parts, provinceCode }) => provinceOf(cellCenter(parts.cell)) === provinceCode);
  return (home ?? splits[0])?.parts;
}

/**
 * Reads a forcode, or answers nothing for what the service calls `INVALID_FORCODES`.
 *
 * Guarantee: never throws, whatever the text; see `splitForcode` for what `provinceOf` decides.
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

// In the order of preference; the ward letters of version 2 may make one code of two provinces (DN+GA, DNG+A).
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
