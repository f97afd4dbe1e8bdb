import { remember } from '../../gazetteer/remember.ts';
import type { AdminDataset } from '../../gazetteer/units/units.ts';
import { type UnitCentre, wardsOf } from '../../gazetteer/unit-table/centres.ts';
import type { Unit, UnitTable } from '../../gazetteer/unit-table/units.ts';
import type { AdminLabel, AdminMatch } from './admin-match.ts';

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

/**
 * Returns the parts of a match in old or new units, and joins them to an address line.
 *
 * Shape: `Phường Ba Đình, Thành phố Hà Nội`, or old: `Phường Trúc Bạch, Quận Ba Đình, Thành phố Hà Nội`. A ward whose former ward is unknown has
 * its name of today in both, so that the label identifies it and never puts a ward of today into a former district; old, it is in the former province where
 * that is known. An empty former ward is left out.
 */
export function labelMatch(
  dataset: AdminDataset,
  match: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>,
  admin: 'old' | 'new',
): AdminLabel {
  const { level, oldUnits } = match;
  const isInForce = admin === 'new' || (level === 'ward' && oldUnits.ward === undefined);
  const parts = isInForce ? partsInForce(dataset, match) : formerParts(dataset, match);
  const { ward, district } = parts;
  const province = (admin === 'old' && oldUnits.province) || parts.province;
  return {
    ward,
    district,
    province,
    label: [ward, district, province].filter((part) => part !== '').join(', '),
  };
}

type Parts = Omit<AdminLabel, 'label'>;

function partsInForce(dataset: AdminDataset, { newUnits }: Pick<AdminMatch, 'newUnits'>): Parts {
  const ward = newUnits.ward === undefined ? '' : dataset.wards[newUnits.ward].fullName;
  return { ward, district: '', province: dataset.provinces[newUnits.province].fullName };
}

function formerParts(
  dataset: AdminDataset,
  { level, newUnits, oldUnits }: Pick<AdminMatch, 'level' | 'newUnits' | 'oldUnits'>,
): Parts {
  return {
    ward: level === 'ward' ? (oldUnits.ward ?? '') : '',
    district: oldUnits.district ?? '',
    province: oldUnits.province ?? dataset.provinces[newUnits.province].fullName,
  };
}
