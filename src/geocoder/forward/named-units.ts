import type { Understanding } from '../../gazetteer/unit-search/admin-search.ts';
import { overlap } from '../../gazetteer/unit-search/ranges.ts';
import type { Reading } from '../../gazetteer/unit-search/spans.ts';
import type { Stack } from '../../gazetteer/unit-search/stack.ts';
import type { Unit } from '../../gazetteer/unit-search/units.ts';

/** Some words of a question that name a unit for certain, and all units that they can mean beside the other words. */
export interface NamedUnits {
  reading: Reading;
  units: readonly Unit[];
}

/** Reports whether a reading names a unit for certain: spelled right, and with its type word or alone between commas. */
export function isCertain({ factor, marked, distance }: Reading): boolean {
  return distance === 0 && (marked ? factor >= 0.8 : factor >= 1);
}

/**
 * Lists what a question names for certain, the ward first.
 *
 * Shape: `units` are in every other unit that is named; "Hoàn Kiếm" is the ward in force as well as the former district.
 */
export function readNamedUnits({ stacks, readings }: Understanding): NamedUnits[] {
  const stack = stacks[0];
  if (stack === undefined) return [];
  const named = readingsOf(stack);
  return named.filter(isCertain).map((reading) => ({
    reading,
    units: readings
      .filter((other) => other.start < reading.end && other.end > reading.start)
      // "Phường Dĩ An" is not the former city of that name.
      .filter(({ marked, layer }) => !reading.marked || (marked && layer === reading.layer))
      .map(({ unit }) => unit)
      .filter((unit) => named.every((other) => other === reading || overlap(unit.ranges, other.unit.ranges))),
  }));
}

/** Lists the readings of a stack, the lowest layer first. */
export function readingsOf({ ward, district, province }: Stack): Reading[] {
  return [ward, district, province].filter((reading) => reading !== undefined);
}
