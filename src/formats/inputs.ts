import type { InputLayout } from './record.ts';

/** Describes a format that inputs may have. */
export interface InputFormat {
  readonly name: InputLayout['format'];
  /** Endings of file names, with their dot; each may have `.gz` after it. */
  readonly extensions: readonly string[];
  readonly description: string;
}

/** Lists the formats that inputs may have. */
export const INPUT_FORMATS: Readonly<Record<InputLayout['format'], InputFormat>> = {
  csv: {
    name: 'csv',
    extensions: ['.csv', '.tsv', '.tab', '.txt', '.psv'],
    description: 'Rows with a header; cells separated by comma, semicolon, tab or bar',
  },
  ndjson: {
    name: 'ndjson',
    extensions: ['.ndjson', '.jsonl', '.jsonlines'],
    description: 'One JSON object a line',
  },
  json: { name: 'json', extensions: ['.json'], description: 'One JSON array of objects' },
  geojson: {
    name: 'geojson',
    extensions: ['.geojson', '.geojsonl', '.geojsons', '.ndgeojson'],
    description:
      'A FeatureCollection, Features one a line, or a GeoJSON text sequence; Points become the columns lon and lat',
  },
};

/** Lists the encodings an input may have, by the names a job states them with. */
export const INPUT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1258'] as const satisfies readonly [
  ...InputLayout['encoding'][],
];

/** Lists the delimiters that are looked for in CSV, with the names a job may state them by. */
export const CSV_DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', bar: '|' } as const;

/** Returns the format that a file's name promises, or undefined. */
export function formatOfName(fileName: string): InputLayout['format'] | undefined {
  const name = fileName.toLowerCase().replace(/\.gz$/, '');
  return Object.values(INPUT_FORMATS).find((format) =>
    format.extensions.some((extension) => name.endsWith(extension)),
  )?.name;
}
