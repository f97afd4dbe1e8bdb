import { GeomillError } from '../base/errors/geomill-error.ts';
import { nearestName } from '../base/text/suggestion.ts';
import { csvOutput } from './csv-write.ts';
import { excelOutput } from './excel-write.ts';
import { geojsonlOutput, geojsonOutput, geojsonsOutput } from './geojson-write.ts';
import { message, type Message } from '../base/messages/message.ts';
import { gzipOf } from './gzip-make.ts';
import { ndjsonOutput } from './ndjson-write.ts';
import { isDerivedFormat, type OutputFormat, type RecordReader, type RowFormat } from './output-format.ts';
import { parquetOutput } from './parquet-make.ts';
import { workbookOutput } from './workbook-make.ts';
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
  workbook: workbookOutput,
  'csv.gz': gzipOf(csvOutput),
  'excel.gz': gzipOf(excelOutput),
  'ndjson.gz': gzipOf(ndjsonOutput),
  'geojson.gz': gzipOf(geojsonOutput),
  'geojsonl.gz': gzipOf(geojsonlOutput),
  'geojsons.gz': gzipOf(geojsonsOutput),
} as const satisfies Readonly<Record<string, OutputFormat>>;

/** Name of the rows with all columns, which every output is made from where a job chooses the columns of its results. */
export const RECORD = 'record';

const recordOutput: RowFormat = { ...geojsonOutput, name: RECORD, extension: '.record.geojson' };

/** The name of a format of the results. */
export type OutputFormatName = keyof typeof OUTPUT_FORMATS;

/** Formats that are known by other names. */
const OTHER_NAMES: Readonly<Record<string, OutputFormatName>> = {
  xls: 'xlsx',
  xlsm: 'xlsx',
  ods: 'xlsx',
  tsv: 'csv',
  txt: 'csv',
  json: 'geojson',
  kml: 'geojson',
  jsonl: 'ndjson',
  geoparquet: 'parquet',
};

/** Formats of maps that GDAL makes of GeoJSON, by their names. Shape: a shapefile would cut the names of the columns. */
const BY_GDAL: Readonly<Record<string, string>> = {
  gpkg: 'gpkg',
  geopackage: 'gpkg',
  sqlite: 'gpkg',
  shp: 'gpkg',
  shapefile: 'gpkg',
  fgb: 'fgb',
  flatgeobuf: 'fgb',
};

/** Returns what to write in place of an unknown format, as the end of a message; undefined for a name that resembles none. */
export function meantOutput(name: string): Message | undefined {
  const plain = name.toLowerCase().replace(/^\./, '');
  if (Object.hasOwn(BY_GDAL, plain)) return message('output.byGdal', { extension: BY_GDAL[plain] as string });
  const nearest = Object.hasOwn(OTHER_NAMES, plain)
    ? OTHER_NAMES[plain]
    : nearestName(plain, Object.keys(OUTPUT_FORMATS));
  return nearest === undefined ? undefined : message('output.meant', { name: nearest });
}

/** Returns an output format by its name. Errors: JOB_WRONG when there is none. */
export function outputFormat(name: string): OutputFormat {
  if (name === RECORD) return recordOutput;
  if (Object.hasOwn(OUTPUT_FORMATS, name)) return OUTPUT_FORMATS[name as OutputFormatName];
  const meant = meantOutput(name);
  throw new GeomillError(
    'JOB_WRONG',
    meant
      ? message('output.unknownFormatMeant', { name, meant, names: Object.keys(OUTPUT_FORMATS) })
      : message('output.unknownFormat', { name, names: Object.keys(OUTPUT_FORMATS) }),
  );
}

/** Returns the format of a file by the ending of its name: that of a file beside the results, such as the rejects. */
export function outputFormatOfFile(fileName: string): OutputFormat | undefined {
  return Object.values<OutputFormat>(OUTPUT_FORMATS).find(({ extension }) => fileName.endsWith(extension));
}

/** Returns how the records of a row format are read back; undefined for a format that cannot be read. */
export function recordReader(name: string): RecordReader | undefined {
  if (name !== RECORD && !Object.hasOwn(OUTPUT_FORMATS, name)) return undefined;
  const format = outputFormat(name);
  return isDerivedFormat(format) ? undefined : format.reader;
}

/** Returns the names of the row formats that can be read back, in the order of their registration. */
export function readableFormats(): string[] {
  return [RECORD, ...Object.keys(OUTPUT_FORMATS)].filter((name) => recordReader(name) !== undefined);
}
