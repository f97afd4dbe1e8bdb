import type { OutputColumn } from '../formats/record.ts';
import type { StagePlan } from '../stages/stage.ts';

/**
 * Returns the columns of the output: those of the input, unchanged and in order, then the status, reason and columns of each stage.
 */
export function outputColumns(
  inputColumns: readonly string[],
  plans: readonly { prefix: string; plan: StagePlan }[],
): OutputColumn[] {
  const columns: OutputColumn[] = inputColumns.map((name) => ({
    name,
    type: 'any',
    description: 'from the input',
  }));
  for (const { prefix, plan } of plans) {
    columns.push(
      {
        name: `${prefix}_status`,
        type: 'string',
        description: 'ok, not_found, skipped or error',
        values: ['ok', 'not_found', 'skipped', 'error'],
      },
      { name: `${prefix}_reason`, type: 'string', description: 'why, when the status is not ok' },
      ...plan.columns.map(({ name, type, description, unit, minimum, maximum }) => ({
        name: `${prefix}_${name}`,
        type,
        description,
        ...(unit === undefined ? {} : { unit }),
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      })),
    );
  }
  return columns;
}
