import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { scanFeatures, type FeatureCells } from '../feature-scan.ts';
import type { DerivedSource, GeometryKind } from '../output-format.ts';
import { columnTypes, namesOf, type ColumnType } from '../read-features.ts';
import { uniqueNames } from '../unique-names.ts';
import { appendGroup, PHYSICAL_TYPES, type Leaf } from './append-group.ts';
import { createDistinctCells } from './distinct-cells.ts';
import { encodeColumn, type EncodedColumn } from './encode-column.ts';
import type { ValueType } from './plain-values.ts';

/** The size at which a row group is written. Its values are in memory at once. */
const GROUP_ROWS = 20_000;
const GROUP_CELLS = 600_000;
const GROUP_BYTES = 16_000_000;

/** What rows of each geometry have behind the columns of the results: columns of the file, and cells of the features that are stored. */
const GEOMETRIES: Readonly<Record<GeometryKind, { names: readonly string[]; types: readonly ValueType[] }>> =
  {
    point: { names: ['geometry', 'bbox', 'lon', 'lat'], types: ['number', 'number', 'point'] },
    polygons: { names: ['geometry'], types: ['polygons'] },
    none: { names: [], types: [] },
  };

/**
 * Writes results as GeoParquet 1.1, with row groups as they are filled; rows without geometry as plain Parquet.
 *
 * Shape: values are encoded here, from the JSON text of the cells, since with an object for each of them it takes three times as long; page headers,
 * levels, compression and footer are written by hyparquet-writer.
 * Guarantee: the bytes depend on the source only. Cost: memory for one row group.
 */
export async function* writeGeoParquet(source: DerivedSource): AsyncGenerator<Uint8Array> {
  const types = await columnTypes(source);
  // A reader may not accept a column without a name.
  const stated = source.columns.map(({ name }, at) => (name === '' ? `column_${at + 1}` : name));
  const { geometry: kind = 'point' } = source;
  const names = uniqueNames([...stated, ...GEOMETRIES[kind].names]);
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: schemaOf(names, types, kind), createdBy: 'geomill' });
  const rows = createGroup(names, types, kind);
  let bounds: Bounds | undefined;
  const writeGroup = () => {
    const encoded = rows.encode();
    appendGroup(file, rows.leaves, encoded, rows.types);
    if (kind === 'point') bounds = joinBounds(bounds, boundsOf(encoded.slice(types.length)));
  };
  const addRow = (row: FeatureCells) => {
    if (rows.add(row)) writeGroup();
  };
  const scan = scanFeatures(source.open(), namesOf(source.columns), addRow, () => take(writer));
  for await (const bytes of scan) if (bytes.length > 0) yield bytes;
  if (rows.size() > 0) writeGroup();
  const [geometry = '', bbox = ''] = names.slice(types.length);
  if (kind === 'point') file.kvMetadata = [{ key: 'geo', value: pointMetadata(geometry, bbox, bounds) }];
  if (kind === 'polygons') file.kvMetadata = [{ key: 'geo', value: areaMetadata(geometry) }];
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
function createGroup(names: readonly string[], columnTypes: readonly ColumnType[], kind: GeometryKind) {
  // The cells of a feature: its columns, then longitude, latitude and both as a list, or its areas.
  const types: ValueType[] = [...columnTypes, ...GEOMETRIES[kind].types];
  const mostRows = Math.max(1, Math.min(GROUP_ROWS, Math.floor(GROUP_CELLS / names.length)));
  const columns = types.map(() => createDistinctCells(mostRows));
  let rows = 0;
  let bytes = 0;
  return {
    types,
    leaves: leavesOf(names, columnTypes.length, kind),
    size: () => rows,
    /** Adds a row; returns whether the group is full. */
    add({ bytes: text, starts, ends }: FeatureCells): boolean {
      for (let cell = 0; cell < columns.length; cell += 1) {
        const start = starts[cell] as number;
        const end = ends[cell] as number;
        columns[cell]!.add(text, start, end);
        bytes += end - start;
      }
      rows += 1;
      return rows === mostRows || bytes > GROUP_BYTES;
    },
    /** Returns the columns, and starts the next group. */
    encode(): EncodedColumn[] {
      const encoded = columns.map((cells, cell) => encodeColumn(cells, types[cell]!, names[cell] ?? ''));
      for (const cells of columns) cells.clear();
      rows = bytes = 0;
      return encoded;
    },
  };
}

function leavesOf(names: readonly string[], count: number, kind: GeometryKind): Leaf[] {
  if (kind !== 'point') return names.map((name, cell) => ({ path: [name], cell }));
  const [geometry = '', bbox = '', lon = '', lat = ''] = names.slice(count);
  const [lonCell, latCell, pointCell] = [count, count + 1, count + 2];
  return [
    ...names.slice(0, count).map((name, cell): Leaf => ({ path: [name], cell })),
    { path: [geometry], cell: pointCell },
    ...SIDES.map((side): Leaf => ({ path: [bbox, side], cell: side.startsWith('x') ? lonCell : latCell })),
    { path: [lon], cell: lonCell },
    { path: [lat], cell: latCell },
  ];
}

/** The bounds of a row, a point: all of them are its longitude or its latitude. */
const SIDES = ['xmin', 'ymin', 'xmax', 'ymax'];

function schemaOf(
  names: readonly string[],
  types: readonly ColumnType[],
  kind: GeometryKind,
): SchemaElement[] {
  const optional = { repetition_type: 'OPTIONAL' } as const;
  const own = types.map((type, at): SchemaElement => {
    const text = type === 'string' ? ({ converted_type: 'UTF8' } as const) : {};
    return { name: names[at] ?? '', type: PHYSICAL_TYPES[type], ...text, ...optional };
  });
  const [geometry = '', bbox = '', lon = '', lat = ''] = names.slice(types.length);
  const root = { name: 'root', num_children: names.length };
  const geometryColumn: SchemaElement = { name: geometry, type: 'BYTE_ARRAY', ...optional };
  if (kind === 'none') return [root, ...own];
  if (kind === 'polygons') return [root, ...own, geometryColumn];
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

/** Returns the bounds of a row group from the ranges of its longitudes and latitudes. */
function boundsOf([lon, lat]: readonly EncodedColumn[]): Bounds | undefined {
  const [west, east] = [lon?.values.least, lon?.values.greatest];
  const [south, north] = [lat?.values.least, lat?.values.greatest];
  const isKnown = [west, east, south, north].every((side) => typeof side === 'number');
  return isKnown ? ({ west, south, east, north } as Bounds) : undefined;
}

function joinBounds(a: Bounds | undefined, b: Bounds | undefined): Bounds | undefined {
  if (!a || !b) return a ?? b;
  return {
    west: Math.min(a.west, b.west),
    south: Math.min(a.south, b.south),
    east: Math.max(a.east, b.east),
    north: Math.max(a.north, b.north),
  };
}

/** Bounds of positions. Units: degrees WGS84. */
interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
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

/** Returns the `geo` metadata of a file of areas. Source: GeoParquet 1.1.0. */
function areaMetadata(geometry: string): string {
  return JSON.stringify({
    version: '1.1.0',
    primary_column: geometry,
    columns: {
      [geometry]: { encoding: 'WKB', geometry_types: ['MultiPolygon'], orientation: 'counterclockwise' },
    },
  });
}
