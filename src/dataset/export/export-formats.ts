import { csvOutput } from '../../formats/csv-write.ts';
import { geojsonOutput } from '../../formats/geojson-write.ts';
import type { RowFormat } from '../../formats/output-format.ts';
import { parquetOutput } from '../../formats/parquet-make.ts';
import type { OutputColumn, OutputRow } from '../../formats/record.ts';
import { wktPolygons } from '../../formats/wkt.ts';
import type { ExportTable } from './unit-tables.ts';

/** Rows that are written at once. */
const BLOCK_ROWS = 500;

/** A table in a format. Shape: `columns` are all that the file has; `blocks` returns its bytes and reports the rows as they are written. */
export interface FormattedTable {
  extension: string;
  columns: readonly OutputColumn[];
  blocks: (onRows: (count: number) => void) => AsyncIterable<Uint8Array>;
}

const GEOMETRY = { name: 'geometry', type: 'string' } as const;

/** The formats of an export. */
export const EXPORT_FORMATS = { parquet: asParquet, csv: asCsv };

/** The name of a format of an export. */
export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** Parquet; GeoParquet if the table has a geometry. */
function asParquet({ columns, geometry, rows }: ExportTable): FormattedTable {
  const described = {
    ...GEOMETRY,
    type: 'any',
    description: 'boundary: MultiPolygon as WKB, degrees WGS84',
  } as const;
  return {
    extension: parquetOutput.extension,
    columns: geometry === 'none' ? columns : [...columns, described],
    blocks: (onRows) =>
      parquetOutput.make({
        ...{ columns, geometry },
        open: () => blocksOf(geojsonOutput, columns, rows(), onRows),
      }),
  };
}

/** CSV; a geometry is text in the last column. */
function asCsv({ columns, geometry, rows }: ExportTable): FormattedTable {
  const described = {
    ...GEOMETRY,
    description: 'boundary: MULTIPOLYGON as WKT, longitude first, degrees WGS84',
  };
  const all = geometry === 'none' ? columns : [...columns, described];
  const withText = ({ values, position, polygons }: OutputRow): OutputRow => ({
    values: polygons === undefined ? values : [...values, wktPolygons(polygons)],
    position,
  });
  return {
    extension: csvOutput.extension,
    columns: all,
    blocks: (onRows) => blocksOf(csvOutput, all, mapRows(rows(), withText), onRows),
  };
}

function* mapRows(rows: Iterable<OutputRow>, change: (row: OutputRow) => OutputRow): Generator<OutputRow> {
  for (const row of rows) yield change(row);
}

/** Writes rows in a row format, some at once. */
async function* blocksOf(
  format: RowFormat,
  columns: readonly OutputColumn[],
  rows: Iterable<OutputRow>,
  onRows: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  const writer = format.open(columns);
  yield Buffer.from(writer.head);
  let waiting: OutputRow[] = [];
  let isFirst = true;
  const take = (): Buffer => {
    const text = (isFirst ? '' : writer.separator) + writer.encode(waiting);
    onRows(waiting.length);
    waiting = [];
    isFirst = false;
    return Buffer.from(text);
  };
  for (const row of rows) {
    waiting.push(row);
    if (waiting.length === BLOCK_ROWS) yield take();
  }
  if (waiting.length > 0) yield take();
  yield Buffer.from(writer.tail);
}
