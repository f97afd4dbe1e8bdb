import { FROM_INPUT, type OutputColumn } from '../../formats/record.ts';
import { STAGE_STATUSES, type StagePlan } from '../stages/stage.ts';
import { nameStageColumns } from './column-names.ts';

/**
 * Returns the columns of the output: those of the input, unchanged and in order, then the status, reason and columns of each stage.
 *
 * Shape: `findings` are sentences about columns of stages that were renamed. Guarantee: no two columns have one name.
 */
export function outputColumns(
  inputColumns: readonly string[],
  plans: readonly { prefix: string; plan: StagePlan }[],
): { columns: OutputColumn[]; findings: string[] } {
  const columns: OutputColumn[] = inputColumns.map((name) => ({
    name,
    type: 'any',
    description: FROM_INPUT,
  }));
  const findings: string[] = [];
  for (const { prefix, plan } of plans) {
    const own: OutputColumn[] = [
      {
        name: 'status',
        type: 'string',
        description: 'ok, ambiguous, not_found, skipped or error',
        values: STAGE_STATUSES,
      },
      { name: 'reason', type: 'string', description: 'why, when the status is not ok' },
      ...plan.columns.map(({ name, type, description, vietnamese, unit, minimum, maximum }) => ({
        name,
        type,
        description,
        vietnamese,
        unit,
        minimum,
        maximum,
      })),
    ];
    const named = nameStageColumns(
      prefix,
      own.map(({ name }) => `${prefix}_${name}`),
      columns.map(({ name }) => name),
    );
    columns.push(...own.map((column, at) => ({ ...column, name: named.names[at] as string })));
    findings.push(...named.findings);
  }
  return { columns, findings };
}
