import { isPosition } from '../../base/geo/position.ts';
import type { Message } from '../../base/messages/message.ts';
import type { ReadPosition } from '../../base/position/read-position.ts';
import type { Manifest } from '../../run/pipeline/journal/manifest.ts';
import { optionsOfPosition, positionSource } from '../../run/stages/position-source.ts';
import type { StageRow } from '../../run/stages/stage.ts';
import { addressTemplate } from '../../run/stages/find-columns.ts';
import { compileTemplate } from '../../run/stages/template.ts';
import type { ReportPosition } from '../data/report-facts.ts';
import type { ResultRow } from './result-rows.ts';

/** A stage of the job of a run. Shape: `options` as the job states them. */
export interface RunStage {
  prefix: string;
  name: string;
  options: Readonly<Record<string, unknown>>;
}

/** Returns the stages of a run, in order. */
export function stagesOf({ identity }: Manifest): RunStage[] {
  const stages = JSON.parse(identity.stages) as [string, string, Record<string, unknown>][];
  return stages.map(([prefix, name, options]) => ({ prefix, name, options }));
}

/** The place of a column in the list of those that are read, undefined for one that the results do not have. */
export type Place = number | undefined;

/** The columns that the report reads, collected in one list for the readers of files. */
export interface ColumnList {
  /** Returns the place of a column in the list, undefined where the results have no such column. */
  place(name: string): number | undefined;
  /** Indexes of the listed columns in the results. */
  readonly chosen: number[];
}

/** Starts a list for a file with these columns; `hidden` ones are as if the file had them not. */
export function createColumnList(header: readonly string[], hidden: readonly string[] = []): ColumnList {
  const chosen: number[] = [];
  return {
    chosen,
    place(name) {
      // The columns of the stages follow those of the input: of two with one name, the last is meant.
      const column = header.lastIndexOf(name);
      if (column < 0 || hidden.includes(name)) return undefined;
      const known = chosen.indexOf(column);
      return known >= 0 ? known : chosen.push(column) - 1;
    },
  };
}

/** Returns a cell of a row, empty for a column that is not there. */
export const cellAt = (row: ResultRow, place: Place): string => (place === undefined ? '' : row.text(place));

/** Reads the position of a row, undefined where it has none. */
export type PositionOfRow = (row: ResultRow) => ReportPosition | undefined;

/** Binds the position of the rows: that of the last stage which gives one, else that of the input. */
export function bindPosition(
  stages: readonly RunStage[],
  columns: ColumnList,
  input: readonly string[],
): PositionOfRow | undefined {
  for (const { prefix, name } of [...stages].reverse()) {
    // The position of a picture or of a place nearby is not that of the row.
    const lat = columns.place(`${prefix}_lat`);
    const lon = columns.place(`${prefix}_lon`);
    if (lat !== undefined && lon !== undefined && !['imagery', 'nearby'].includes(name))
      return (row) => positionAt(row, lat, lon);
  }
  return bindInput(stages, columns, input);
}

/** Binds the note of a row about its position in the input, as its stages write and count it. */
export function bindNote(
  stages: readonly RunStage[],
  columns: ColumnList,
  input: readonly string[],
): ((row: ResultRow) => Message | undefined) | undefined {
  const read = bindInput(stages, columns, input);
  return read && ((row) => read(row)?.note);
}

/** Binds the position that the input has. */
function bindInput(
  stages: readonly RunStage[],
  columns: ColumnList,
  input: readonly string[],
): ((row: ResultRow) => ReadPosition | undefined) | undefined {
  const own = stages.find(({ options }) => options.lat ?? options.latlng ?? options.projection)?.options;
  const source = positionSource(optionsOfPosition(own), { columns: input, hasPosition: false });
  if ('faults' in source) return undefined;
  const places = source.columns.map((index) => [index, columns.place(input[index] as string)] as const);
  const cells = new Array<string>(input.length).fill('');
  let current: ResultRow;
  const asInput: StageRow = {
    position: null,
    get cells() {
      for (const [index, place] of places) cells[index] = cellAt(current, place);
      return cells;
    },
  };
  return (row) => {
    current = row;
    const found = source.read(asInput);
    return found === 'empty' || 'fault' in found ? undefined : found;
  };
}

/** Reads the numbers that a stage wrote; those of an input may be written in other ways. */
function positionAt(row: ResultRow, latAt: number, lonAt: number): ReportPosition | undefined {
  const lat = numberAt(row, latAt);
  const lon = numberAt(row, lonAt);
  if (lat === undefined || lon === undefined) return undefined;
  const position = { lat, lon };
  return isPosition(position) ? position : undefined;
}

