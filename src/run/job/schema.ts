import { englishText } from '../../base/messages/message.ts';
import Type, { type Static, type TObject } from 'typebox';
import { INPUT_FORMATS } from '../../formats/inputs.ts';
import { CSV_DELIMITERS } from '../../formats/inspect-csv.ts';
import { OUTPUT_FORMATS, type OutputFormatName } from '../../formats/outputs.ts';
import { INPUT_ENCODINGS } from '../../formats/transcode.ts';
import { FIGURES } from '../pipeline/expectations.ts';
import { loadStages } from '../stages/registry.ts';
import type { StageDefinition } from '../stages/stage.ts';
import { optional } from '../../contract/optional.ts';

const strict = { additionalProperties: false };

/** Returns a schema of one of some words. */
function oneOf<T extends string>(values: readonly T[], options: { description: string; default?: T }) {
  return Type.Unsafe<T>(Type.Enum([...values], options));
}

/** The schema of the input settings, for settings that cannot be detected. */
export const JobInput = Type.Object(
  {
    format: Type.Optional(
      oneOf(['auto', ...Object.keys(INPUT_FORMATS)], {
        default: 'auto',
        description: 'format of the input; auto: detected',
      }),
    ),
    encoding: Type.Optional(
      oneOf(['auto', ...INPUT_ENCODINGS], {
        default: 'auto',
        description:
          'encoding of the input: UTF-8 and UTF-16 are detected, the others must be stated; tcvn3, vni and double-utf-8 (UTF-8 that was read as Windows-1252 and saved) also for texts of workbooks',
      }),
    ),
    delimiter: Type.Optional(
      oneOf(['auto', ...Object.keys(CSV_DELIMITERS), ...Object.values(CSV_DELIMITERS)], {
        default: 'auto',
        description: 'what separates the cells of CSV, as itself or by its name',
      }),
    ),
    escape: Type.Optional(
      oneOf(['auto', 'double', 'backslash'], {
        default: 'auto',
        description:
          'what quotes in cells of CSV have: double, a second quote; backslash, a backslash before them, as MySQL writes; auto: backslash where only it fits',
      }),
    ),
    header: optional.boolean({
      default: true,
      description:
        'false: the first line of CSV or row of a sheet is data, and the columns are called column_1, column_2 and so on',
    }),
    header_row: optional.integer({
      minimum: 1,
      maximum: 1_048_576,
      description:
        'Excel and CSV: row (of CSV the line) of the header, or of its first row, from 1; default: detected',
    }),
    header_rows: optional.integer({
      minimum: 1,
      maximum: 4,
      description:
        'Excel and CSV: number of rows of the header, whose names are joined, as in Địa chỉ / Tỉnh/TP; default: detected',
    }),
    range: optional.string({
      minLength: 2,
      description: 'Excel: cells of the table with its header, as in B3:H200, B:H or 3:200; default: all',
    }),
    checked: optional.boolean({
      default: false,
      description:
        'true: the reading of the input was looked at; a run does not stop where a sample of it looks wrong, as with --yes',
    }),
    sheet: optional.union([Type.String({ minLength: 1 }), Type.Integer({ minimum: 1 })], {
      description:
        'sheet of an Excel workbook: its name, or its number from 1; default: the first visible one',
    }),
  },
  { ...strict, description: 'how the input is read; settings left out are detected' },
);

/** The schema of the limits of a run. */
export const JobLimits = Type.Object(
  {
    rate_per_second: optional.number({
      minimum: 0.1,
      maximum: 5000,
      description: 'requests a second at most',
    }),
    concurrency: optional.integer({
      minimum: 1,
      maximum: 1024,
      default: 8,
      description: 'requests in flight at most',
    }),
    per_day: optional.integer({
      minimum: 1,
      description: 'requests a day at most, over all runs; days of UTC+7',
    }),
    timeout_ms: optional.integer({
      minimum: 100,
      maximum: 600_000,
      default: 30_000,
      description: 'longest time of one request; milliseconds; left out, routes have 180,000',
    }),
    max_pause_s: optional.integer({
      minimum: 0,
      maximum: 86_400,
      default: 300,
      description: 'longest pause the service may ask for before the run stops instead; seconds',
    }),
    price_per_request: optional.number({
      minimum: 0,
      description: 'price of one request, for `geomill plan`; any currency',
    }),
    chunk_bytes: optional.integer({
      minimum: 1024,
      maximum: 16_777_216,
      description: 'size of the chunks in which the input is processed; bytes',
    }),
    checkpoint_ms: optional.integer({
      minimum: 0,
      maximum: 60_000,
      description: 'time between two checkpoints; milliseconds',
    }),
  },
  { ...strict, description: 'what a run may spend; the command line may say otherwise' },
);

