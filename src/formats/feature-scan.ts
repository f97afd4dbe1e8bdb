import { failure, type GeomillError } from '../base/errors/geomill-error.ts';
import { message, type Message } from '../base/messages/message.ts';
import { asBuffer, LF, QUOTE } from './lines.ts';

const RECORD_SEPARATOR = 0x1e;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const FEATURE = Buffer.from('{"type":"Feature","geometry":');
const NULL = Buffer.from('null');
const POINT = Buffer.from('{"type":"Point","coordinates":[');
const POLYGONS = Buffer.from('{"type":"MultiPolygon","coordinates":');
const PROPERTIES = Buffer.from(',"properties":');

/** The cells of a feature that follow those of its columns: longitude, latitude, and both as a list. Shape: all are null if it has no position, and the coordinates if it has areas. */
export const PLACE_CELLS = ['lon', 'lat', 'coordinates'] as const;

/**
 * The places of the values of a feature.
 *
 * Shape: cell `n` is the JSON text of `bytes` between `starts[n]` and `ends[n]`; first those of the columns, then {@link PLACE_CELLS}.
 */
export interface FeatureCells {
  bytes: Buffer;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * Reads the GeoJSON that Geomill writes, one Feature on each line with all columns in their order, and decodes no value.
 *
 * Shape: the cells that `onFeature` receives are valid during the call only; yields what `endBlock` returns after each block.
 * Errors: RESULTS_CHANGED if the first Feature has other columns, or one has another layout.
 * Cost: about 1 µs for a Feature of 1,000 bytes, a tenth of JSON.parse, since names of members are skipped by their length; memory for two blocks.
 */
export async function* scanFeatures<T>(
  blocks: AsyncIterable<Uint8Array>,
  names: readonly string[],
  onFeature: (cells: FeatureCells) => void,
  endBlock: () => T,
): AsyncGenerator<T> {
  const scanLines = createScanner(names, onFeature);
  // The start of a line that ends in a later block; copied, since the source may use its blocks again.
  let held: Buffer[] = [];
  for await (const block of blocks) {
    const bytes = asBuffer(block);
    const first = bytes.indexOf(LF) + 1;
    if (first > 0) {
      const line = Buffer.concat([...held, bytes.subarray(0, first)]);
      scanLines(line, 0, line.length);
      const end = bytes.lastIndexOf(LF) + 1;
      scanLines(bytes, first, end);
      held = [Buffer.from(bytes.subarray(end))];
    } else held.push(Buffer.from(bytes));
    yield endBlock();
  }
  if (held.some(({ length }) => length > 0)) throw changed(message('json.lastLineIncomplete'));
}

/** Returns a function that reads whole lines, from one offset up to another. */
function createScanner(names: readonly string[], onFeature: (cells: FeatureCells) => void) {
  // The name with a brace or comma in front and a colon behind.
  const keyLengths = Int32Array.from(names, (name) => Buffer.byteLength(JSON.stringify(name)) + 2);
  const count = names.length;
  const starts = new Int32Array(count + PLACE_CELLS.length);
  const ends = new Int32Array(count + PLACE_CELLS.length);
  const cells: FeatureCells = { bytes: Buffer.alloc(0), starts, ends };
  let features = 0;

  /** Sets the cells of areas; returns the offset after them, -1 if they do not end. */
  function readPolygons(bytes: Buffer, start: number): number {
    const end = afterValue(bytes, start);
    starts.fill(start, count);
    ends.fill(end, count);
    return bytes[end] === CLOSE_OBJECT ? end + 1 : -1;
  }

  /** Sets the cells of the geometry; returns the offset after it, -1 if it is neither a point nor areas. */
  function readGeometry(bytes: Buffer, start: number): number {
    if (isAt(bytes, start, NULL)) {
      const end = start + NULL.length;
      starts.fill(start, count);
      ends.fill(end, count);
      return end;
    }
    if (isAt(bytes, start, POLYGONS)) return readPolygons(bytes, start + POLYGONS.length);
    if (!isAt(bytes, start, POINT)) return -1;
    const lon = start + POINT.length;
    const comma = afterValue(bytes, lon);
    const end = afterValue(bytes, comma + 1);
    if (bytes[comma] !== COMMA || bytes[end] !== CLOSE_LIST || bytes[end + 1] !== CLOSE_OBJECT) return -1;
    starts[count] = lon;
    ends[count] = comma;
    starts[count + 1] = comma + 1;
    ends[count + 1] = end;
    starts[count + 2] = lon - 1;
    ends[count + 2] = end + 1;
    return end + 2;
  }

  /** Sets the cells of the columns; returns the offset after them, -1 if they are others. */
  function readProperties(bytes: Buffer, start: number): number {
    let at = start;
    for (let cell = 0; cell < count; cell += 1) {
      const value = at + (keyLengths[cell] as number);
      if (bytes[at] !== (cell === 0 ? OPEN_OBJECT : COMMA) || bytes[value - 1] !== COLON) return -1;
      at = afterValue(bytes, value);
      starts[cell] = value;
      ends[cell] = at;
    }
    if (count === 0) at += 1;
    return bytes[at] === CLOSE_OBJECT ? at + 1 : -1;
  }

  /** Sets the cells of a feature; returns the offset after its line. */
  function readFeature(bytes: Buffer, start: number): number {
    const geometryEnd = readGeometry(bytes, start + FEATURE.length);
    if (geometryEnd > 0 && isAt(bytes, geometryEnd, PROPERTIES)) {
      const end = readProperties(bytes, geometryEnd + PROPERTIES.length);
      if (end > 0 && bytes[end] === CLOSE_OBJECT) {
        const lineEnd = bytes[end + 1] === COMMA ? end + 2 : end + 1;
        if (bytes[lineEnd] === LF) return lineEnd + 1;
      }
    }
    throw changed(message('json.rowOfOtherForm', { row: features + 1 }));
  }

  return (bytes: Buffer, from: number, to: number): void => {
    cells.bytes = bytes;
    for (let at = from; at < to;) {
      // RFC 8142 puts a record separator in front of each feature.
      if (bytes[at] === RECORD_SEPARATOR) at += 1;
      if (isAt(bytes, at, FEATURE)) {
        if (features === 0) checkNames(bytes.toString('utf8', at, bytes.indexOf(LF, at)), names);
        at = readFeature(bytes, at);
        features += 1;
        onFeature(cells);
      } else at = bytes.indexOf(LF, at) + 1; // the frame of the collection
    }
  };
}

function isAt(bytes: Buffer, start: number, text: Buffer): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[start + at] !== text[at]) return false;
  return true;
}

/** Returns the offset after a JSON value, at most the length of the bytes. */
function afterValue(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === QUOTE) return afterText(bytes, start + 1);
  if (first === OPEN_OBJECT || first === OPEN_LIST) return afterNested(bytes, start);
  let at = start;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST) break;
  }
  return at;
}

/** Returns the offset after the quote that ends a text, from the offset of its first character. */
function afterText(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at += 1;
  }
  return bytes.length;
}

function afterNested(bytes: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = afterText(bytes, at + 1) - 1;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return bytes.length;
}

/** Refuses a file that was written with other columns: their values would be lost. */
function checkNames(line: string, names: readonly string[]): void {
  const { properties } = JSON.parse(line.replace(/,$/, '')) as { properties: Record<string, unknown> };
  const found = Object.keys(properties);
  // Names that are numbers come first in an object.
  const isSame = found.length === names.length && names.every((name) => Object.hasOwn(properties, name));
  if (!isSame) throw changed(message('json.otherColumns', { columns: found, written: names }));
}

function changed(fault: Message): GeomillError {
  return failure('RESULTS_CHANGED', 'json.resultsNotReadable', { fault });
}
