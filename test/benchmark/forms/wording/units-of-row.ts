import type { Random } from '../../../bench/random.ts';
import type { UnitRow } from '../unit-rows.ts';
import { asProvince, inAnyStyle, typed, type WrittenUnit } from './unit-styles.ts';

/** Writes all units of a ward with their type words, from the ward outwards. */
export function allTyped({ ward, district, province }: UnitRow, random: Random): WrittenUnit[] {
  return [typed(ward), ...(district === undefined ? [] : [typed(district)]), asProvince(province, random)];
}

/** Writes all units of a ward, ward and district in any style. */
export function allInAnyStyle({ ward, district, province }: UnitRow, random: Random): WrittenUnit[] {
  const units = district === undefined ? [ward] : [ward, district];
  return [...units.map((unit) => inAnyStyle(unit, random)), asProvince(province, random)];
}
