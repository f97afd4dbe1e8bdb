import { csvOutput } from './csv-write.ts';
import { excelOutput } from './excel-write.ts';
import { flatGeobufOutput } from './flatgeobuf-make.ts';
import { geojsonlOutput, geojsonOutput, geojsonsOutput } from './geojson-write.ts';
import { geoPackageOutput } from './geopackage-make.ts';
import { gzipOf } from './gzip-make.ts';
import { ndjsonOutput } from './ndjson-write.ts';
import type { OutputFormat } from './output-format.ts';
import { parquetOutput } from './parquet-make.ts';
import { xlsxOutput } from './xlsx-make.ts';

/** The formats of the results, by name. A new format is one file and one line here. */
export const OUTPUT_FORMATS = {
  csv: csvOutput,
  ndjson: ndjsonOutput,
  geojson: geojsonOutput,
  geojsonl: geojsonlOutput,
  geojsons: geojsonsOutput,
  excel: excelOutput,
  parquet: parquetOutput,
  xlsx: xlsxOutput,
  fgb: flatGeobufOutput,
  gpkg: geoPackageOutput,
  'csv.gz': gzipOf(csvOutput),
  'excel.gz': gzipOf(excelOutput),
  'ndjson.gz': gzipOf(ndjsonOutput),
  'geojson.gz': gzipOf(geojsonOutput),
  'geojsonl.gz': gzipOf(geojsonlOutput),
  'geojsons.gz': gzipOf(geojsonsOutput),
} as const satisfies Readonly<Record<string, OutputFormat>>;

/** The name of a format of the results. */
export type OutputFormatName = keyof typeof OUTPUT_FORMATS;
