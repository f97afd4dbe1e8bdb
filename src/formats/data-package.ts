import { englishText } from '../base/messages/message.ts';
import { isDerivedFormat, type OutputFormat } from './output-format.ts';
import { OUTPUT_FORMATS, outputFormatOfFile } from './outputs.ts';
import type { OutputColumn } from './record.ts';

const PROFILES = 'https://datapackage.org/profiles/2.0';

/** Name of the file that describes the files of its folder. */
export const DATA_PACKAGE_FILE = 'datapackage.json';

/** A file of a Data Package. Shape: `format` is the name of an output format, if the file has one; `columns` are those of a table. */
export interface DescribedFile {
  name: string;
  format: string;
  file: { name: string; bytes: number; sha256: string };
  columns: readonly OutputColumn[];
  description: string | undefined;
}

/** What a Data Package says of all its files. */
export interface PackageContent {
  name: string;
  title: string;
  files: readonly DescribedFile[];
  sources: readonly { title: string }[];
}

/** Returns a Data Package. Source: Data Package 2.0. Shape: tables have a field for each column with type, meaning, unit and range. */
export function dataPackage({ name, title, files, sources }: PackageContent) {
  return {
    $schema: `${PROFILES}/datapackage.json`,
    name: slug(name),
    title,
    resources: files.map(resourceOf),
    sources,
  };
}

function resourceOf({ name, format, file, columns, description }: DescribedFile) {
  const own = (OUTPUT_FORMATS as Readonly<Record<string, OutputFormat>>)[format];
  const found = own ?? outputFormatOfFile(file.name);
  const dialect = own?.table?.dialect;
  return {
    name: slug(name),
    path: file.name,
    format: file.name.slice(file.name.lastIndexOf('.') + 1),
    mediatype: found?.mediaType,
    bytes: file.bytes,
    hash: `sha256:${file.sha256}`,
    encoding: found && !isDerivedFormat(found) ? 'utf-8' : undefined,
    schema: own?.table && tableSchema(columns),
    type: dialect && 'table',
    dialect,
    description,
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
  return {
    name,
    type,
    description: description && englishText(description),
    unit: unit && englishText(unit),
    constraints: isLimited ? constraints : undefined,
  };
}

/** Returns text in the characters that a name may have: lower-case letters, digits, `-`, `_`, `.`. */
function slug(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[đĐ]/g, 'd').toLowerCase();
  return plain.replace(/[^a-z0-9._-]+/g, '-');
}
