import { nearestName } from '../base/text/suggestion.ts';
import { message, type Message } from '../base/messages/message.ts';
import { isDerivedFormat, type DerivedFormat, type OutputFormat, type RowFormat } from './output-format.ts';
import { outputFormat, RECORD } from './outputs.ts';
import { readFeatures } from './read-features.ts';
import { FROM_INPUT, type OutputColumn } from './record.ts';

/** A column that a job lists, or a word for several of them. Shape: `as` is its name in the results, where it is another one. */
export interface StatedColumn {
  readonly name: string;
  readonly as?: string;
}

/** Returns the stated columns as the command line has them. */
export const columnsText = (stated: readonly StatedColumn[]): string =>
  stated.map(({ name, as }) => (as === undefined ? name : `${name}=${as}`)).join(',');

/** A column of the results of a run. Shape: `at` is its place among all columns; `isOwn` is that of the user's. */
export interface ChosenColumn {
  readonly at: number;
  readonly column: OutputColumn;
  readonly isOwn: boolean;
}

/** The columns of the stages that a word stands for, without prefix. */
const SETS: Readonly<Record<string, readonly string[]>> = {
  usual: [
    ...['status', 'level', 'confidence', 'verdict', 'label', 'line', 'code'],
    ...['ward_new', 'ward_code_new', 'province_new', 'province_code_new'],
    ...['to_ward', 'to_ward_code', 'to_province', 'to_province_code', 'lat', 'lon'],
  ],
  answer: ['label', 'line', 'code', 'lat', 'lon'],
};

/** Words of the list: `input` stands for the user's columns, `all` for every column. */
export const COLUMN_SETS = ['all', 'input', ...Object.keys(SETS)];

const isOwn = ({ description }: OutputColumn) => description?.code === FROM_INPUT.code;

/** Returns the prefixes of the stages, as in `geocode_`: each has a column for its status. */
function prefixesOf(columns: readonly OutputColumn[]): string[] {
  return columns.flatMap(({ name, description }) =>
    description?.code === 'column.status' ? [name.slice(0, name.lastIndexOf('status'))] : [],
  );
}

/**
 * Returns the columns that a job lists among those of its results, in its order.
 *
 * Shape: a column of the stages may be named without its prefix if no other column has that name; a column that is listed twice is chosen once.
 * A stage that has none of the columns of a set is there with all of its own.
 */
export function chooseColumns(
  stated: readonly StatedColumn[],
  columns: readonly OutputColumn[],
): { chosen: readonly ChosenColumn[] } | { fault: Message } {
  const chosen: ChosenColumn[] = [];
  for (const { name, as } of stated) {
    const found = findColumns(name, columns);
    if ('fault' in found) return found;
    if (as !== undefined && found.places.length !== 1)
      return { fault: message('column.setRenamed', { name }) };
    for (const at of found.places) {
      const column = columns[at] as OutputColumn;
      const named = { ...column, name: as ?? column.name };
      if (chosen.some((each) => each.at === at && each.column.name === named.name)) continue;
      if (chosen.some((each) => each.column.name === named.name))
        return { fault: message('column.chosenTwice', { name: named.name }) };
      chosen.push({ at, column: named, isOwn: isOwn(column) });
    }
  }
  return { chosen };
}

function findColumns(
  name: string,
  columns: readonly OutputColumn[],
): { places: readonly number[] } | { fault: Message } {
  const places = [...columns.keys()];
  const names = columns.map((column) => column.name);
  const exact = names.indexOf(name);
  if (exact >= 0) return { places: [exact] };
  if (name === 'all') return { places };
  if (name === 'input') return { places: places.filter((at) => isOwn(columns[at] as OutputColumn)) };
  const prefixes = prefixesOf(columns);
  const ofStages = places.filter((at) => !isOwn(columns[at] as OutputColumn));
  const set = Object.hasOwn(SETS, name) ? SETS[name] : undefined;
  if (set) return { places: prefixes.flatMap((prefix) => ofSet(set, prefix, names, ofStages)) };
  const short = ofStages.filter((at) => prefixes.some((prefix) => names[at] === prefix + name));
  if (short.length === 1) return { places: short };
  const shortNames = ofStages.flatMap((at) =>
    prefixes
      .filter((prefix) => names[at]!.startsWith(prefix))
      .map((prefix) => names[at]!.slice(prefix.length)),
  );
  const nearest = nearestName(name, [...names, ...COLUMN_SETS, ...shortNames]);
  const quoted = JSON.stringify(name);
  if (short.length > 1)
    return { fault: message('column.ambiguous', { name: quoted, names: short.map((at) => names[at]!) }) };
  return {
    fault:
      nearest === undefined
        ? message('column.unknown', { name: quoted, names, sets: COLUMN_SETS })
        : message('column.unknownMeant', { name: quoted, nearest }),
  };
}

function ofSet(
  set: readonly string[],
  prefix: string,
  names: readonly string[],
  ofStages: readonly number[],
): number[] {
  const found = set.map((each) => names.indexOf(prefix + each)).filter((at) => at >= 0);
  if (found.some((at) => names[at] !== `${prefix}status`)) return found;
  return ofStages.filter((at) => names[at]!.startsWith(prefix));
}

/** Returns the columns that a job lists, which were checked before its first row. */
export function chosenOf(
  stated: readonly StatedColumn[],
  columns: readonly OutputColumn[],
): readonly ChosenColumn[] {
  const found = chooseColumns(stated, columns);
  return 'chosen' in found ? found.chosen : [];
}

/** Returns a row format that writes these columns of rows with all of them. */
export function withColumns(format: RowFormat, chosen: readonly ChosenColumn[]): RowFormat {
  return {
    ...format,
    open() {
      const writer = format.open(chosen.map(({ column }) => column));
      const encode: typeof writer.encode = (rows) =>
        writer.encode(
          rows.map(({ values, position }) => ({ values: chosen.map(({ at }) => values[at]), position })),
        );
      return { ...writer, encode };
    },
  };
}

/** Returns the format of the columns that a job lists, which is made from the record of all columns. */
export function chosenOutput(format: OutputFormat, stated: readonly StatedColumn[]): DerivedFormat {
  const rows = isDerivedFormat(format) ? outputFormat(format.from) : format;
  if (isDerivedFormat(rows)) return format as DerivedFormat;
  return {
    ...format,
    from: RECORD,
    make(source) {
      const chosen = chosenOf(stated, source.columns);
      const open = () => rowsOf(source, withColumns(rows, chosen));
      const columns = chosen.map(({ column }) => column);
      return isDerivedFormat(format) ? format.make({ ...source, columns, open }) : open();
    },
  };
}

async function* rowsOf(
  source: Parameters<DerivedFormat['make']>[0],
  format: RowFormat,
): AsyncGenerator<Uint8Array> {
  const writer = format.open(source.columns);
  const { head, separator, tail } = writer;
  let before = head;
  for await (const rows of readFeatures(source)) {
    if (rows.length === 0) continue;
    yield Buffer.from(before + writer.encode(rows));
    before = separator;
  }
  yield Buffer.from(before === head ? head + tail : tail);
}
