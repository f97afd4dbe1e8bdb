import type { AdminUnits } from '../places/local-place.ts';
import type { BaseWardUnits } from '../places/base-ward-units.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { diacriticKey } from '../../../base/text/diacritics.ts';
import type { Candidate } from './best-list.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import type { CountedTables } from '../reader/ward-candidates.ts';
import type { UnitsOfMatch } from '../reader/admin-match.ts';
import { createAnswers } from '../reader/answer.ts';
import { createStack } from '../reader/stack.ts';
import { labelMatch } from '../reader/admin-match.ts';
import { createCentres } from '../../gazetteer/unit-table/centres.ts';
import type { UnitTable } from '../../gazetteer/unit-table/units.ts';

/** A comparison of the labels of candidates. */
interface Labels {
  /** Sets the units that labels are written in. */
  show(admin: AdminUnits): void;
  /** Reports whether two candidates have the same label; members are places, then units. */
  isSame(a: Readonly<Candidate>, b: Readonly<Candidate>): boolean;
}

/** Creates the comparison of labels. Cost: labels are written only if the names are the same. */
export function createLabels(
  tables: PlaceTables | undefined,
  unitsOf: (baseWard: number, formerKnown: boolean) => BaseWardUnits,
  answers: UnitAnswers,
): Labels {
  const featureCount = tables?.featureCount ?? 0;
  let admin: AdminUnits = 'old';

  const lineOf = (known: PlaceTables, feature: number): string => {
    const isFormerKnown = (known.featureFlags[feature] & FEATURE_FLAGS.formerKnown) !== 0;
    return unitsOf(known.featureBaseWard[feature], isFormerKnown).line[admin];
  };
  const labelOf = (member: number): string =>
    member < featureCount
      ? `${nameOf(tables as PlaceTables, member)}, ${lineOf(tables as PlaceTables, member)}`
      : answers.label(member - featureCount, admin);

  return {
    show: (units) => (admin = units),
    isSame: (a, b) => {
      if (tables === undefined || (a.member >= featureCount && b.member >= featureCount)) {
        return (
          answers.label(a.member - featureCount, admin) === answers.label(b.member - featureCount, admin)
        );
      }
      if (a.member >= featureCount || b.member >= featureCount)
        return labelOf(a.member) === labelOf(b.member);
      return hasSameName(tables, a, b) && lineOf(tables, a.member) === lineOf(tables, b.member);
    },
  };
}

/** Reports whether two places have the same name; names of one key that differ only in case or in the position of the tone mark count as the same. */
function hasSameName(tables: PlaceTables, a: Readonly<Candidate>, b: Readonly<Candidate>): boolean {
  const { featureSpelling, housePath } = tables;
  // The number of an unknown house is not shown.
  if (a.house < 0 || b.house < 0 ? a.house >= 0 || b.house >= 0 : housePath[a.house] !== housePath[b.house])
    return false;
  if (featureSpelling[a.member] === featureSpelling[b.member]) return true;
  if (a.key !== b.key) return false;
  return diacriticKey(nameOf(tables, a.member)) === diacriticKey(nameOf(tables, b.member));
}

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
