import type { ParquetType, SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { failure } from '../../base/errors/geomill-error.ts';
import { type FeatureCells, scanFeatures } from '../feature-scan.ts';
import { toJsonText } from '../json-text.ts';
import type { DerivedSource } from '../output-format.ts';
import { cellValue, type ColumnType, columnTypes, namesOf } from '../read-features.ts';
import { uniqueNames } from '../unique-names.ts';

/** The size at which a row group is written. Its values are in memory at once. */
const GROUP_ROWS = 20_000;
const GROUP_CELLS = 300_000;
const GROUP_BYTES = 16_000_000;

/** The columns behind those of the results. */
const GEOMETRY_COLUMNS = ['geometry', 'bbox', 'lon', 'lat'];

/**
 * Writes results as GeoParquet 1.1, with row groups as they are filled.
 *
 * Guarantee: the bytes depend on the source only. Cost: memory for one row group.
 */
export async function* writeGeoParquet(source: DerivedSource): AsyncGenerator<Uint8Array> {
  const types = await columnTypes(source);
  // A reader may not accept a column without a name.
  const stated = source.columns.map(({ name }, at) => (name === '' ? `column_${at + 1}` : name));
  const names = uniqueNames([...stated, ...GEOMETRY_COLUMNS]);
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(names, types), createdBy: 'geomill' });
  const group = createGroup(names, types);
  const addRow = (row: FeatureCells) => {
    if (group.add(row)) group.write(file);
  };
  const scan = scanFeatures(source.open(), namesOf(source.columns), addRow, () => take(writer));
  for await (const bytes of scan) if (bytes.length > 0) yield bytes;
  if (group.size() > 0) group.write(file);
  const [geometry = '', bbox = ''] = names.slice(types.length);
  file.kvMetadata = [{ key: 'geo', value: pointMetadata(geometry, bbox, group.bounds()) }];
  await file.finish();
  yield take(writer);
}

/** Returns the bytes that were written since the last call; `offset` keeps counting those of the file. */
function take(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

/** Creates the row group that is filled. */
function createGroup(names: readonly string[], types: readonly ColumnType[]) {
  const mostRows = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / names.length)));
  const columns = names.map((): unknown[] => []);
  let rows = 0;
  let bytes = 0;
  let bounds: Bounds | undefined;
  const geometryValues = (row: FeatureCells): unknown[] => {
    const place = cellValue(row, types.length);
    if (place === null) return [null, null, null, null];
    const [lon, lat] = [place, cellValue(row, types.length + 1)] as [number, number];
    bounds = extendBounds(bounds, lon, lat);
    return [wkbPoint(lon, lat), { xmin: lon, ymin: lat, xmax: lon, ymax: lat }, lon, lat];
  };
  return {
    size: () => rows,
    /** The bounds of all positions so far. */
    bounds: () => bounds,
    /** Adds a row; returns whether the group is full. */
    add(row: FeatureCells): boolean {
      types.forEach((type, at) => columns[at]!.push(storedValue(cellValue(row, at), type, names[at]!)));
      geometryValues(row).forEach((value, at) => columns[types.length + at]!.push(value));
      rows += 1;
      for (let cell = 0; cell <= types.length; cell += 1) bytes += row.ends[cell]! - row.starts[cell]!;
      return rows === mostRows || bytes > GROUP_BYTES;
    },
    /** Writes the group behind those of a file, and starts the next one. */
    write(file: ParquetWriter): void {
      const columnData = columns.map((data, at) => ({
        name: names[at] ?? '',
        data,
        // Comparing texts and geometries takes long, and lets readers skip hardly anything.
        statistics: types[at] !== 'string' && at !== types.length,
      }));
      void file.write({ columnData, rowGroupSize: rows });
      for (const data of columns) data.length = 0;
      rows = bytes = 0;
    },
  };
}

/** How the values of each type are stored. */
const PHYSICAL_TYPES: Readonly<Record<ColumnType, ParquetType>> = {
  string: 'BYTE_ARRAY',
  number: 'DOUBLE',
  integer: 'INT64',
  boolean: 'BOOLEAN',
};

/** Returns a value as hyparquet-writer takes it. Errors: INTERNAL when a stage wrote another type than it declares. */
function storedValue(value: unknown, type: ColumnType, column: string): unknown {
  if (value === null) return null;
  if (type === 'string') return typeof value === 'string' ? value : toJsonText(value);
  if (type === 'integer' && Number.isSafeInteger(value)) return BigInt(value as number);
  if (type === 'number' && Number.isFinite(value)) return value;
  if (type === 'boolean' && typeof value === 'boolean') return value;
  throw failure('INTERNAL', 'parquet.valueOfOtherType', { column, value: toJsonText(value) });
}

/** The bounds of a row, a point: all of them are its longitude or its latitude. */
const SIDES = ['xmin', 'ymin', 'xmax', 'ymax'];

function schemaOf(names: readonly string[], types: readonly ColumnType[]): SchemaElement[] {
  const optional = { repetition_type: 'OPTIONAL' } as const;
  const own = types.map((type, at): SchemaElement => {
    const text = type === 'string' ? ({ converted_type: 'UTF8' } as const) : {};
    return { name: names[at] ?? '', type: PHYSICAL_TYPES[type], ...text, ...optional };
  });
  const [geometry = '', bbox = '', lon = '', lat = ''] = names.slice(types.length);
  const root = { name: 'root', num_children: names.length };
  const geometryColumn: SchemaElement = { name: geometry, type: 'BYTE_ARRAY', ...optional };
  return [
    root,
    ...own,
    geometryColumn,
    { name: bbox, num_children: SIDES.length, ...optional },
    ...SIDES.map((name): SchemaElement => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' })),
    { name: lon, type: 'DOUBLE', ...optional },
    { name: lat, type: 'DOUBLE', ...optional },
  ];
}

/** Bounds of positions. Units: degrees WGS84. */
interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Returns bounds that a position is within. */
function extendBounds(bounds: Bounds | undefined, lon: number, lat: number): Bounds {
  if (!bounds) return { west: lon, south: lat, east: lon, north: lat };
  return {
    west: Math.min(bounds.west, lon),
    south: Math.min(bounds.south, lat),
    east: Math.max(bounds.east, lon),
    north: Math.max(bounds.north, lat),
  };
}

/** Returns the `geo` metadata of a file of points. Source: GeoParquet 1.1.0. */
function pointMetadata(geometry: string, bbox: string, bounds: Bounds | undefined): string {
  const covering = Object.fromEntries(['xmin', 'ymin', 'xmax', 'ymax'].map((side) => [side, [bbox, side]]));
  return JSON.stringify({
    version: '1.1.0',
    primary_column: geometry,
    columns: {
      [geometry]: {
        encoding: 'WKB',
        geometry_types: bounds ? ['Point'] : [],
        ...(bounds && { bbox: [bounds.west, bounds.south, bounds.east, bounds.north] }),
        covering: { bbox: covering },
      },
    },
  });
}

/** Encodes a point as WKB: 21 bytes, little endian. Source: OGC 06-103r4. */
function wkbPoint(lon: number, lat: number): Uint8Array {
  const bytes = new Uint8Array(21);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, 1, true);
  view.setFloat64(5, lon, true);
  view.setFloat64(13, lat, true);
  return bytes;
}
