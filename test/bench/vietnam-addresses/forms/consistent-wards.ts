import { diacriticKey } from '../../../../src/text/diacritics.ts';
import { foldKey } from '../../../../src/text/fold.ts';
import type { Unit, UnitRow } from './unit-rows.ts';

/**
 * What a text states of units.
 *
 * Shape: a unit without a type word has an empty `type`; `above` are all units besides the ward, a repeated one may be left out;
 * `hasMarks` is false where the text is written without diacritics or with ones that cannot be trusted.
 */
export interface Statement {
  ward: Unit;
  above: readonly Unit[];
  hasMarks: boolean;
}

/**
 * Creates the function that defines which wards in force a statement is consistent with.
 *
 * Shape: codes, ascending. One code: the text is decidable. A row of the tables is consistent if its ward has the stated name (and type, where one is
 * stated), and each other stated unit is one of the units above it. Rows of one epoch are preferred: the units above of the other epoch count only if the
 * statement mixes epochs so that no row is consistent otherwise.
 * Guarantee: depends on the tables only, never on an engine.
 */
export function createConsistentWards(rows: readonly UnitRow[]): (statement: Statement) => string[] {
  const keyed = new Map<string, UnitRow[]>();
  for (const row of rows) {
    const key = foldKey(row.ward.name);
    const known = keyed.get(key);
    if (known === undefined) keyed.set(key, [row]);
    else known.push(row);
  }
  return ({ ward, above, hasMarks }) => {
    const keyOf = hasMarks ? diacriticKey : foldKey;
    const isSame = (stated: Unit, unit: Unit): boolean =>
      keyOf(stated.name) === keyOf(unit.name) && (stated.type === '' || stated.type === unit.type);
    const named = (keyed.get(foldKey(ward.name)) ?? []).filter((row) => isSame(ward, row.ward));
    const isBelow = (row: UnitRow, units: readonly Unit[]): boolean =>
      above.every((stated) => units.some((unit) => isSame(stated, unit)));
    const ofOneEpoch = named.filter((row) => isBelow(row, unitsAbove(row)));
    const consistent =
      ofOneEpoch.length > 0
        ? ofOneEpoch
        : named.filter((row) => isBelow(row, [...unitsAbove(row), ...row.otherAbove]));
    return [...new Set(consistent.flatMap(({ wards }) => wards))].sort();
  };
}

function unitsAbove({ district, province }: UnitRow): Unit[] {
  return district === undefined ? [province] : [district, province];
}
