import type { ColumnSource } from 'hyparquet-writer';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { SchemaElement } from 'hyparquet';
import { GeomillError } from '../../errors/geomill-error.ts';
import { toJsonText } from '../json-text.ts';
import { uniqueNames } from '../unique-names.ts';
import type { DerivedSource } from '../output-format.ts';
import { columnTypes, readFeatures, type ColumnType } from '../read-features.ts';
import type { OutputRow } from '../record.ts';
import { wkbPoint } from '../wkb-point.ts';
import { geoMetadata, type Bounds } from './geo-metadata.ts';

/** The size at which a row group is written. Its values are in memory at once: 200 MB of the process at the limit of cells. */
const GROUP_ROWS = 20_000;
const GROUP_CELLS = 160_000;
const GROUP_CHARACTERS = 16_000_000;

/** Columns that are added behind those of the results. */
const PLACE = ['geometry', 'bbox', 'lon', 'lat'];

/**
 * Writes results as GeoParquet 1.1, with row groups as they are filled.
 *
 * Guarantee: the bytes depend on the source only. Cost: memory for one row group.
 */
export async function* writeGeoParquet(source: DerivedSource): AsyncGenerator<Uint8Array> {
  const types = await columnTypes(source);
  // A reader may not accept a column without a name.
  const stated = source.columns.map(({ name }, at) => (name === '' ? `column_${at + 1}` : name));
  const names = uniqueNames([...stated, ...PLACE]);
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(names, types), createdBy: 'geomill' });
  const groupRows = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / names.length)));
  let bounds: Bounds | undefined;
  let group: OutputRow[] = [];
  let characters = 0;
  const writeGroup = async () => {
    const columnData = columnsOf(group, names, types);
    await file.write({ columnData, rowGroupSize: group.length });
    group = [];
    characters = 0;
    return take(writer);
  };
  for await (const rows of readFeatures(source)) {
    for (const row of rows) {
      group.push(row);
      bounds = extend(bounds, row.position);
      characters += charactersOf(row);
      if (group.length === groupRows || characters > GROUP_CHARACTERS) yield await writeGroup();
    }
  }
  if (group.length > 0) yield await writeGroup();
  const [geometry = '', bbox = ''] = names.slice(types.length);
  file.kvMetadata = [{ key: 'geo', value: geoMetadata(geometry, bbox, bounds) }];
  await file.finish();
  yield take(writer);
}

/** Returns the bytes that were written since the last call; `offset` keeps counting those of the file. */
function take(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

function charactersOf({ values }: OutputRow): number {
  let count = 0;
  for (const value of values) if (typeof value === 'string') count += value.length;
  return count;
}

function extend(bounds: Bounds | undefined, position: OutputRow['position']): Bounds | undefined {
  if (position === null) return bounds;
  const { lat, lon } = position;
  if (bounds === undefined) return { west: lon, east: lon, south: lat, north: lat };
  return {
    west: Math.min(bounds.west, lon),
    south: Math.min(bounds.south, lat),
    east: Math.max(bounds.east, lon),
    north: Math.max(bounds.north, lat),
  };
}

const ELEMENTS: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
};

function schemaOf(names: readonly string[], types: readonly ColumnType[]): SchemaElement[] {
  const optional = { repetition_type: 'OPTIONAL' } as const;
  const own = types.map((type, at) => ({ name: names[at] ?? '', ...ELEMENTS[type], ...optional }));
  const [geometry = '', bbox = '', lon = '', lat = ''] = names.slice(types.length);
  const sides = ['xmin', 'ymin', 'xmax', 'ymax'].map((name): SchemaElement => {
    return { name, type: 'DOUBLE', repetition_type: 'REQUIRED' };
  });
  return [
    { name: 'root', num_children: names.length },
    ...own,
    { name: geometry, type: 'BYTE_ARRAY', ...optional },
    { name: bbox, num_children: sides.length, ...optional },
    ...sides,
    { name: lon, type: 'DOUBLE', ...optional },
    { name: lat, type: 'DOUBLE', ...optional },
  ];
}

/**
 * Returns the columns of a row group.
 *
 * Shape: numbers have their least and greatest value, with which readers skip groups; of texts and geometries, comparing takes a tenth of the time and
 * lets readers skip hardly anything.
 */
function columnsOf(
  rows: readonly OutputRow[],
  names: readonly string[],
  types: readonly ColumnType[],
): ColumnSource[] {
  const own = types.map((type, at): ColumnSource => {
    const name = names[at] ?? '';
    const data = rows.map(({ values }) => valueOf(values[at], type, name));
    return { name, data, statistics: type !== 'string' };
  });
  const places = rows.map(({ position }) => position);
  const [geometry = '', bbox = '', lon = '', lat = ''] = names.slice(types.length);
  return [
    ...own,
    {
      name: geometry,
      data: places.map((place) => place && wkbPoint(place.lon, place.lat)),
      statistics: false,
      // Hardly any is there twice.
      encoding: 'PLAIN',
    },
    {
      name: bbox,
      data: places.map(
        (place) => place && { xmin: place.lon, ymin: place.lat, xmax: place.lon, ymax: place.lat },
      ),
    },
    { name: lon, data: places.map((place) => place && place.lon) },
    { name: lat, data: places.map((place) => place && place.lat) },
  ];
}

/** Returns a value in the type of its column. Errors: INTERNAL when a stage wrote another type than it declares. */
function valueOf(value: unknown, type: ColumnType, column: string): unknown {
  if (value === null) return null;
  if (type === 'string') return typeof value === 'string' ? value : toJsonText(value);
  if (type === 'integer' && Number.isSafeInteger(value)) return BigInt(value as number);
  if (type === 'number' && typeof value === 'number') return value;
  if (type === 'boolean' && typeof value === 'boolean') return value;
  throw new GeomillError(
    'INTERNAL',
    `the column ${column} holds ${toJsonText(value)}, which is not of its type ${type}: bug in Geomill, please report`,
  );
}
