import { GeomillError } from '../../base/errors/geomill-error.ts';
import { toJsonText } from '../json-text.ts';
import { QUOTE } from '../lines.ts';
import { jsonValue, type ColumnType } from '../read-features.ts';
import type { OutputPolygons } from '../record.ts';
import { wkbPoint, wkbPolygons } from '../wkb.ts';
import type { DistinctCells } from './distinct-cells.ts';

/** What the values of a Parquet column are: those of a column of the results, or points or areas. */
export type ValueType = ColumnType | 'point' | 'polygons';

/**
 * The different values of a column as Parquet stores them.
 *
 * Shape: value `n` is the part of `bytes` between `ends[n - 1]`, or 0, and `ends[n]`; `least` and `greatest` are those of numbers and booleans.
 */
export interface PlainValues {
  bytes: Buffer;
  ends: Int32Array;
  least?: Bound;
  greatest?: Bound;
}

/** A value that readers compare with a filter. */
export type Bound = number | bigint | boolean;

const LENGTH_BYTES = 4;
const NUMBER_BYTES = 8;
const BACKSLASH = 0x5c;
/** Longer ones may be whole numbers beyond 2^53. */
const SHORT_NUMBER = 15;

/**
 * Encodes the different values of a column. Source: Apache Parquet format 2.11, encoding PLAIN.
 *
 * Shape: numbers as 64 bits; texts and WKB with their length in front. Booleans, which Parquet packs into bits of rows, have 0 or 1 in the first of 8 bytes.
 * Errors: INTERNAL when a stage wrote another type than it declares.
 */
export function plainValues(cells: DistinctCells, type: ValueType, column: string): PlainValues {
  switch (type) {
    case 'string':
      return plainTexts(cells);
    case 'point':
      return plainPoints(cells);
    case 'polygons':
      return plainPolygons(cells);
    case 'number':
      return plainNumbers(cells, readNumber, (bytes, value, at) => bytes.writeDoubleLE(value, at), column);
    case 'integer':
      return plainNumbers(cells, readInteger, (bytes, value, at) => bytes.writeBigInt64LE(value, at), column);
    case 'boolean':
      return plainNumbers(
        cells,
        readBoolean,
        (bytes, value, at) => bytes.writeUInt8(Number(value), at),
        column,
      );
  }
}

function plainTexts({ bytes, ends, count }: DistinctCells): PlainValues {
  const plainEnds = new Int32Array(count);
  let plain = Buffer.allocUnsafeSlow(bytes.length + LENGTH_BYTES * count);
  let at = 0;
  for (let value = 0, start = 0; value < count; value += 1) {
    const end = ends[value] as number;
    const isPlain = bytes[start] === QUOTE && !hasEscape(bytes, start, end);
    const text = isPlain ? bytes.subarray(start + 1, end - 1) : Buffer.from(textOf(bytes, start, end));
    // A list or an object may be longer than it was written.
    if (at + LENGTH_BYTES + text.length > plain.length)
      plain = Buffer.concat([plain, Buffer.allocUnsafeSlow(plain.length + text.length)]);
    plain.writeUInt32LE(text.length, at);
    plain.set(text, at + LENGTH_BYTES);
    plainEnds[value] = at += LENGTH_BYTES + text.length;
    start = end;
  }
  return { bytes: plain.subarray(0, at), ends: plainEnds };
}

function textOf(bytes: Buffer, start: number, end: number): string {
  const value = jsonValue(bytes, start, end);
  return typeof value === 'string' ? value : toJsonText(value);
}

function hasEscape(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (bytes[at] === BACKSLASH) return true;
  return false;
}

function plainPoints({ bytes, ends, count }: DistinctCells): PlainValues {
  const points: Uint8Array[] = [];
  for (let value = 0, start = 0; value < count; value += 1) {
    const end = ends[value] as number;
    const [lon, lat] = jsonValue(bytes, start, end) as [lon: number, lat: number];
    const point = wkbPoint(lon, lat);
    points.push(Uint8Array.of(point.length, 0, 0, 0), point);
    start = end;
  }
  const plain = Buffer.concat(points);
  return { bytes: plain, ends: equalEnds(count, plain.length / Math.max(1, count)) };
}

function plainPolygons({ bytes, ends, count }: DistinctCells): PlainValues {
  const areas: Uint8Array[] = [];
  const plainEnds = new Int32Array(count);
  for (let value = 0, start = 0, at = 0; value < count; value += 1) {
    const end = ends[value] as number;
    const area = wkbPolygons(jsonValue(bytes, start, end) as OutputPolygons);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(area.length);
    areas.push(length, area);
    plainEnds[value] = at += LENGTH_BYTES + area.length;
    start = end;
  }
  return { bytes: Buffer.concat(areas), ends: plainEnds };
}

function plainNumbers<T extends Bound>(
  { bytes, ends, count }: DistinctCells,
  read: (bytes: Buffer, start: number, end: number) => T | undefined,
  write: (bytes: Buffer, value: T, offset: number) => void,
  column: string,
): PlainValues {
  const plain = Buffer.alloc(NUMBER_BYTES * count);
  let least: T | undefined;
  let greatest: T | undefined;
  for (let value = 0, start = 0; value < count; value += 1) {
    const end = ends[value] as number;
    const number = read(bytes, start, end);
    if (number === undefined) throw otherType(bytes.toString('utf8', start, end), column);
    write(plain, number, NUMBER_BYTES * value);
    if (least === undefined || number < least) least = number;
    if (greatest === undefined || number > greatest) greatest = number;
    start = end;
  }
  return {
    bytes: plain,
    ends: equalEnds(count, NUMBER_BYTES),
    ...(least !== undefined && { least }),
    ...(greatest !== undefined && { greatest }),
  };
}

const equalEnds = (count: number, bytes: number) =>
  Int32Array.from({ length: count }, (_, at) => (at + 1) * bytes);

function readNumber(bytes: Buffer, start: number, end: number): number | undefined {
  const isShort = end - start <= SHORT_NUMBER;
  const value = isShort ? Number(bytes.toString('latin1', start, end)) : jsonValue(bytes, start, end);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function readInteger(bytes: Buffer, start: number, end: number): bigint | undefined {
  const value = readNumber(bytes, start, end);
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}

function readBoolean(bytes: Buffer, start: number, end: number): boolean | undefined {
  const value = jsonValue(bytes, start, end);
  return typeof value === 'boolean' ? value : undefined;
}

function otherType(value: string, column: string): GeomillError {
  return new GeomillError(
    'INTERNAL',
    `the column ${column} holds ${value}, which is not of its type: bug in Geomill, please report`,
  );
}
