import { csvOutput } from './csv-write.ts';
import { excelOutput } from './excel-write.ts';
import { geojsonlOutput, geojsonOutput, geojsonsOutput } from './geojson-write.ts';
import { csvGzipOutput, ndjsonGzipOutput } from './gzip-make.ts';
import { ndjsonOutput } from './ndjson-write.ts';
import type { OutputFormat } from './output-format.ts';

/** The formats of the results, by name. A new format is one file and one line here. */
export const OUTPUT_FORMATS = {
  csv: csvOutput,
  ndjson: ndjsonOutput,
  geojson: geojsonOutput,
  geojsonl: geojsonlOutput,
  geojsons: geojsonsOutput,
  excel: excelOutput,
  'csv.gz': csvGzipOutput,
  'ndjson.gz': ndjsonGzipOutput,
} as const satisfies Readonly<Record<string, OutputFormat>>;

/** The name of a format of the results. */
export type OutputFormatName = keyof typeof OUTPUT_FORMATS;
