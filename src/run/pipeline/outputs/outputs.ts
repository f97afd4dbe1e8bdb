import { type ChosenColumn, chosenOutput, withColumns } from '../../../formats/chosen-columns.ts';
import { csvOutput } from '../../../formats/csv-write.ts';
import { COLLECTION_FRAME, encodeLines } from '../../../formats/geojson-write.ts';
import { isDerivedFormat, type DerivedFormat, type RowWriter } from '../../../formats/output-format.ts';
import { encodeRoutes, GPX_FRAME } from '../../../formats/gpx-write.ts';
import { outputFormat, RECORD } from '../../../formats/outputs.ts';
import type { OutputColumn, OutputRow } from '../../../formats/record.ts';
import { failure } from '../../../base/errors/geomill-error.ts';
import type { StageLine, StageOutput, StageTableRow } from '../../stages/stage.ts';
import { nameInputColumns } from '../plan-stages.ts';
import type { FileText, SinkFrame } from './sink.ts';
import type { JobSpec } from '../job-spec.ts';

/** The content of a chunk that its outputs are written from. */
export interface ChunkContent {
  rows: readonly OutputRow[];
  /** Lines of the stages, by the name of their output. */
  lines: Readonly<Record<string, readonly StageLine[]>>;
  /** Rows of the tables of the stages, by the name of their output. */
  tables: Readonly<Record<string, readonly StageTableRow[]>>;
  /** Text of the rejected rows. */
  rejects: string;
}

/** Writes the text of one output: the frame around it, and what each chunk adds. */
export interface OutputWriter {
  frame: SinkFrame;
  encode(content: ChunkContent): FileText;
}

/** The name of an output, and its file name in the output folder. */
interface DeclaredOutput {
  name: string;
  fileName: string;
}

/** An output whose text is appended chunk by chunk and committed with the journal. */
export interface RowOutput extends DeclaredOutput {
  /** Whether the job does not list it and only other outputs are made from it: a record of the run, in a hidden file. */
  isHidden: boolean;
  /** Shape: `chosen` are the columns to write; all of them when left out. */
  open(
    columns: readonly OutputColumn[],
    inputColumns: readonly string[],
    chosen?: readonly ChosenColumn[],
  ): OutputWriter;
}

/** An output that is made from the file of a row output, after the last commit. */
export interface DerivedOutput extends DeclaredOutput, Pick<DerivedFormat, 'from' | 'make'> {
  /** Bytes behind the last row; 0 when left out. */
  tailBytes?: number;
}

/** The outputs of a run, each with a name of its own. */
export interface RunOutputs {
  rows: readonly RowOutput[];
  derived: readonly DerivedOutput[];
}

/** Name of the output of the rejected rows. */
export const REJECTS = 'rejects';

/**
 * Returns the row formats that a job writes, in its order: those it lists, and those its derived formats are made from. A job that chooses the
 * columns of its results writes one with all columns, so that its rows can be shown, reviewed and retried as those of any other.
 */
export function rowFormatsOf({
  outputs,
  resultColumns,
}: Pick<JobSpec, 'outputs' | 'resultColumns'>): string[] {
  if (resultColumns) return [RECORD];
  const names = outputs.map((name) => {
    const format = outputFormat(name);
    return isDerivedFormat(format) ? format.from : name;
  });
  return [...new Set(names)];
}

/**
 * Declares the outputs of a job: its formats, the outputs of its stages, and the rejects.
 *
 * Errors: JOB_WRONG for a format that does not exist; INTERNAL when two outputs have one name.
 */
export function declareOutputs(
  { outputs, stages, resultColumns }: Pick<JobSpec, 'outputs' | 'stages' | 'resultColumns'>,
  inputName: string,
): RunOutputs {
  const named = (name: string, extension: string) => ({ name, fileName: `${inputName}${extension}` });
  const rows: RowOutput[] = rowFormatsOf({ outputs, resultColumns }).map((name) => {
    const format = outputFormat(name);
    if (isDerivedFormat(format)) throw failure('INTERNAL', 'output.derivedSource', { name });
    return {
      ...named(name, format.extension),
      isHidden: !outputs.includes(name),
      open: (columns, _, chosen) => rowsWriter((chosen ? withColumns(format, chosen) : format).open(columns)),
    };
  });
  const derived = outputs.flatMap((name): DerivedOutput[] => {
    const listed = outputFormat(name);
    const format = resultColumns && name !== RECORD ? chosenOutput(listed, resultColumns) : listed;
    if (!isDerivedFormat(format)) return [];
    return [{ ...format, ...named(name, format.extension) }];
  });
  const lines = stages
    .flatMap(({ definition }) => definition.outputs ?? [])
    .map((output) => ({
      ...named(output.name, output.extension),
      isHidden: false,
      open: stageWriter(output),
    }));
  const rejects = {
    name: REJECTS,
    fileName: 'rejects.ndjson',
    isHidden: false,
    open: () => REJECTS_WRITER,
  };
  const declared = { rows: [...rows, ...lines, rejects], derived };
  refuseRepeatedNames(declared);
  return declared;
}

/** Opens the writers of the row outputs, by name. */
export function openWriters(
  { rows }: RunOutputs,
  columns: readonly OutputColumn[],
  inputColumns: readonly string[] = [],
  chosen?: readonly ChosenColumn[],
): ReadonlyMap<string, OutputWriter> {
  return new Map(rows.map((output) => [output.name, output.open(columns, inputColumns, chosen)]));
}

/** Writes rows in one of the formats. */
const rowsWriter = (writer: RowWriter): OutputWriter => ({
  frame: writer,
  encode: ({ rows }) => writer.encode(rows),
});

const REJECTS_WRITER: OutputWriter = {
  frame: { head: '', separator: '', tail: '' },
  encode: ({ rejects }) => rejects,
};

function stageWriter(output: StageOutput): RowOutput['open'] {
  const { name, columns, isOwn = false } = output;
  if (columns === undefined) return () => lineWriter(output);
  return (_, inputColumns) => {
    const { names } = nameInputColumns([
      ...columns.map((column) => column.name),
      ...(isOwn ? [] : inputColumns),
    ]);
    const writer = csvOutput.open(names.map((each) => ({ name: each, type: 'any' })));
    const encode: OutputWriter['encode'] = ({ tables }) =>
      writer.encode(
        (tables[name] ?? []).map(({ values, cells }) => ({ values: [...values, ...cells], position: null })),
      );
    return { frame: writer, encode };
  };
}

function lineWriter({ name, format }: StageOutput): OutputWriter {
  if (format === 'gpx') {
    const routeOf = ({ name: route = '', places = [] }: StageLine) => ({ name: route, places });
    return { frame: GPX_FRAME, encode: ({ lines }) => encodeRoutes((lines[name] ?? []).map(routeOf)) };
  }
  return { frame: COLLECTION_FRAME, encode: ({ lines }) => encodeLines(lines[name] ?? []) };
}

function refuseRepeatedNames({ rows, derived }: RunOutputs): void {
  const names = [...rows, ...derived].map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw failure('INTERNAL', 'output.sameNames', { name: repeated });
}
