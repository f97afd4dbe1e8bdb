import { isDerivedFormat, type OutputFormat } from '../../formats/output-format.ts';
import { OUTPUT_FORMATS, outputFormatOfFile } from '../../formats/outputs.ts';
import type { OutputColumn } from '../../formats/record.ts';
import type { OutputMark } from './marks.ts';

const PROFILES = 'https://datapackage.org/profiles/2.0';

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
      const own = (OUTPUT_FORMATS as Readonly<Record<string, OutputFormat>>)[output];
      const found = own ?? outputFormatOfFile(name);
      const dialect = own?.table?.dialect;
      return {
        name: slug(output),
        path: name,
        format: name.slice(name.lastIndexOf('.') + 1),
        mediatype: found?.mediaType,
        bytes,
        hash: `sha256:${sha256}`,
        encoding: found && !isDerivedFormat(found) ? 'utf-8' : undefined,
        schema: own?.table && schema,
        type: dialect && 'table',
        dialect,
        description: from === undefined ? undefined : `The same rows as ${files[from]?.name ?? from}`,
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
  const constraints = { required: values && true, enum: values, minimum, maximum };
  const isLimited = Object.values(constraints).some((each) => each !== undefined);
  return { name, type, description, unit, constraints: isLimited ? constraints : undefined };
}

/** Returns text in the characters that a name may have: lower-case letters, digits, `-`, `_`, `.`. */
function slug(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
  return plain.replace(/[^a-z0-9._-]+/g, '-');
}
