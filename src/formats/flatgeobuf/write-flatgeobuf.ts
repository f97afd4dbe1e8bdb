import { Builder } from 'flatbuffers';
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js';
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js';
import type { DerivedSource } from '../output-format.ts';
import { columnTypes, readFeatures, type ColumnType } from '../read-features.ts';
import { createFeatureEncoder, FGB_TYPES } from './encode-feature.ts';
import { buildTree, NODE_SIZE, HILBERT_SIDE, hilbertOf } from './packed-tree.ts';

const MAGIC = Buffer.from([0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62, 0x00]);
const WGS84 = 4326;

/** Encoded features that are in memory at once; for each part the source is read once more. */
const PART_BYTES = 256 * 1024 * 1024;
const BLOCK_BYTES = 1 << 20;

/**
 * Writes results as FlatGeobuf with a spatial index, sorted along the Hilbert curve. Source: FlatGeobuf 3.
 *
 * Shape: points in WGS84; rows without a position come last and have no geometry.
 * Cost: reads the source twice, and once more for each further 256 MB; memory for that part and 80 bytes a row.
 */
export async function* writeFlatGeobuf(source: DerivedSource): AsyncGenerator<Uint8Array> {
  const types = await columnTypes(source);
  const rows = await measureRows(source, types);
  const order = sortRows(rows);
  yield MAGIC;
  yield encodeHeader(source, types, rows);
  if (rows.count > 0)
    yield buildTree(rows.count, {
      lon: (nth) => rows.lon[order[nth] as number] as number,
      lat: (nth) => rows.lat[order[nth] as number] as number,
      bytes: (nth) => rows.bytes[order[nth] as number] as number,
    });
  for (let first = 0; first < rows.count;) {
    const end = partEnd(rows, order, first);
    yield* writePart(source, types, rows, order.subarray(first, end));
    first = end;
  }
}

/** The positions of all rows, NaN where a row has none, and the sizes of their features. */
interface Rows {
  count: number;
  lon: Float64Array;
  lat: Float64Array;
  bytes: Uint32Array;
  box: [west: number, south: number, east: number, north: number];
}

async function measureRows(source: DerivedSource, types: readonly ColumnType[]): Promise<Rows> {
  const encode = createFeatureEncoder(types);
  const rows: Rows = {
    count: 0,
    lon: new Float64Array(1024),
    lat: new Float64Array(1024),
    bytes: new Uint32Array(1024),
    box: [Infinity, Infinity, -Infinity, -Infinity],
  };
  for await (const list of readFeatures(source)) {
    for (const row of list) {
      if (rows.count === rows.lon.length) grow(rows);
      const { lon, lat } = row.position ?? { lon: NaN, lat: NaN };
      rows.lon[rows.count] = lon;
      rows.lat[rows.count] = lat;
      rows.bytes[rows.count] = encode(row).length;
      rows.count += 1;
      if (row.position === null) continue;
      const [west, south, east, north] = rows.box;
      rows.box = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
    }
  }
  return rows;
}

function grow(rows: Rows): void {
  const { lon, lat, bytes } = rows;
  rows.lon = new Float64Array(lon.length * 2);
  rows.lat = new Float64Array(lat.length * 2);
  rows.bytes = new Uint32Array(bytes.length * 2);
  rows.lon.set(lon);
  rows.lat.set(lat);
  rows.bytes.set(bytes);
}

/** Returns the numbers of the rows in the order of the Hilbert curve; those without a position last. */
function sortRows({ count, lon, lat, box: [west, south, east, north] }: Rows): Uint32Array {
  const cellOf = (value: number, start: number, end: number) =>
    end > start ? Math.floor(((HILBERT_SIDE - 1) * (value - start)) / (end - start)) : 0;
  const places = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    const [x, y] = [lon[row] as number, lat[row] as number];
    places[row] = Number.isNaN(x) ? Infinity : hilbertOf(cellOf(x, west, east), cellOf(y, south, north));
  }
  const order = Uint32Array.from({ length: count }, (_, row) => row);
  // Rows at one place keep their order, so that the same rows give the same bytes.
  return order.sort((a, b) => {
    const [first, second] = [places[a] as number, places[b] as number];
    return first === second ? a - b : first - second;
  });
}

function partEnd({ count, bytes }: Rows, order: Uint32Array, first: number): number {
  let end = first;
  for (let sum = 0; end < count; end += 1) {
    sum += bytes[order[end] as number] as number;
    if (sum > PART_BYTES && end > first) break;
  }
  return end;
}

/** Reads the source again and writes the features of a part in their order. */
async function* writePart(
  source: DerivedSource,
  types: readonly ColumnType[],
  rows: Rows,
  part: Uint32Array,
): AsyncGenerator<Uint8Array> {
  const offsets = new Map<number, number>();
  let bytes = 0;
  for (const row of part) {
    offsets.set(row, bytes);
    bytes += rows.bytes[row] as number;
  }
  const features = Buffer.allocUnsafeSlow(bytes);
  const encode = createFeatureEncoder(types);
  let number = 0;
  for await (const list of readFeatures(source)) {
    for (const row of list) {
      const offset = offsets.get(number);
      number += 1;
      if (offset !== undefined) features.set(encode(row), offset);
    }
  }
  for (let at = 0; at < bytes; at += BLOCK_BYTES)
    yield features.subarray(at, Math.min(at + BLOCK_BYTES, bytes));
}

function encodeHeader(
  { columns }: DerivedSource,
  types: readonly ColumnType[],
  { count, box }: Rows,
): Uint8Array {
  const builder = new Builder();
  const fields = columns.map(({ name, description: meaning }, at) => {
    const text = builder.createString(name);
    const description = builder.createString(meaning);
    Column.startColumn(builder);
    Column.addName(builder, text);
    Column.addType(builder, FGB_TYPES[types[at] ?? 'string']);
    Column.addDescription(builder, description);
    return Column.endColumn(builder);
  });
  const fieldList = Header.createColumnsVector(builder, fields);
  const name = builder.createString('results');
  const envelope = Number.isFinite(box[0]) ? Header.createEnvelopeVector(builder, box) : 0;
  Crs.startCrs(builder);
  Crs.addCode(builder, WGS84);
  const crs = Crs.endCrs(builder);
  Header.startHeader(builder);
  Header.addName(builder, name);
  if (envelope !== 0) Header.addEnvelope(builder, envelope);
  Header.addGeometryType(builder, GeometryType.Point);
  Header.addColumns(builder, fieldList);
  Header.addFeaturesCount(builder, BigInt(count));
  Header.addIndexNodeSize(builder, count > 0 ? NODE_SIZE : 0);
  Header.addCrs(builder, crs);
  builder.finishSizePrefixed(Header.endHeader(builder));
  return builder.asUint8Array();
}
