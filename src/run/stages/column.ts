import { message, type Message, type PlainCode } from '../../base/messages/message.ts';
import type { StageColumn } from './stage.ts';
import Type from 'typebox';
import { optional } from '../../contract/optional.ts';

/** Unit and range of the values of a column. */
type Measure = Pick<StageColumn, 'unit' | 'minimum' | 'maximum'>;

/** Lengths. */
export const METERS: Measure = { unit: message('measure.metres') };
/** Durations. */
export const SECONDS: Measure = { unit: message('measure.seconds') };
/** Probabilities and shares. */
export const SHARE: Measure = { minimum: 0, maximum: 1 };

const DEGREES = message('measure.degreesWgs84');
/** Latitudes. */
export const LATITUDE: Measure = { unit: DEGREES, minimum: -90, maximum: 90 };
/** Longitudes. */
export const LONGITUDE: Measure = { unit: DEGREES, minimum: -180, maximum: 180 };

/** Declares a column of a stage: its name, the type and meaning of its values, and how they follow from the result of a row. */
export function column<R>(
  name: string,
  type: StageColumn['type'],
  meaning: PlainCode | Message,
  of: (result: R) => unknown,
  measure: Measure = {},
): StageColumn<R> {
  return {
    name,
    type,
    description: typeof meaning === 'string' ? message(meaning) : meaning,
    ...measure,
    of,
  };
}

/** How many candidates a row may have, and how those after the first are written. */
export interface Candidates {
  size: number;
  as: 'columns' | 'array';
}

/** Builds the options of a stage that can return several candidates for a row. */
export function candidateOptions(defaultSize: number, maximum: number) {
  return {
    size: optional.integer({
      minimum: 1,
      maximum,
      default: defaultSize,
      description: 'maximum number of candidates for each row, best first',
    }),
    candidates: optional.union([Type.Literal('columns'), Type.Literal('array')], {
      default: 'columns',
      description:
        'how several candidates are written: `columns` adds 2_..., 3_... beside those of the first; `array` adds one column with a list of all',
    }),
  };
}

/** Returns the options that {@link candidateOptions} declares. */
export function readCandidates(options: Readonly<Record<string, unknown>>, defaultSize: number): Candidates {
  return {
    size: (options.size as number | undefined) ?? defaultSize,
    as: options.candidates === 'array' ? 'array' : 'columns',
  };
}

/**
 * Returns the columns of up to `size` candidates, given those of one.
 *
 * Shape: the first candidate has the plain names; the others `2_lat`, `3_lat` ..., or all of them together are in `candidates`. The columns
 * read the list of candidates of a row, best first.
 */
export function candidateColumns<C>(
  one: readonly StageColumn<C>[],
  { size, as }: Candidates,
): StageColumn<readonly C[]>[] {
  const first = one.map((column) => rankedColumn(column, 1));
  if (size === 1) return first;
  if (as === 'array') {
    const members = one.map(({ name }) => name);
    const list: StageColumn<readonly C[]> = column(
      'candidates',
      'any',
      message('column.candidates', { size, members }),
      (candidates) => candidates.slice(0, size).map((candidate) => objectOf(one, candidate)),
    );
    return [...first, list];
  }
  const others = Array.from({ length: size - 1 }, (_, at) =>
    one.map((column) => rankedColumn(column, at + 2)),
  );
  return [...first, ...others.flat()];
}

/** Returns a column for the candidate of a rank, from 1; empty where a row has fewer candidates. */
function rankedColumn<C>(column: StageColumn<C>, rank: number): StageColumn<readonly C[]> {
  const names =
    rank === 1
      ? {}
      : {
          name: `${rank}_${column.name}`,
          description: message('column.ofCandidate', { rank, column: column.description }),
        };
  return {
    ...column,
    ...names,
    of(candidates) {
      const candidate = candidates[rank - 1];
      return candidate === undefined ? null : column.of(candidate);
    },
  };
}

function objectOf<C>(columns: readonly StageColumn<C>[], candidate: C): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column.name, column.of(candidate) ?? null]));
}
