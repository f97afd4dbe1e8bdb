import { DISTRICT, PROVINCE, WARD } from '../../text/unit-words.ts';
import type { Understanding } from '../../gazetteer/unit-search/admin-search.ts';
import { overlap } from '../../gazetteer/unit-search/ranges.ts';
import type { Reading } from '../../gazetteer/unit-search/spans.ts';
import type { Stack } from '../../gazetteer/unit-search/stack.ts';
import type { Unit } from '../../gazetteer/unit-search/units.ts';

/** Words of a question that name a unit for certain, and all units that they can mean beside the other words. */
export interface NamedUnits {
  reading: Reading;
  units: readonly Unit[];
}

/** A street along the border of a ward belongs to both sides. Units: metres. */
export const BORDER_METERS = 60;
/** A result that is farther outside of a certainly named unit is another place of that name. Units: metres. */
export const OUTSIDE_METERS: Readonly<Record<number, number>> = {
  [WARD]: BORDER_METERS,
  [DISTRICT]: 1500,
  [PROVINCE]: 3000,
};
/** The radius of a unit holds 95 % of its area; the corners may be farther. */
export const CORNERS = 2;

/** Returns how far from the centre of a certainly named unit a result may be. Units: metres. */
export function farthestMeters(radiusMeters: number, layer: number): number {
  return Math.max(CORNERS * radiusMeters + (OUTSIDE_METERS[layer] as number), nearMeters(radiusMeters));
}

/** Returns how far from the centre of a unit is still near it. Units: metres. */
export function nearMeters(radiusMeters: number): number {
  return radiusMeters * 1.1 + NEAR_METERS;
}

/** How far outside of a unit is still near it. Units: metres. */
const NEAR_METERS = 1500;

/** Reports whether a question names another unit for certain with the words of a reading. */
export function isExcluded(named: readonly NamedUnits[], { start, end, unit, layer }: Reading): boolean {
  return named.some(
    ({ reading, units }) =>
      reading.layer === WARD &&
      layer === WARD &&
      start < reading.end &&
      end > reading.start &&
      units.length > 0 &&
      !units.includes(unit),
  );
}

/** Reports whether a reading names a unit for certain: spelled right, and with its type word or alone between commas. */
export function isCertain({ factor, marked, distance }: Reading): boolean {
  return distance === 0 && (marked ? factor >= 0.8 : factor >= 1);
}

/** Words of a ward's name that are hardly that of a street, where its district follows. */
const LONG_NAME = 3;
/** Factor of a name that fills its part behind a house number. */
const BEHIND_HOUSE = 0.75;

/**
 * Lists what a question names for certain, the ward first.
 *
 * Shape: `units` are in every other unit that is named; "Hoàn Kiếm" is the ward in force as well as the former district.
 */
export function readNamedUnits({ stacks, readings }: Understanding): NamedUnits[] {
  const stack = stacks[0];
  if (stack === undefined) return [];
  const named = readingsOf(stack);
  return named
    .filter((reading) => isCertain(reading) || isLongWardInDistrict(reading, stack))
    .map((reading) => {
      const units = readings
        // "Bình Hưng Hòa B" is not Bình Hưng Hòa.
        .filter((other) => other.start < reading.end && other.end === reading.end)
        // "Phường Dĩ An" is not the former city of that name.
        .filter(({ marked, layer }) => !reading.marked || (marked && layer === reading.layer))
        .map(({ unit }) => unit)
        .filter((unit) =>
          named.every((other) => other === reading || overlap(unit.ranges, other.unit.ranges)),
        );
      return { reading, units: reading === stack.ward ? inForceFirst(units, stack) : units };
    });
}

/** "Hẻm 143, Bình Hưng Hoà B, Bình Tân": a name of several words between a house and its district is the ward. */
function isLongWardInDistrict(reading: Reading, { ward, district }: Stack): boolean {
  if (reading !== ward || district === undefined || !isCertain(district)) return false;
  return reading.distance === 0 && reading.factor >= BEHIND_HOUSE && reading.end - reading.start >= LONG_NAME;
}

/**
 * Returns only the wards in force where a question names a ward and a province in force but no district: "Phường Phú Mỹ, Thành phố Hồ Chí Minh"
 * is not the former ward of that name in Quận 7.
 */
function inForceFirst(units: readonly Unit[], { district, province }: Stack): readonly Unit[] {
  if (district !== undefined || province?.unit.kind !== 'province') return units;
  const inForce = units.filter(({ kind }) => kind === 'ward');
  return inForce.length > 0 ? inForce : units;
}

/** Lists the readings of a stack, the lowest layer first. */
export function readingsOf({ ward, district, province }: Stack): Reading[] {
  return [ward, district, province].filter((reading) => reading !== undefined);
}
