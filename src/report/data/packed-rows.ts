import { decodeVarints, encodeVarints, fromDeltas, toDeltas } from '../../base/geo/varints.ts';
import type { ReportPosition } from './report-facts.ts';

/** The ids of the elements of the page that contain its data. */
export const ELEMENTS = {
  facts: 'facts',
  rows: 'row-data',
  positions: 'positions',
  texts: 'texts',
  tours: 'tours',
  details: 'details',
  provinces: 'provinces',
  wards: 'wards',
  tiles: 'tiles',
  pictures: 'pictures',
  compared: 'compared',
} as const;

/** Rows of a block of texts. Shape: a block is JSON, a list of texts for each column, deflated. */
export const ROWS_IN_TEXT_BLOCK = 8192;

/** The texts of a block, a list for each column. */
export type TextColumns = readonly (readonly string[])[];

/**
 * The rows of a report without their texts, a column each.
 *
 * Shape: `number` is the place of the row in the results, from 1; `status`, `level`, `verdict`, `use`, `reason`, `area` are numbers of their lists (all but the status from 1, 0 is none);
 * `confidence` in thousandths; `position` is the number of the row's position, from 1, 0 is none.
 */
export interface PackedRows {
  number: Float64Array;
  status: Uint8Array;
  level: Uint8Array;
  verdict: Uint8Array;
  use: Uint8Array;
  confidence: Uint16Array;
  reason: Uint16Array;
  area: Uint16Array;
  position: Uint32Array;
}

/** Returns columns for a number of rows. */
export function emptyRows(count: number): PackedRows {
  return {
    number: new Float64Array(count),
    status: new Uint8Array(count),
    level: new Uint8Array(count),
    verdict: new Uint8Array(count),
    use: new Uint8Array(count),
    confidence: new Uint16Array(count),
    reason: new Uint16Array(count),
    area: new Uint16Array(count),
    position: new Uint32Array(count),
  };
}

const BYTE_COLUMNS = ['status', 'level', 'verdict', 'use'] as const;
const NUMBER_PLANES = [
  ['confidence', 2],
  ['reason', 2],
  ['area', 2],
  ['position', 3],
] as const;

/** Writes rows as bytes, one plane for each byte of a column: bytes that are alike are together, and compress well. */
export function encodeRows(rows: PackedRows): Uint8Array {
  const count = rows.number.length;
  const planes: Uint8Array[] = BYTE_COLUMNS.map((column) => rows[column]);
  for (const [column, width] of NUMBER_PLANES) {
    const values = rows[column];
    for (let byte = 0; byte < width; byte += 1) {
      const plane = new Uint8Array(count);
      for (let row = 0; row < count; row += 1) plane[row] = (values[row] as number) >>> (8 * byte);
      planes.push(plane);
    }
  }
  const numbers = encodeVarints(toDeltas(rows.number));
  const bytes = new Uint8Array(planes.length * count + numbers.length);
  planes.forEach((plane, at) => bytes.set(plane, at * count));
  bytes.set(numbers, planes.length * count);
  return bytes;
}

/** Reads rows that {@link encodeRows} wrote. */
export function decodeRows(bytes: Uint8Array, count: number): PackedRows {
  const rows = emptyRows(count);
  BYTE_COLUMNS.forEach((column, at) => rows[column].set(bytes.subarray(at * count, (at + 1) * count)));
  let offset = BYTE_COLUMNS.length * count;
  for (const [column, width] of NUMBER_PLANES) {
    const values = rows[column];
    for (let byte = 0; byte < width; byte += 1, offset += count)
      for (let row = 0; row < count; row += 1)
        values[row] = (values[row] as number) | ((bytes[offset + row] as number) << (8 * byte));
  }
  rows.number = fromDeltas(decodeVarints(bytes, count, offset));
  return rows;
}

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

/** Positions that can be read again and again; an array is one of it. */
export interface Positions extends Iterable<ReportPosition> {
  readonly length: number;
}

/** Returns the positions of keys, which are decoded as they are read: 200,000 of them take 14 MB. */
export function positionsOfKeys(keys: Float64Array): Positions {
  return {
    length: keys.length,
    *[Symbol.iterator]() {
      for (const key of keys) yield positionOfKey(key);
    },
  };
}

/** Returns the position of a key. */
export function positionOfKey(key: number): ReportPosition {
  const rest = Math.floor(key / BAND);
  const y = Math.floor(rest / LON_RANGE) * BAND + (key % BAND);
  return { lat: y / UNITS - 90, lon: (rest % LON_RANGE) / UNITS - 180 };
}
