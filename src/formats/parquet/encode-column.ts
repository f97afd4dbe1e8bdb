import type { Encoding, PageHeader } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { NO_VALUE, startOf, type DistinctCells } from './distinct-cells.ts';
import { plainValues, type PlainValues, type ValueType } from './plain-values.ts';

/** The size at which a page ends. Units: bytes before compression. */
const PAGE_BYTES = 1 << 20;

/** A column of a row group as its pages. Shape: offsets count from the first byte; `dictionaryBytes` is 0 without a dictionary. */
export interface EncodedColumn {
  bytes: Uint8Array;
  rows: number;
  nulls: number;
  encoding: Encoding;
  dictionaryBytes: number;
  uncompressedBytes: number;
  pages: { offset: number; bytes: number; firstRow: number }[];
  values: PlainValues;
}

/**
 * Encodes a column of a row group: a dictionary page where that halves it, then data pages.
 *
 * Errors: as of {@link plainValues}. Source: Apache Parquet format 2.11, data pages of version 2.
 */
export function encodeColumn(cells: DistinctCells, type: ValueType, column: string): EncodedColumn {
  const values = plainValues(cells, type, column);
  const encoding = type === 'boolean' ? 'RLE' : isSmallerIndexed(cells, values) ? 'RLE_DICTIONARY' : 'PLAIN';
  const writer = new ByteWriter(1 << 16);
  let uncompressedBytes = 0;
  if (encoding === 'RLE_DICTIONARY') uncompressedBytes += writeDictionary(writer, cells, values);
  const dictionaryBytes = writer.offset;
  let nulls = 0;
  const pages = pageStarts(cells, values, encoding).map((firstRow, nth, starts) => {
    const offset = writer.offset;
    const rows = cells.rows.subarray(firstRow, starts[nth + 1] ?? cells.size);
    const page = writeDataPage(writer, rows, values, encoding);
    uncompressedBytes += page.uncompressedBytes;
    nulls += page.nulls;
    return { offset, bytes: writer.offset - offset, firstRow };
  });
  return {
    bytes: writer.getBytes(),
    rows: cells.size,
    nulls,
    encoding,
    dictionaryBytes,
    uncompressedBytes,
    pages,
    values,
  };
}

/** Reports whether the different values and their numbers take at most half of the values of all rows. */
function isSmallerIndexed({ rows, size, count }: DistinctCells, { bytes, ends }: PlainValues): boolean {
  if (count === 0) return false;
  let plainBytes = 0;
  let present = 0;
  for (let row = 0; row < size; row += 1) {
    const value = rows[row] as number;
    if (value === NO_VALUE) continue;
    present += 1;
    plainBytes += (ends[value] as number) - startOf(ends, value);
  }
  return 2 * (bytes.length + (present * bitsOf(count - 1)) / 8) <= plainBytes;
}

/** Returns how many bits a number takes that is at most `greatest`. */
const bitsOf = (greatest: number) => 32 - Math.clz32(Math.max(0, greatest));

/** Returns the first row of each page. */
function pageStarts({ rows, size }: DistinctCells, { ends }: PlainValues, encoding: Encoding): number[] {
  const starts = [0];
  if (encoding !== 'PLAIN') return starts;
  let bytes = 0;
  for (let row = 0; row < size; row += 1) {
    const value = rows[row] as number;
    if (value === NO_VALUE) continue;
    bytes += (ends[value] as number) - startOf(ends, value);
    if (bytes < PAGE_BYTES || row + 1 === size) continue;
    starts.push(row + 1);
    bytes = 0;
  }
  return starts;
}

function writeDictionary(writer: ByteWriter, { count }: DistinctCells, { bytes }: PlainValues): number {
  return writePage(writer, new Uint8Array(0), bytes, {
    type: 'DICTIONARY_PAGE',
    dictionary_page_header: { num_values: count, encoding: 'PLAIN' },
  });
}

function writeDataPage(writer: ByteWriter, rows: Int32Array, values: PlainValues, encoding: Encoding) {
  const { present, isPresent } = presentValues(rows);
  const nulls = rows.length - present.length;
  const levels = new ByteWriter();
  writeRleBitPackedHybrid(levels, isPresent, 1);
  const uncompressedBytes = writePage(writer, levels.getBytes(), pageBytes(present, values, encoding), {
    type: 'DATA_PAGE_V2',
    data_page_header_v2: {
      num_values: rows.length,
      num_nulls: nulls,
      num_rows: rows.length,
      encoding,
      is_compressed: true,
      definition_levels_byte_length: levels.offset,
      repetition_levels_byte_length: 0,
    },
  });
  return { nulls, uncompressedBytes };
}

/** Returns the numbers of the values of rows without those that are null, and for each row 1 if it has a value, else 0. */
function presentValues(rows: Int32Array) {
  const present = new Int32Array(rows.length);
  const isPresent = new Uint8Array(rows.length);
  let count = 0;
  for (let row = 0; row < rows.length; row += 1) {
    const value = rows[row] as number;
    if (value === NO_VALUE) continue;
    present[count++] = value;
    isPresent[row] = 1;
  }
  return { present: present.subarray(0, count), isPresent };
}

/** Returns the values of a page in its encoding. */
function pageBytes(present: Int32Array, values: PlainValues, encoding: Encoding): Uint8Array {
  if (encoding === 'PLAIN') return plainPage(present, values);
  const page = new ByteWriter(present.length * 2 + 16);
  if (encoding === 'RLE_DICTIONARY') {
    const bits = bitsOf(values.ends.length - 1);
    page.appendUint8(bits);
    writeRleBitPackedHybrid(page, present, bits);
    return page.getBytes();
  }
  const bits = new ByteWriter();
  const { bytes, ends } = values;
  writeRleBitPackedHybrid(
    bits,
    Uint8Array.from(present, (value) => bytes[startOf(ends, value)] as number),
    1,
  );
  page.appendUint32(bits.offset);
  page.appendBytes(bits.getBytes());
  return page.getBytes();
}

function plainPage(present: Int32Array, { bytes, ends }: PlainValues): Uint8Array {
  let length = 0;
  for (let row = 0; row < present.length; row += 1) {
    const value = present[row] as number;
    length += (ends[value] as number) - startOf(ends, value);
  }
  const page = new Uint8Array(length);
  let at = 0;
  for (let row = 0; row < present.length; row += 1) {
    const value = present[row] as number;
    const end = ends[value] as number;
    for (let from = startOf(ends, value); from < end; from += 1) page[at++] = bytes[from] as number;
  }
  return page;
}

/** Writes a page; returns its size before compression, with its header. */
function writePage(
  writer: ByteWriter,
  levels: Uint8Array,
  content: Uint8Array,
  header: Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>,
): number {
  const compressed = snappyCompress(content);
  const start = writer.offset;
  writePageHeader(writer, {
    ...header,
    uncompressed_page_size: levels.length + content.length,
    compressed_page_size: levels.length + compressed.length,
  });
  const headerBytes = writer.offset - start;
  writer.appendBytes(levels);
  writer.appendBytes(compressed);
  return headerBytes + levels.length + content.length;
}
