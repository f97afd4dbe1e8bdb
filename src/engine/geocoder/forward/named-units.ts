import { DISTRICT, PROVINCE, WARD } from '../../../base/text/unit-words.ts';
import type { Understanding } from '../reader/admin-search.ts';
import { overlap } from '../../gazetteer/unit-table/ranges.ts';
import { FAINT, type Reading } from '../reader/find-names.ts';
import type { Stack } from '../reader/stack.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';

/** Words of a question that name a unit for certain, and all units that they can mean with the other words. */
export interface NamedUnits {
  reading: Reading;
  units: readonly Unit[];
}

/** A street at most this far outside of a ward belongs to it, because border streets belong to both sides. Units: metres. */
export const BORDER_METERS = 60;
/** A result farther outside of a certainly named unit is a different place with that name. Units: metres. */
export const OUTSIDE_METERS: Readonly<Record<number, number>> = {
  [WARD]: BORDER_METERS,
  [DISTRICT]: 1500,
  [PROVINCE]: 3000,
};
/** Factor of a unit's radius, which contains 95 % of its area, that includes the corners. */
export const CORNERS = 2;

/** Returns the greatest distance of a result from the centre of a certainly named unit. Units: metres. */
export function farthestMeters(radiusMeters: number, layer: number): number {
  return Math.max(CORNERS * radiusMeters + OUTSIDE_METERS[layer], nearMeters(radiusMeters));
}

/** Returns the greatest distance from the centre of a unit that counts as near. Units: metres. */
export function nearMeters(radiusMeters: number): number {
  return radiusMeters * 1.1 + NEAR_METERS;
}

/** Greatest distance outside of a unit that counts as near. Units: metres. */
const NEAR_METERS = 1500;

/** Reports whether a question names another unit for certain with the words of a reading. */
export function isExcluded(named: readonly NamedUnits[], other: Reading): boolean {
  const { start, end, unit, layer } = other;
  for (const { reading, units } of named) {
    if (cutsInto(other, reading)) return true;
    if (reading.layer !== WARD || layer !== WARD || start >= reading.end || end <= reading.start) continue;
    if (units.length > 0 && !units.includes(unit)) return true;
  }
  return false;
}

/** Reports whether a reading takes only the beginning of a named unit without a type word: "Tân Bình" in "Hàm Tân Bình Thuận". */
export function cutsInto({ start, end }: Reading, named: Reading): boolean {
  return !named.marked && start < named.start && end > named.start && end < named.end;
}

/** Reports whether a reading names a unit for certain: spelled right, with its type word or alone between commas. */
export function isCertain({ factor, marked, distance }: Reading): boolean {
  return distance === 0 && (marked ? factor >= 0.8 : factor >= 1);
}

/** Fewest words of a ward name in front of its district that is unlikely to be a street. */
const LONG_NAME = 3;
/** Least factor of such a ward name: it fills its part behind a house number. */
const BEHIND_HOUSE = 0.75;
/** Least factor of a misspelt name that fills its part. */
const MISSPELT_PART = 0.7;
/** As BEHIND_HOUSE, for a name behind a street in the last part. */
const BEHIND_STREET = 0.6;

/**
 * Returns the units that a question names for certain, the ward first.
 *
 * Shape: `units` overlap every other named unit; "Hoàn Kiếm" means the ward in force as well as the former district.
 */
export function readNamedUnits({ stacks, readings, tokens }: Understanding): NamedUnits[] {
  // All lists are made here, empty ones too: V8 then gives them one hidden class.
  const certain: NamedUnits[] = [];
  const stack = stacks[0];
  if (stack === undefined) return certain;
  const named = readingsOf(stack);
  for (const reading of named) {
    if (!isNamed(reading, stack, tokens.length)) continue;
    const units: Unit[] = [];
    for (const other of readings) {
      // "Bình Hưng Hòa B" is not Bình Hưng Hòa.
      if (other.start >= reading.end || other.end !== reading.end) continue;
      // "Phường Dĩ An" is not the former city of that name.
      if (reading.marked && (!other.marked || other.layer !== reading.layer)) continue;
      if (overlapsOthers(other.unit, named, reading)) units.push(other.unit);
    }
    certain.push({ reading, units: reading === stack.ward ? inForceFirst(units, stack) : units });
  }
  return certain;
}

function isNamed(reading: Reading, stack: Stack, count: number): boolean {
  return (
    isCertain(reading) ||
    isLongWardInDistrict(reading, stack) ||
    isWardInLastProvince(reading, stack, count) ||
    isLastProvince(reading, stack, count)
  );
}

/** Reports whether a unit overlaps those of all named readings but one. */
function overlapsOthers(unit: Unit, named: readonly Reading[], but: Reading): boolean {
  for (const other of named) if (other !== but && !overlap(unit.ranges, other.unit.ranges)) return false;
  return true;
}

/**
 * Reports whether a reading is a ward of several words between a house and its district, as in "Hẻm 143, Bình Hưng Hoà B, Bình Tân", or right before its
 * district without a comma, as in "11 Phan Văn Hùm Trung Mỹ Tây Quận 12".
 */
function isLongWardInDistrict(reading: Reading, { ward, district }: Stack): boolean {
  if (reading !== ward || district === undefined || !isCertain(district)) return false;
  const least = reading.end === district.start ? BEHIND_STREET : BEHIND_HOUSE;
  return reading.distance === 0 && reading.factor >= least && reading.end - reading.start >= LONG_NAME;
}

/** Reports whether a reading is a ward of two words or more right before the province at the end of a text: "27A Cây Da Bến Cát Hồ Chí Minh". */
function isWardInLastProvince(reading: Reading, { ward, province }: Stack, count: number): boolean {
  if (reading !== ward || province?.end !== count || province.distance > 0) return false;
  if (reading.end !== province.start || reading.streetLike || reading.distance > 0) return false;
  return reading.factor >= BEHIND_STREET && reading.end - reading.start > 1;
}

/** Reports whether a reading is the province at the end of a text: without commas, as in "228 Hải Thượng Lãn Ông Hà Tĩnh", or misspelt as a part of its own. */
function isLastProvince(reading: Reading, { province }: Stack, count: number): boolean {
  if (reading !== province || reading.end !== count) return false;
  return reading.factor >= (reading.distance === 0 ? FAINT : MISSPELT_PART);
}

/**
 * Returns only the wards in force if a question names a ward and a province in force but no district: "Phường Phú Mỹ, Thành phố Hồ Chí Minh"
 * is not the former ward with that name in Quận 7.
 */
function inForceFirst(units: readonly Unit[], { district, province }: Stack): readonly Unit[] {
  if (district !== undefined || province?.unit.kind !== 'province') return units;
  const inForce = units.filter(({ kind }) => kind === 'ward');
  return inForce.length > 0 ? inForce : units;
}

/** Returns the readings of a stack, the lowest layer first. */
export function readingsOf({ ward, district, province }: Stack): Reading[] {
  const readings: Reading[] = [];
  if (ward !== undefined) readings.push(ward);
  if (district !== undefined) readings.push(district);
  if (province !== undefined) readings.push(province);
  return readings;
}
