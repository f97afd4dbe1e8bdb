import { diacriticKey } from '../../../src/base/text/diacritics.ts';
import { foldKey } from '../../../src/base/text/fold.ts';
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
 * Shape: codes, ascending. One code: the text is decidable. A ward of any epoch is consistent if it has the stated name (and type, where one is stated), and
 * each other stated unit is one of the units above it, before or after July 2025. A bare name may also be that of a district or province: then all wards
 * in it are consistent, unless another unit is stated that is not above it (`Sa Pa, Sa Pa, Lào Cai` is a ward, `Sa Pa, Lào Cai` may be the district).
 * Guarantee: depends on the tables only, never on an engine.
 */
export function createConsistentWards(rows: readonly UnitRow[]): (statement: Statement) => string[] {
  const keyed = groupBy(rows, (row) => foldKey(row.ward.name));
  const containers = listContainers(rows);
  return ({ ward, above, hasMarks }) => {
    const keyOf = hasMarks ? diacriticKey : foldKey;
    const isSame = (stated: Unit, unit: Unit): boolean =>
      keyOf(stated.name) === keyOf(unit.name) && (stated.type === '' || stated.type === unit.type);
    const isBelow = (units: readonly Unit[]): boolean =>
      above.every((stated) => units.some((unit) => isSame(stated, unit)));
    const named = (keyed.get(foldKey(ward.name)) ?? []).filter(
      (row) => isSame(ward, row.ward) && isBelow(unitsAbove(row)),
    );
    const containing = ward.type === '' ? (containers.get(foldKey(ward.name)) ?? []) : [];
    const within = containing.filter(({ unit, units }) => isSame(ward, unit) && isBelow(units));
    const consistent = [...named, ...within.map(({ row }) => row)];
    return [...new Set(consistent.flatMap(({ wards }) => wards))].sort();
  };
}

/** Returns the units above a ward in both epochs, because texts mix them. */
function unitsAbove({ district, province, otherAbove }: UnitRow): Unit[] {
  return district === undefined ? [province, ...otherAbove] : [district, province, ...otherAbove];
}

/** A district or province that a bare name may mean, with the units above it and one of its wards. */
interface Container {
  unit: Unit;
  units: readonly Unit[];
  row: UnitRow;
}

function listContainers(rows: readonly UnitRow[]): Map<string, Container[]> {
  const containers = rows.flatMap((row): Container[] => {
    const { district, province, otherAbove } = row;
    const ofProvince = { unit: province, units: [], row };
    if (district === undefined) return [ofProvince];
    return [{ unit: district, units: [province, ...otherAbove], row }, ofProvince];
  });
  return groupBy(containers, ({ unit }) => foldKey(unit.name));
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