/** Returns the number of a cell, NaN for one that is none, undefined for an empty one. */
export function numberAt(row: ResultRow, place: Place): number | undefined {
  if (place === undefined) return undefined;
  const text = row.text(place);
  return text === '' ? undefined : Number(text);
}

/** Columns of a stage that say what it returned for a row, the best first. */
const MATCHES = ['label', 'line', 'code', 'arrival_time', 'name', 'id'];

/** Returns the column with what the run returned for a row: the label of the last stage that has one. */
export function matchPlace(stages: readonly RunStage[], columns: ColumnList): Place {
  for (const { prefix } of [...stages].reverse()) {
    const place = MATCHES.map((name) => columns.place(`${prefix}_${name}`)).find((at) => at !== undefined);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** What the card of a row says besides its packed columns; `2_label` and the like are of candidates. */
const DETAILS =
  /^(name|house_number|street|postal_code|accuracy_meters|text_match|distance_meters|ward_old|district_old|province_old|ward_new|province_new|(from|to)_(day|ward|district|province)|ward_divided|parts|candidates|[2-9]_(label|level|confidence|lat|lon|distance_meters)|resolution|(new|old)_label|from_line|change|decree|item|effective|explanation|link|thumb|hd|id|captured_at)$/;
/** Those of pictures alone: an id says nothing to a person. */
const OF_PICTURES = /^(id|link|thumb|hd|captured_at)$/;

/** Returns the columns of the results that the card of a row shows, with their prefixes. */
export function detailColumns(stages: readonly RunStage[], header: readonly string[]): string[] {
  return stages.flatMap(({ prefix, name: stage }) =>
    header.filter((column) => {
      const name = column.startsWith(`${prefix}_`) ? column.slice(prefix.length + 1) : '';
      // The position of a place nearby is not that of the row.
      if (stage === 'nearby' && /^l(at|on)$/.test(name)) return true;
      if (stage === 'route' && /^(tour|stop)$/.test(name)) return true;
      return DETAILS.test(name) && (stage === 'imagery' || !OF_PICTURES.test(name));
    }),
  );
}

/** Returns the columns of the input: those in front of the first one that a stage adds. */
export function inputColumns(manifest: Manifest, header: readonly string[]): string[] {
  const [first] = stagesOf(manifest);
  const end = first ? header.lastIndexOf(`${first.prefix}_status`) : -1;
  return header.slice(0, end < 0 ? header.length : end);
}

const MOST_COLUMNS = 8;
const POSITION_COLUMN = /^(.*[_ ])?(lat|lon|lng|latitude|longitude)$/i;

/** Returns the columns of the input that are shown: without positions, and without those that the job only computes with. */
export function shownColumns(stages: readonly RunStage[], input: readonly string[]): string[] {
  const hidden = new Set(
    stages.flatMap(({ name, options }) => (name === 'route' ? columnsOf(Object.values(options)) : [])),
  );
  const named = input.filter((name) => !POSITION_COLUMN.test(name) && !hidden.has(name));
  return (named.length > 0 ? named : input).slice(0, MOST_COLUMNS);
}

/** Returns the columns of the input that were asked about: those of the address, which a person reads first. */
export function askedColumns(stages: readonly RunStage[], input: readonly string[]): string[] {
  return stages.flatMap(({ name, options }) => {
    if (!['geocode', 'convert', 'autocomplete'].includes(name)) return [];
    return columnsOf([options.text ?? addressTemplate(input)]);
  });
}

/** Returns the columns that templates name. */
function columnsOf(options: readonly unknown[]): string[] {
  return options.flatMap((option) =>
    typeof option === 'string' ? Array.from(option.matchAll(/\{([^{}]*)\}/g), ([, name = '']) => name) : [],
  );
}

/** Binds a template of the job to the columns of the input, undefined where it does not fit. */
export function bindTemplate(
  text: string,
  columns: ColumnList,
  input: readonly string[],
): ((row: ResultRow) => string) | undefined {
  const template = compileTemplate(text, input);
  if ('faults' in template) return undefined;
  const used = new Map(template.columns.map((name) => [input.indexOf(name), columns.place(name)]));
  const cells = new Array<string>(input.length);
  return (row) => {
    for (const [index, place] of used) cells[index] = cellAt(row, place);
    return template.render(cells);
  };
}
