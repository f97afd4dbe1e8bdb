import type { AdminUnits } from '../local-place.ts';
import type { PieceUnits } from '../places/piece-units.ts';
import { nameOf } from '../store/access.ts';
import { THING_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import type { UnitAnswers } from './unit-answers.ts';

/** Tells which members would be shown alike. */
export interface Labels {
  /** Says in which units labels are written from now on. */
  show(admin: AdminUnits): void;
  /** Compares two members (things, or units behind them), each with the row of its house or a negative number. */
  isSame(memberA: number, houseA: number, memberB: number, houseB: number): boolean;
}

/** Creates the comparison of labels; it writes none where names tell members apart. */
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
    isSame: (memberA, houseA, memberB, houseB) => {
      if (tables === undefined || (memberA >= thingCount && memberB >= thingCount)) {
        return answers.label(memberA - thingCount, admin) === answers.label(memberB - thingCount, admin);
      }
      const { thingSpelling, housePath } = tables;
      if (memberA >= thingCount || memberB >= thingCount) return labelOf(memberA) === labelOf(memberB);
      if (thingSpelling[memberA] !== thingSpelling[memberB]) return false;
      if (houseA < 0 || houseB < 0 ? houseA !== houseB : housePath[houseA] !== housePath[houseB])
        return false;
      return lineOf(tables, memberA) === lineOf(tables, memberB);
    },
  };
}
