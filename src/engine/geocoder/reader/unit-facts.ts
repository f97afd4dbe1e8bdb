import { remember } from '../../gazetteer/remember.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { type UnitCentre, wardsOf } from '../../gazetteer/unit-table/centres.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-table/units.ts';

/** Relations between units, and their positions. */
export interface UnitFacts {
  centreOf(unit: Unit): UnitCentre;
  /** Returns the province in force that contains a unit. */
  provinceOf(unit: Unit): Unit;
  /** Reports whether all wards in force of one unit belong to the other too. */
  samePlace(a: Unit, b: Unit): boolean;
}

/** Creates the relations between the units of a dataset. */
export function createUnitFacts(
  dataset: AdminDataset,
  table: UnitTable,
  centreOf: (unit: Unit) => UnitCentre,
): UnitFacts {
  const provinces = new Array<Unit>(dataset.provinces.length);
  for (const unit of table.units) if (unit.kind === 'province') provinces[unit.index] = unit;
  const wardsIn = remember((unit: Unit): readonly number[] => wardsOf(table, unit.ranges));
  return {
    centreOf,
    provinceOf: (unit) => {
      const ward = table.wardOf[unit.ranges[0]];
      return provinces[dataset.wards[ward].province];
    },
    samePlace: (a, b) => {
      if (a === b) return true;
      const some = wardsIn(a);
      const others = wardsIn(b);
      // Neighbours may share a ward that was formed from parts of both; then none contains the other.
      return some.length < others.length ? isSubset(some, others) : isSubset(others, some);
    },
  };
}

/** Reports whether all members of a set are in another one; both are ascending, without repetition. */
function isSubset(few: readonly number[], many: readonly number[]): boolean {
  let at = 0;
  for (const member of few) {
    while (at < many.length && many[at] < member) at += 1;
    if (many[at] !== member) return false;
  }
  return true;
}
