import type { OutputColumn } from '../../formats/record.ts';
import type { OutputMark } from './marks.ts';

const PROFILES = 'https://datapackage.org/profiles/2.0';

/** The media type of files, by the ending of their names. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  geojson: 'application/geo+json',
  geojsonl: 'application/x-ndjson',
  geojsons: 'application/geo+json-seq',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  fgb: 'application/flatgeobuf',
  gpkg: 'application/geopackage+sqlite3',
  gz: 'application/gzip',
};

/** Outputs that are plain tables with a header; their columns are described as a table schema. */
const TABLES = new Set(['csv', 'xlsx', 'parquet', 'ndjson']);

/** The part of a manifest that its Data Package describes. */
export interface DescribedRun {
  job: string;
  input: { name: string };
  files: Readonly<Record<string, OutputMark & { name: string; from?: string }>>;
  columns?: readonly OutputColumn[];
}

/**
 * Returns the description of the results of a run as a Data Package. Source: Data Package 2.0.
 *
 * Shape: one resource for each file with its size and hash; tables have a field for each column with type, meaning, unit and range.
 * Guarantee: a function of the manifest, without time, so that equal runs have equal packages.
 */
export function dataPackage(manifest: DescribedRun): object {
  const { job, input, files, columns = [] } = manifest;
  const schema = tableSchema(columns);
  return {
    $schema: `${PROFILES}/datapackage.json`,
    name: slug(`${job}-${input.name}`),
    title: `Results of the job ${job} for ${input.name}`,
    resources: Object.entries(files).map(([output, { name, bytes, sha256, from }]) => {
      const format = name.slice(name.lastIndexOf('.') + 1);
      return {
        name: slug(output),
        path: name,
        format,
        ...(MEDIA_TYPES[format] && { mediatype: MEDIA_TYPES[format] }),
        bytes,
        hash: `sha256:${sha256}`,
        ...(/^(?:csv|.*json[ls]?)$/.test(format) && { encoding: 'utf-8' }),
        ...(TABLES.has(output) && { schema }),
        ...(output === 'csv' && { type: 'table', dialect: { delimiter: ',', lineTerminator: '\n' } }),
        ...(from === undefined ? {} : { description: `The same rows as ${files[from]?.name ?? from}` }),
      };
    }),
    sources: [{ title: input.name }],
  };
}

function tableSchema(columns: readonly OutputColumn[]): object {
  return {
    $schema: `${PROFILES}/tableschema.json`,
    fields: columns.map(fieldOf),
    missingValues: [''],
  };
}

function fieldOf({ name, type, description, unit, minimum, maximum, values }: OutputColumn): object {
  const constraints = {
    ...(values && { required: true, enum: values }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  return {
    name,
    type,
    description,
    ...(unit === undefined ? {} : { unit }),
    ...(Object.keys(constraints).length > 0 && { constraints }),
  };
}

/** Returns text in the characters that a name may have: lower-case letters, digits, `-`, `_`, `.`. */
function slug(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
  return plain.replace(/[^a-z0-9._-]+/g, '-');
}
