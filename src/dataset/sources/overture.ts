import { open } from 'node:fs/promises';
import { withParquetFile } from '../../formats/parquet/read-parquet-file.ts';
import type { FeatureSink } from '../features.ts';
import { OVERTURE_MEMBERS, OVERTURE_OMITTED, readOverturePlace, type OvertureRow } from './overture-row.ts';
import {
  badSource,
  createReport,
  inFile,
  remarkRow,
  skipRow,
  type SourceOptions,
  type SourceReport,
} from './source-report.ts';
import { readSourceValues } from './source-rows.ts';

/** Beginning of a Parquet file. */
const MAGIC = 'PAR1';

/** The other types of Overture, by a column that no other type has. Source: Overture schema 2.0. */
const OTHER_TYPES: readonly [column: string, type: string][] = [
  ['division_ids', 'division_boundary'],
  ['division_id', 'division_area'],
  ['hierarchies', 'division'],
  ['address_levels', 'address'],
  ['connectors', 'segment'],
  ['building_id', 'building_part'],
  ['has_parts', 'building'],
  ['roof_shape', 'building'],
  ['source_tags', 'feature of the theme base'],
  ['depth', 'bathymetry'],
];

/**
 * Reads a file of Overture's places (GeoParquet with any compression, GeoJSON, or one feature a line) into points of interest, row by row.
 *
 * Shape: keys are `overture:ID`; places that are closed, in another country or without name or point are skipped.
 * Errors: INPUT_MISSING; INPUT_BAD if the file is broken, or has another type than place; IO.
 */
export async function readOvertureFile(
  file: string,
  sink: FeatureSink,
  { onBytes }: SourceOptions = {},
): Promise<SourceReport> {
  const report = createReport(file);
  const take = (number: number, row: OvertureRow): void => {
    report.rows = number;
    const place = readOverturePlace(row, (reason) => remarkRow(report, number, reason));
    if (typeof place === 'string') return skipRow(report, number, place);
    sink(place);
    report.used += 1;
  };
  if (await isParquet(file)) await readParquet(file, take, onBytes);
  else await readFeatures(file, take, report, onBytes);
  return report;
}

async function isParquet(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => undefined);
  // That it cannot be opened is reported by the reader.
  if (handle === undefined) return false;
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString('latin1') === MAGIC;
  } finally {
    await handle.close();
  }
}

type Take = (number: number, row: OvertureRow) => void;

async function readParquet(file: string, take: Take, onBytes: SourceOptions['onBytes']): Promise<void> {
  try {
    await withParquetFile(file, async ({ columns, rowCount, rows }) => {
      refuseOtherTypes(file, columns);
      let number = 0;
      const present = OVERTURE_MEMBERS.filter((name) => columns.includes(name));
      for await (const slice of rows<OvertureRow>(present, OVERTURE_OMITTED)) {
        for (const row of slice) take((number += 1), row);
        onBytes?.(number, rowCount);
      }
    });
  } catch (error) {
    throw inFile(file, error);
  }
}

async function readFeatures(
  file: string,
  take: Take,
  report: SourceReport,
  onBytes: SourceOptions['onBytes'],
): Promise<void> {
  let isFirst = true;
  await readSourceValues(
    file,
    {
      take(number, value) {
        const { properties, geometry, id } = (value ?? {}) as Record<string, unknown>;
        const row = (properties ?? {}) as OvertureRow;
        if (isFirst) refuseOtherTypes(file, Object.keys(row));
        isFirst = false;
        take(number, { ...row, id: row.id ?? id, geometry });
      },
      bad(number, reason) {
        report.rows = number;
        skipRow(report, number, reason);
      },
    },
    onBytes,
  );
}

/** Refuses a file without the columns of places. */
function refuseOtherTypes(file: string, columns: readonly string[]): void {
  const isPlaces = ['taxonomy', 'categories', 'basic_category'].some((name) => columns.includes(name));
  if (isPlaces && columns.includes('names')) return;
  const other = OTHER_TYPES.find(([column]) => columns.includes(column))?.[1];
  const message =
    other === undefined
      ? `it has no columns of Overture's places (names, taxonomy). Its columns are ${columns.join(', ')}. Give other tables of places with --places.`
      : `it is a ${other} file of Overture, not one of places. Download the places with --type=place${other === 'address' ? ', or give this file with --addresses' : ''}.`;
  throw badSource(file, message);
}
