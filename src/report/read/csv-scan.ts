import { asBuffer, LF, QUOTE } from '../../formats/lines.ts';
import { addPlainUtf8, type TextCodes } from './text-codes.ts';

const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const WHOLE_DIGITS = 3;
/** A whole number of so many digits, divided by a power of ten, is the double nearest to the decimal number. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

const COMMA = 0x2c;

/** A row of a result file. Shape: `text` returns a cell of the columns that were asked for, by its place in that list; empty where there is none. */
export interface ResultRow {
  text(at: number): string;
  /** Returns the number of a cell without the cost of decoding it; undefined where it is not a plain decimal number, or that is not known. */
  decimalAt?(at: number): number | undefined;
  /** Adds a cell to a column without the cost of a string; false where it is longer than `most` bytes, or not plain text. */
  addPlain?(column: TextCodes, at: number, most: number): boolean;
}

/** Finds the columns that are read, in the header of the file. Shape: indexes of columns, -1 for one that is missing. */
export type ChooseColumns = (header: readonly string[]) => readonly number[];

/**
 * Reads the CSV that Geomill writes (commas, LF, quotes doubled) and decodes only the cells that are asked for.
 *
 * Shape: a block of `blocks` is used until the next one is asked for; yields after each block, so that a reader of two files can pause one; the row that `onRow` receives is valid during the call only.
 * Cost: about 2 ns a byte, and 100 ns for each cell that is asked for; csv-parse decodes all cells and takes ten times as long.
 */
export async function* scanCsv(
  blocks: AsyncIterable<Uint8Array>,
  choose: ChooseColumns,
  onRow: (row: ResultRow) => void,
): AsyncGenerator<void> {
  const scanner = createScanner(choose, onRow);
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of blocks) {
    const bytes = asBuffer(block);
    const from = rest.length === 0 ? 0 : readAcross(scanner, rest, bytes);
    if (from < 0) rest = Buffer.concat([rest, bytes]);
    else rest = Buffer.from(bytes.subarray(scanner.readAll(bytes, from)));
    yield;
  }
  if (rest.length > 0) scanner.readAll(Buffer.concat([rest, Buffer.of(LF)]), 0);
  yield;
}

const FIRST_PART = 4096;

/**
 * Reads the record that begins in one block and ends in the next; returns the offset after it in the next one, -1 where it does not end there.
 *
 * Cost: only as much of the block is copied as the record needs, at most the fourfold.
 */
function readAcross(scanner: Scanner, rest: Buffer, block: Buffer): number {
  for (let part = FIRST_PART; ; part *= 2) {
    const end = scanner.readOne(Buffer.concat([rest, block.subarray(0, part)]), 0);
    if (end >= 0) return end - rest.length;
    if (part >= block.length) return -1;
  }
}

/** Reads records. */
interface Scanner {
  /** Reads the record at an offset; returns the offset after it, -1 where it is not whole. */
  readOne(bytes: Buffer, start: number): number;
  /** Reads the whole records from an offset on; returns the offset of the first one that is not whole. */
  readAll(bytes: Buffer, start: number): number;
}

function createScanner(choose: ChooseColumns, onRow: (row: ResultRow) => void): Scanner {
  const header = createPlaces(undefined);
  let cells: CellPlaces | undefined;
  const readOne = (bytes: Buffer, start: number): number => {
    const places = cells ?? header;
    if (places.bytes !== bytes) {
      places.bytes = bytes;
      places.quote = -1;
    }
    const end = readRecord(places, start);
    if (end < 0) return end;
    if (cells) onRow(places);
    else cells = createPlaces(choose(headerOf(places)));
    return end;
  };
  return {
    readOne,
    readAll(bytes, from) {
      for (let start = from; start < bytes.length;) {
        const end = readOne(bytes, start);
        if (end < 0) return start;
        start = end;
      }
      return bytes.length;
    },
  };
}

/** The places of the cells of a record. Shape: `slots` has the place of each column in the list of those that are read, -1 for others; a list that is absent has all. */
interface CellPlaces extends ResultRow {
  bytes: Buffer;
  slots: Int32Array | undefined;
  /** The first quote from the offset on that {@link quoteFrom} was called with last. */
  quote: number;
  starts: number[];
  ends: number[];
}

const SLOTS = 1024;
/** Longer texts are hardly ever there twice. */
const MOST_BYTES = 32;

/**
 * Returns a function that decodes UTF-8 between two offsets, and remembers short texts: of statuses, levels and numbers there are few.
 *
 * Cost: about 2 ns a byte for a text that is remembered; to decode one takes 100 ns and more. Memory: 50 kB and 1,024 short texts.
 */
function createTextCache(): (bytes: Buffer, start: number, end: number) => string {
  const texts = new Array<string>(SLOTS).fill('');
  const lengths = new Uint8Array(SLOTS);
  const stored = new Uint8Array(SLOTS * MOST_BYTES);

  function isIn(slot: number, bytes: Buffer, start: number, end: number): boolean {
    if (lengths[slot] !== end - start) return false;
    for (let at = start, own = slot * MOST_BYTES; at < end; at += 1, own += 1)
      if (bytes[at] !== stored[own]) return false;
    return true;
  }

  return (bytes, start, end) => {
    const length = end - start;
    if (length > MOST_BYTES) return bytes.toString('utf8', start, end);
    let hash = 0;
    for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
    const slot = (hash ^ (hash >>> 10)) & (SLOTS - 1);
    if (isIn(slot, bytes, start, end)) return texts[slot] as string;
    lengths[slot] = length;
    for (let at = start, own = slot * MOST_BYTES; at < end; at += 1, own += 1)
      stored[own] = bytes[at] as number;
    return (texts[slot] = bytes.toString('utf8', start, end));
  };
}