/** The schema of what a job expects of its results. */
export const JobExpect = Type.Object(
  Object.fromEntries(
    Object.entries(FIGURES).map(([name, { operator, isRate, description }]) => {
      const bound = isRate ? '(0(\\.\\d+)?|1(\\.0+)?|\\d{1,2}(\\.\\d+)? ?%|100 ?%)' : '\\d+';
      const number = isRate ? Type.Number({ minimum: 0, maximum: 1 }) : Type.Integer({ minimum: 0 });
      const example = isRate ? `"${operator} 0.95" or "${operator} 95%"` : `"${operator} 10"`;
      const text = Type.String({ pattern: `^\\s*(${operator})?\\s*${bound}\\s*$`, description: example });
      return [name, optional.union([number, text], { description: englishText(description) })];
    }),
  ),
  { ...strict, description: 'what the results of a run must reach; where they do not, the exit code is 3' },
);

/** Names of the options of a job; no stage may have one of them. */
export const RESERVED_NAMES: readonly string[] = [
  'name',
  'input',
  'stages',
  'outputs',
  'result_columns',
  'aliases',
  'key',
  'map_link',
  'limits',
  'expect',
];

const As = optional.string({
  pattern: '^[A-Za-z][A-Za-z0-9_]*$',
  maxLength: 40,
  description:
    'what the stage is called, in front of its columns: letters, digits and _; the kind of stage when left out',
});

/** Returns the options that a stage takes in a job file: its own, and the name it goes by. */
export function stageOptions(definition: StageDefinition): TObject {
  return Type.Object({ ...definition.options.properties, as: As }, strict);
}

/** The schema of a job file without the options of its stages, which {@link stageOptions} returns. */
export const JobFile = Type.Object(
  {
    name: Type.String({
      pattern: '^[A-Za-z0-9][A-Za-z0-9_-]*$',
      maxLength: 64,
      description: 'name of the job and of its output folder: letters, digits, - and _',
    }),
    input: Type.Optional(JobInput),
    stages: Type.Array(Type.Unknown(), {
      minItems: 1,
      maxItems: 32,
      description: 'what is done to each row, in order',
    }),
    outputs: Type.Array(
      oneOf(Object.keys(OUTPUT_FORMATS) as OutputFormatName[], { description: 'format of the results' }),
      { minItems: 1, uniqueItems: true, description: 'formats of the results; each is a file' },
    ),
    result_columns: optional.union(
      [
        Type.String({ minLength: 1, description: 'all, usual or answer' }),
        Type.Array(
          Type.Union([
            Type.String({ minLength: 1 }),
            Type.Record(Type.String(), Type.String({ minLength: 1 })),
          ]),
          { minItems: 1 },
        ),
      ],
      {
        description:
          'columns of the results: all (default), usual or answer behind those of the input, or a list of columns, each by its name or as name: new name; input, usual and answer also in the list',
      },
    ),
    aliases: optional.string({
      minLength: 1,
      description:
        'alias file, relative to the job file: texts that "geomill review" matched, which are answered from it',
    }),
    key: optional.string({
      minLength: 1,
      description:
        'column that identifies a row, as in id: later runs keep the answers of rows that did not change; as --key',
    }),
    map_link: optional.string({
      minLength: 1,
      description:
        'links to a map in "geomill review", as in https://maps.example/?q={lat},{lon}; also with {text}; none for no links (default: OpenStreetMap)',
    }),
    limits: Type.Optional(JobLimits),
    expect: Type.Optional(JobExpect),
  },
  { ...strict, description: 'A job of Geomill' },
);

/** A job file whose members were checked. */
export type JobFile = Static<typeof JobFile>;

/** Returns the JSON Schema of job files, for editors: {@link JobFile} with the options of every kind of stage. */
export async function jobSchemaText(): Promise<string> {
  const kinds = [...(await loadStages()).values()];
  const stage = Type.Union([
    Type.Enum(
      kinds.map(({ name }) => name),
      { description: 'a stage without options' },
    ),
    Type.Object(
      Object.fromEntries(
        kinds.map((kind) => [
          kind.name,
          optional.union([stageOptions(kind), Type.Null()], { description: kind.summary }),
        ]),
      ),
      { ...strict, minProperties: 1, maxProperties: 1 },
    ),
  ]);
  const { stages, ...others } = JobFile.properties;
  const properties = { ...others, stages: { ...stages, items: stage } };
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Geomill job',
    ...JobFile,
    properties,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
