import { distanceMeters } from '../../../base/geo/distance.ts';
import { overlap } from './ranges.ts';
import type { UnitFacts } from './unit-facts.ts';
import type { Reading } from './spans.ts';
import { createStack, type Stack } from './stack.ts';

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
    if (!standsBeside(ward, district, province, facts) || provinces.some((other) => sameWords(other, ward)))
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

/** Reports whether two readings end with the same word: a name that also means a province is no ward in another district ("Bến Cát, Bình Dương"). */
function sameWords(a: Reading, b: Reading): boolean {
  return a.end === b.end;
}
