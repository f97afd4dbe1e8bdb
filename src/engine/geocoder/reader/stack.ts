import { overlap } from '../../gazetteer/unit-table/ranges.ts';
import type { Reading } from './find-names.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import { distanceMeters } from '../../../base/geo/distance.ts';
import type { UnitFacts } from '../../gazetteer/unit-table/centres.ts';

/**
 * Consistent readings: disjoint words, overlapping units, at most one of each layer.
 *
 * Shape: `score` is the sum of their weights, with bonuses for order and editions; `unit` is the lowest one; `elsewhere` is a district that the question
 * names for the ward but that does not contain it.
 */
export interface Stack {
  unit: Unit;
  score: number;
  ward: Reading | undefined;
  district: Reading | undefined;
  province: Reading | undefined;
  elsewhere: Reading | undefined;
}

/** Creates the stack of some readings. */
export function createStack(
  unit: Unit,
  score: number,
  ward: Reading | undefined,
  district: Reading | undefined,
  province: Reading | undefined,
  elsewhere?: Reading,
): Stack {
  return { unit, score, ward, district, province, elsewhere };
}

/** Reports whether the name of one of the units of a stack is spelled with another letter. */
export function isMisspelt({ ward, district, province }: Stack): boolean {
  return (ward?.distance ?? 0) + (district?.distance ?? 0) + (province?.distance ?? 0) > 0;
}

/** Reports whether two stacks read the same words as ward, district and province. */
export function restOnSameWords(a: Stack, b: Stack): boolean {
  return sameWords(a.ward, b.ward) && sameWords(a.district, b.district) && sameWords(a.province, b.province);
}

function sameWords(a: Reading | undefined, b: Reading | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.start === b.start && a.end === b.end);
}

/** Returns how many other units, elsewhere, the words of a stack can mean: every ward of the name where no district or province is named. */
export function countNamesakes(stack: Stack, stacks: readonly Stack[]): number {
  const { ranges } = stack.unit;
  let count = 0;
  for (const other of stacks)
    if (restOnSameWords(stack, other) && !overlap(ranges, other.unit.ranges)) count += 1;
  return count;
}

/** Least factor of a certain reading: of a district, and of a ward without a type word, which must fill its part. */
const CERTAIN_DISTRICT = 0.8;
const CERTAIN_WARD = 0.97;
/** Share of a ward's weight that counts beside a district that does not contain it. */
const WEIGHT_SHARE = 0.5;
/** Greatest distance between the centres of a ward and the district named with it, beyond both radii. Units: metres. */
const MOST_METERS = 12_000;
/** The nearest ward must be this many times nearer to the district than the next ward with its name. */
const CLEARLY_NEARER = 1.5;

/**
 * Returns a stack for a ward that lies in another district than the one named with it ("Trung Mỹ Tây, Hóc Môn": it is in Quận 12); undefined if no ward
 * with the name is near, or if several are.
 *
 * Shape: `elsewhere` is the district of the question.
 */
export function wardInOtherDistrict(
  base: Stack,
  wards: readonly Reading[],
  provinces: readonly Reading[],
  facts: UnitFacts,
): Stack | undefined {
  const { district, province } = base;
  if (district === undefined || district.factor < CERTAIN_DISTRICT || district.distance > 0) return undefined;
  const center = facts.centreOf(district.unit);
  let nearest: Reading | undefined;
  let nearestMeters = Infinity;
  let nextMeters = Infinity;
  for (const ward of wards) {
    // A name that also means a province is no ward in another district: "Bến Cát, Bình Dương".
    if (!standsBeside(ward, district, province, facts) || provinces.some(({ end }) => end === ward.end))
      continue;
    const place = facts.centreOf(ward.unit);
    const meters = Math.max(1, distanceMeters(place.position, center.position));
    if (meters > center.radiusMeters + place.radiusMeters + MOST_METERS) continue;
    if (nearest !== undefined && facts.samePlace(nearest.unit, ward.unit)) {
      nearestMeters = Math.min(nearestMeters, meters);
    } else if (meters < nearestMeters) {
      nextMeters = nearestMeters;
      nearest = ward;
      nearestMeters = meters;
    } else nextMeters = Math.min(nextMeters, meters);
  }
  if (nearest === undefined || nearestMeters * CLEARLY_NEARER > nextMeters) return undefined;
  const score = base.score + nearest.weight * WEIGHT_SHARE;
  return createStack(nearest.unit, score, nearest, undefined, province, district);
}

/** Reports whether a ward is named right beside a district, in the same province. */
function standsBeside(
  ward: Reading,
  district: Reading,
  province: Reading | undefined,
  facts: UnitFacts,
): boolean {
  if (ward.distance > 0 || ward.streetLike || (!ward.marked && ward.factor < CERTAIN_WARD)) return false;
  if (ward.end !== district.start && district.end !== ward.start) return false;
  if (province === undefined) return facts.provinceOf(ward.unit) === facts.provinceOf(district.unit);
  if (ward.start < province.end && province.start < ward.end) return false;
  return overlap(ward.unit.ranges, facts.provinceOf(province.unit).ranges);
}
