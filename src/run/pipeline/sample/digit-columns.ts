import { cellText } from '../../../base/text/cell-text.ts';
import type { StageSpec } from '../job-spec.ts';
import type { FoundLayout } from '../../../formats/inspect.ts';
import { sampleRows, type Sample, type SampleBytes } from './read-sample.ts';

/** Returns the columns that alone are the value of an option for codes. */
function codeColumns(stages: readonly Pick<StageSpec, 'definition' | 'options'>[]): string[] {
  return stages.flatMap(({ definition, options }) =>
    (definition.codeOptions ?? []).flatMap((name) => {
      const option = options[name];
      const [, column] = typeof option === 'string' ? (/^\{([^{}]*)\}$/.exec(option) ?? []) : [];
      return column === undefined ? [] : [column];
    }),
  );
}

/** Returns the most digits of a value of those columns that have only digits in a sample. Shape: undefined where none has. */
function digitColumns(
  names: readonly string[],
  { columns, rows }: Pick<Sample, 'columns' | 'rows'>,
): Record<string, number> | undefined {
  const found = names.flatMap((name): [string, number][] => {
    const at = columns.indexOf(name);
    const texts = rows.map(({ cells }) => cellText(cells[at]).trim()).filter((text) => text !== '');
    const isOfDigits = texts.length > 0 && texts.every((text) => /^\d+$/.test(text));
    return isOfDigits ? [[name, Math.max(...texts.map(({ length }) => length))]] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns the layout of an input with what its sample says of the columns for codes of units. `read` returns the sample; it is called for jobs with such columns. */
export async function withDigits(
  stages: readonly Pick<StageSpec, 'definition' | 'options'>[],
  layout: FoundLayout,
  read: () => Promise<SampleBytes>,
): Promise<FoundLayout> {
  const names = codeColumns(stages).filter((name) => layout.columns.includes(name));
  const digits = names.length === 0 ? undefined : digitColumns(names, sampleRows(await read(), layout));
  return digits === undefined ? layout : { ...layout, digits };
}