function createPlaces(chosen: readonly number[] | undefined): CellPlaces {
  const slots = chosen && new Int32Array(Math.max(0, ...chosen) + 1).fill(-1);
  // One column may be asked for twice: the second place is that of the first.
  const first = chosen?.map((column) => chosen.indexOf(column));
  chosen?.forEach((column, at) => column >= 0 && slots && slots[column] === -1 && (slots[column] = at));
  const textOf = createTextCache();
  return {
    bytes: Buffer.alloc(0),
    slots,
    quote: -1,
    starts: new Array<number>(chosen?.length ?? 0).fill(0),
    ends: new Array<number>(chosen?.length ?? 0).fill(0),
    decimalAt(at) {
      const place = first ? (first[at] ?? -1) : at;
      return readDecimal(this.bytes, this.starts[place] ?? 0, this.ends[place] ?? 0);
    },
    addPlain(column, at, most) {
      const place = first ? (first[at] ?? -1) : at;
      let start = this.starts[place] ?? 0;
      let end = this.ends[place] ?? 0;
      if (this.bytes[start] === QUOTE && start < end) {
        start += 1;
        end -= 1;
      }
      return end - start <= most && addPlainUtf8(column, this.bytes, start, Math.max(start, end));
    },
    text(at) {
      const place = first ? (first[at] ?? -1) : at;
      const start = this.starts[place] ?? 0;
      const end = this.ends[place] ?? 0;
      if (start >= end) return '';
      if (this.bytes[start] !== QUOTE) return textOf(this.bytes, start, end);
      const text = this.bytes.toString('utf8', start + 1, end - 1).replaceAll('""', '"');
      // The format for spreadsheets writes ="007", so that the zeros stay.
      return text.startsWith('="') && text.endsWith('"') ? text.slice(2, -1) : text;
    },
  };
}

/** Reads one record; returns the offset after it, -1 where it is not whole. */
function readRecord(places: CellPlaces, start: number): number {
  const { bytes, slots, starts, ends } = places;
  const { length } = bytes;
  const last = slots?.length ?? Infinity;
  let at = start;
  for (let column = 0; ; column += 1) {
    if (column === last) {
      // Cells without quotes that nobody reads are passed at once.
      const end = bytes.indexOf(LF, at);
      if (end < quoteFrom(places, at)) return end < 0 ? end : end + 1;
    }
    const cell = at;
    if (bytes[at] === QUOTE) {
      at = afterQuotes(bytes, at + 1);
      if (at < 0) return -1;
    }
    while (at < length) {
      const byte = bytes[at] as number;
      // Most bytes are above both.
      if (byte <= COMMA && (byte === COMMA || byte === LF)) break;
      at += 1;
    }
    if (at >= length) return -1;
    const slot = slots === undefined ? column : column < slots.length ? (slots[column] as number) : -1;
    if (slot >= 0) {
      starts[slot] = cell;
      ends[slot] = at;
    }
    if (bytes[at++] === LF) {
      // A record may have fewer cells than the one before.
      for (let missing = column + 1; slots && missing < slots.length; missing += 1)
        if ((slots[missing] as number) >= 0) ends[slots[missing] as number] = 0;
      return at;
    }
  }
}

/** Returns the offset of the first quote from an offset on, infinity where there is none. Shape: offsets are asked for in ascending order. */
function quoteFrom(places: CellPlaces, from: number): number {
  if (places.quote < from) {
    const found = places.bytes.indexOf(QUOTE, from);
    places.quote = found < 0 ? Infinity : found;
  }
  return places.quote;
}

/** Returns the offset after the closing quote, -1 where there is none yet. */
function afterQuotes(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(QUOTE, at);
    // The last byte may be the first of two quotes.
    if (at < 0 || at + 1 >= bytes.length) return -1;
    if (bytes[at + 1] !== QUOTE) return at + 1;
  }
}

function headerOf(places: CellPlaces): string[] {
  return places.ends.map((_, at) => places.text(at).replace(/^\ufeff/, ''));
}

/** Returns the decimal number of a range such as `-105.75`, exactly as `Number` reads its text; undefined for any other text, and for more digits. */
function readDecimal(bytes: Buffer, start: number, end: number): number | undefined {
  const isNegative = bytes[start] === MINUS;
  const first = isNegative ? start + 1 : start;
  let point = -1;
  let digits = 0;
  for (let at = first; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte >= ZERO && byte <= NINE) digits = digits * 10 + (byte - ZERO);
    else if (byte === POINT && point < 0) point = at;
    else return undefined;
  }
  const whole = (point < 0 ? end : point) - first;
  const decimals = point < 0 ? 0 : end - point - 1;
  if (whole < 1 || whole > WHOLE_DIGITS || (point >= 0 && decimals < 1)) return undefined;
  if (whole + decimals > EXACT_DIGITS) return undefined;
  const value = digits / (POWERS_OF_TEN[decimals] as number);
  return isNegative ? -value : value;
}
