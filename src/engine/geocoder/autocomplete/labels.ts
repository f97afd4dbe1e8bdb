import type { AdminUnits } from '../places/local-place.ts';
import type { PieceUnits } from '../places/piece-units.ts';
import { nameOf } from '../../gazetteer/store/access.ts';
import { THING_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
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
  unitsOf: (piece: number, formerKnown: boolean) => PieceUnits,
  answers: UnitAnswers,
): Labels {
  const thingCount = tables?.thingCount ?? 0;
  let admin: AdminUnits = 'old';

  const lineOf = (known: PlaceTables, thing: number): string => {
    const isFormerKnown = ((known.thingFlags[thing] as number) & THING_FLAGS.formerKnown) !== 0;
    return unitsOf(known.thingPiece[thing] as number, isFormerKnown).line[admin];
  };
  const labelOf = (member: number): string =>
    member < thingCount
      ? `${nameOf(tables as PlaceTables, member)}, ${lineOf(tables as PlaceTables, member)}`
      : answers.label(member - thingCount, admin);

  return {
    show: (units) => (admin = units),
    isSame: (a, b) => {
      if (tables === undefined || (a.member >= thingCount && b.member >= thingCount)) {
        return answers.label(a.member - thingCount, admin) === answers.label(b.member - thingCount, admin);
      }
      if (a.member >= thingCount || b.member >= thingCount) return labelOf(a.member) === labelOf(b.member);
      return hasSameName(tables, a, b) && lineOf(tables, a.member) === lineOf(tables, b.member);
    },
  };
}

/** Reports whether two places have the same name; names of one key that differ only in case or in the position of the tone mark count as the same. */
function hasSameName(tables: PlaceTables, a: Readonly<Candidate>, b: Readonly<Candidate>): boolean {
  const { thingSpelling, housePath } = tables;
  if (a.house < 0 || b.house < 0 ? a.house !== b.house : housePath[a.house] !== housePath[b.house])
    return false;
  if (thingSpelling[a.member] === thingSpelling[b.member]) return true;
  if (a.key !== b.key) return false;
  return diacriticKey(nameOf(tables, a.member)) === diacriticKey(nameOf(tables, b.member));
}
