import Type from 'typebox';
import type { StageColumn } from './stage.ts';

/** Says how many answers a row may have, and how those behind the first are written. */
export interface Candidates {
  size: number;
  as: 'columns' | 'array';
}

/** Declares the options of a stage that can give several answers a row. */
export function candidateOptions(defaultSize: number, maximum: number) {
  return {
    size: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum,
        default: defaultSize,
        description: 'answers a row at most, best first',
      }),
    ),
    candidates: Type.Optional(
      Type.Union([Type.Literal('columns'), Type.Literal('array')], {
        default: 'columns',
        description:
          'how several answers are written: columns 2_..., 3_... beside those of the first, or one column with a list of all',
      }),
    ),
  };
}

/** Reads the options that {@link candidateOptions} declares. */
export function readCandidates(options: Readonly<Record<string, unknown>>, defaultSize: number): Candidates {
  return {
    size: (options.size as number | undefined) ?? defaultSize,
    as: options.candidates === 'array' ? 'array' : 'columns',
  };
}

/**
 * Lists the columns of up to `size` answers, given those of one.
 *
 * Shape: the first answer has the plain names; the others `2_lat`, `3_lat` ..., or all of them together are in `candidates`.
 */
export function candidateColumns(one: readonly StageColumn[], { size, as }: Candidates): StageColumn[] {
  if (size === 1) return [...one];
  if (as === 'array') {
    const description = `all answers, best first: up to ${size} objects with the members ${one.map(({ name }) => name).join(', ')}`;
    return [...one, { name: 'candidates', type: 'any', description }];
  }
  const columns = [...one];
  for (let rank = 2; rank <= size; rank += 1) {
    for (const column of one) {
      columns.push({
        ...column,
        name: `${rank}_${column.name}`,
        description: `answer ${rank}: ${column.description}`,
      });
    }
  }
  return columns;
}

/** Returns the values of {@link candidateColumns} for the answers of a row, each the values of one. */
export function candidateValues(
  answers: readonly (readonly unknown[])[],
  one: readonly StageColumn[],
  { size, as }: Candidates,
): unknown[] {
  const first = answers[0] ?? [];
  if (size === 1) return [...first];
  if (as === 'columns') return answers.slice(0, size).flat();
  const objects = answers
    .slice(0, size)
    .map((values) => Object.fromEntries(one.map(({ name }, at) => [name, values[at] ?? null])));
  return [...one.map((_, at) => first[at] ?? null), objects];
}
