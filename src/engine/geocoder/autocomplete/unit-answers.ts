import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { CountedTables } from '../reader/ward-candidates.ts';
import type { AdminUnits } from '../places/local-place.ts';
import type { UnitsOfMatch } from '../reader/admin-match.ts';
import { createAnswers } from '../reader/answer.ts';
import { createStack } from '../reader/stack.ts';
import { labelMatch } from '../reader/unit-facts.ts';
import { createCentres } from '../../gazetteer/unit-table/centres.ts';
import type { UnitTable } from '../../gazetteer/unit-table/units.ts';

/** Matches of units by their number, and labels by which two of them are seen to be the same for a reader. */
export interface UnitAnswers {
  answer(unit: number): UnitsOfMatch;
  label(unit: number, admin: AdminUnits): string;
}

/** Creates the matches of units. Cost: at most one match and two labels are cached for each unit. */
export function createUnitAnswers(
  admin: AdminDataset,
  table: UnitTable,
  places?: CountedTables,
): UnitAnswers {
  const { answerOf } = createAnswers(admin, table, createCentres(admin, table), places);
  const answers = new Array<UnitsOfMatch | undefined>(table.units.length).fill(undefined);
  const labels: Record<AdminUnits, (string | undefined)[]> = {
    old: new Array<undefined>(table.units.length).fill(undefined),
    new: new Array<undefined>(table.units.length).fill(undefined),
  };
  const answer = (unit: number): UnitsOfMatch =>
    (answers[unit] ??= answerOf(createStack(table.units[unit], 1, undefined, undefined, undefined)));
  const labelOf = (unit: number, units: AdminUnits): string => {
    const { level, newUnits, oldUnits } = answer(unit);
    // A ward in force and the former ward of its name in the same district are one place for a reader: it is suggested once.
    const ward = oldUnits.ward ?? admin.wards[newUnits.ward ?? -1]?.fullName;
    return labelMatch(admin, { level, newUnits, oldUnits: { ...oldUnits, ...(ward && { ward }) } }, units)
      .label;
  };
  return { answer, label: (unit, units) => (labels[units][unit] ??= labelOf(unit, units)) };
}
