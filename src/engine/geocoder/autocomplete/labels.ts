import type { AdminUnits } from '../places/local-place.ts';
import type { BaseWardUnits } from '../places/base-ward-units.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { diacriticKey } from '../../../base/text/diacritics.ts';
import type { Candidate } from './best-list.ts';
import type { UnitAnswers } from './unit-answers.ts';

/** A comparison of the labels of candidates. */
export interface Labels {
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
