import { ByteBuffer } from 'flatbuffers';
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js';
import { fromGeometry } from 'flatgeobuf/lib/mjs/geojson/geometry.js';
import { fromByteBuffer } from 'flatgeobuf/lib/mjs/header-meta.js';
import type { HeaderMeta } from 'flatgeobuf/lib/mjs/header-meta.js';
import { calcTreeSize } from 'flatgeobuf/lib/mjs/packedrtree.js';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { flattenFeature } from '../geojson-flatten.ts';
import { inputBad } from '../input-bad.ts';
import type { RewriteBinary } from '../input-format.ts';
import { toJsonText } from '../json-text.ts';
import { ROW_BYTES_MAX } from '../limits.ts';
import { createByteQueue, type ByteQueue } from './byte-queue.ts';
import { readProperties } from './read-properties.ts';

const MAGIC_BYTES = 8;
const SIZE_BYTES = 4;
/** A feature or header that says it is larger is damaged: rows are limited to {@link ROW_BYTES_MAX}, boundaries may be larger. */
const PART_BYTES_MAX = 256 * ROW_BYTES_MAX;
const LINES_AT_ONCE = 1000;

/**
 * Rewrites a FlatGeobuf file as NDJSON. Source: FlatGeobuf 3.
 *
 * Shape: the properties with their types, null is absent; a point becomes `lon` and `lat`, another geometry is the member `geometry`, as of GeoJSON.
 * Errors: INPUT_BAD with the feature at which the file is damaged, or if it is in another coordinate system than WGS84.
 * Cost: memory for a block and some features.
 */
export const spoolFlatGeobuf: RewriteBinary = async (blocks, collector, write) => {
  const queue = createByteQueue(blocks);
  await take(queue, MAGIC_BYTES, 'the header');
  const header = await readHeader(queue);
  refuseOtherCoordinates(header.crs);
  for (const { name } of header.columns ?? []) collector.add(`{${JSON.stringify(name)}:null}`);
  if (header.indexNodeSize > 0 && header.featuresCount > 0)
    await skip(queue, calcTreeSize(header.featuresCount, header.indexNodeSize));
  const known = new Set<string>();
  const lines: string[] = [];
  const flush = () => write(Buffer.from(lines.splice(0).join('')));
  for (let number = 1; !(await queue.isAtEnd()); number += 1) {
    const what = `feature ${number}`;
    const bytes = await takeSized(queue, what);
    const line = orDamaged(what, () => encodeFeature(bytes, header));
    // The geometry may add members that no column is named after.
    const added = Object.keys(JSON.parse(line) as object).filter((name) => !known.has(name));
    for (const name of added) known.add(name);
    if (added.length > 0) collector.add(line);
    if (lines.push(`${line}\n`) === LINES_AT_ONCE) await flush();
  }
  if (lines.length > 0) await flush();
};

async function readHeader(queue: ByteQueue): Promise<HeaderMeta> {
  const bytes = await takeSized(queue, 'the header');
  return orDamaged('the header', () => fromByteBuffer(new ByteBuffer(bytes)));
}

function encodeFeature(bytes: Uint8Array, header: HeaderMeta): string {
  const feature = Feature.getSizePrefixedRootAsFeature(new ByteBuffer(bytes));
  const properties = readProperties(feature.propertiesArray(), header.columns ?? []);
  const geometry = feature.geometry();
  const shape = geometry === null ? null : fromGeometry(geometry, header.geometryType);
  const members = [...properties].map(([name, value]) => `${JSON.stringify(name)}:${toJsonText(value)}`);
  const text = isInColumns(shape, properties) ? 'null' : JSON.stringify(shape);
  return flattenFeature(`{"type":"Feature","geometry":${text},"properties":{${members.join(',')}}}`);
}

/** Reports whether a geometry is the point of the columns `lon` and `lat`, as in files of our own. */
function isInColumns(shape: unknown, properties: ReadonlyMap<string, unknown>): boolean {
  const { type, coordinates } = (shape ?? {}) as { type?: unknown; coordinates?: readonly unknown[] };
  return (
    type === 'Point' &&
    coordinates?.[0] === properties.get('lon') &&
    coordinates?.[1] === properties.get('lat')
  );
}

/** A file without a coordinate system is taken for WGS84, as of GeoJSON. */
function refuseOtherCoordinates(crs: HeaderMeta['crs']): void {
  if (crs === null || crs.code === 0 || crs.code === 4326 || /CRS:?84$/.test(crs.code_string ?? '')) return;
  throw inputBad(
    `The coordinates of the FlatGeobuf file are in ${crs.name ?? `EPSG:${crs.code}`}, not in WGS84. Convert it, for example: ogr2ogr -t_srs EPSG:4326 new.fgb old.fgb.`,
  );
}

/** Takes a part with its size in front. Shape: with the size. */
async function takeSized(queue: ByteQueue, what: string): Promise<Uint8Array> {
  const size = await take(queue, SIZE_BYTES, what);
  const length = size.readUInt32LE();
  if (length > PART_BYTES_MAX) throw damaged(`${what} has an impossible size`);
  return Buffer.concat([size, await take(queue, length, what)]);
}

async function take(queue: ByteQueue, length: number, what: string): Promise<Buffer> {
  const bytes = await queue.take(length);
  if (bytes.length < length) throw damaged(`it ends within ${what}`);
  return bytes;
}

async function skip(queue: ByteQueue, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= ROW_BYTES_MAX)
    await take(queue, Math.min(left, ROW_BYTES_MAX), 'the index');
}

function orDamaged<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof GeomillError) throw error;
    throw damaged(`${what}: ${(error as Error).message}`, error);
  }
}

function damaged(what: string, cause?: unknown): GeomillError {
  return inputBad(
    `The FlatGeobuf file cannot be read (${what}). It is truncated or damaged: download or copy it again.`,
    {},
    cause,
  );
}
