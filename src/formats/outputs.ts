import { csvOutput } from './csv-write.ts';
import { excelOutput } from './excel-write.ts';
import { geojsonlOutput, geojsonOutput } from './geojson-write.ts';
import { ndjsonOutput } from './ndjson-write.ts';
import type { OutputFormat, OutputFormatName } from './output-format.ts';

export type { OutputFormat, OutputFormatName };

/** Lists the formats that results can be written in; a new one is a file of its own and a line here. */
export const OUTPUT_FORMATS: Readonly<Record<OutputFormatName, OutputFormat>> = {
  csv: csvOutput,
  ndjson: ndjsonOutput,
  geojson: geojsonOutput,
  geojsonl: geojsonlOutput,
  excel: excelOutput,
};
