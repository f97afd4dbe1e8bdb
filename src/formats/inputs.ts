import { failure } from '../base/errors/geomill-error.ts';
import { csvInput } from './csv-input.ts';
import { geojsonInput } from './geojson-input.ts';
import type { InputFormat, RecordFormat, RowReader } from './input-format.ts';
import { jsonInput } from './json-input.ts';
import { ndjsonInput } from './ndjson-input.ts';
import { parquetInput } from './parquet-input.ts';
import type { InputLayout } from './record.ts';
import { xlsInput } from './xls-input.ts';
import { xlsxInput } from './xlsx-input.ts';

/** The formats of the input, by name. A new format is one file and one line here. */
export const INPUT_FORMATS: Readonly<Record<string, InputFormat>> = {
  csv: csvInput,
  ndjson: ndjsonInput,
  json: jsonInput,
  geojson: geojsonInput,
  xlsx: xlsxInput,
  xls: xlsInput,
  parquet: parquetInput,
};

/** Returns a format of the input by name. */
export function inputFormat(name: string): InputFormat {
  const format = INPUT_FORMATS[name];
  if (format === undefined) throw failure('INTERNAL', 'input.unknownFormat', { name });
  return format;
}

/** Returns the framing and reading of a format whose text is cut into records where it is. */
export function recordsOf(name: string): RecordFormat {
  const { records } = inputFormat(name);
  if (records === undefined) throw failure('INTERNAL', 'input.mustBeRewritten', { name });
  return records;
}

/** Returns the reader for an input that is plain UTF-8 text (see `needsSpool`); `columns` must be the exact ones. */
export function createRowReader(layout: Pick<InputLayout, 'format' | 'delimiter' | 'columns'>): RowReader {
  return recordsOf(layout.format).createReader(layout);
}

/** Returns the format that a file name promises, or undefined. */
export function formatOfName(fileName: string): InputFormat | undefined {
  const name = fileName.toLowerCase().replace(/\.gz$/, '');
  return Object.values(INPUT_FORMATS).find((format) =>
    format.extensions.some((extension) => name.endsWith(extension)),
  );
}
