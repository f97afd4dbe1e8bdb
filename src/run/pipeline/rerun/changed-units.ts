import { cellText } from '../../../base/text/cell-text.ts';
import type { UnitsDifference } from '../../../base/geo/units-difference.ts';
import type { PlannedStage } from '../plan-stages.ts';
import type { JobSpec } from '../job-spec.ts';
import { outcomeColumns } from './selection.ts';

/** Columns with codes of units: of the match, and of others that fit. */
const CODE_COLUMN = /(?:^|_)(?:(?:ward|district|province)_code(?:_|$)|candidates$)/;
/** Codes of provinces, districts and wards. A number that is none costs an answer at most. */
const WARD_DIGITS = 5;
const CODES = /(?<!\d)(?:\d{5}|\d{2,3})(?!\d)/g;

/**
 * Builds a function that reports whether a row of a finished run may have other answers by a law that differs in some units.
 *
 * Shape: undefined if a stage depends on more than the units in its columns and in its questions. A row is touched if its codes, or the texts that it asks, have
 * such a unit, or if it has no ward in a stage: the middle of a district or province is that of its wards, and without a match nobody knows which units were near to be one.
 */
export function createIsTouched(
  stages: JobSpec['stages'],
  plans: readonly PlannedStage[],
  columnCount: number,
  { hasCode, isNamedIn }: UnitsDifference,
  isSameEdition: boolean,
): ((values: readonly unknown[]) => boolean) | undefined {
  if (!stages.every(({ definition, options }) => definition.isOfUnits?.(options, isSameEdition)))
    return undefined;
  const outcomes = outcomeColumns(plans, columnCount);
  const codeColumns = plans.map(({ plan }, nth) =>
    plan.columns.flatMap(({ name }, at) => (CODE_COLUMN.test(name) ? [outcomes[nth]!.reason + 1 + at] : [])),
  );
  return (values) => {
    for (const columns of codeColumns) {
      const codes = columns.flatMap((at) => cellText(values[at]).match(CODES) ?? []);
      if (!codes.some((code) => code.length === WARD_DIGITS) || codes.some(hasCode)) return true;
    }
    const row = { cells: values, position: null };
    return plans.some(({ plan }) =>
      plan
        .questions(row)
        .some(({ parameters }) =>
          Object.values(parameters).some((value) => typeof value === 'string' && isNamedIn(value)),
        ),
    );
  };
}
