import { DISTRICT, PROVINCE } from '../../text/unit-words.ts';
import { wardInOtherDistrict } from './other-district.ts';
import { overlap } from './ranges.ts';
import { FAINT, FAINTEST, type Reading } from './spans.ts';
import type { Stack } from './stack.ts';
import type { UnitFacts } from './unit-facts.ts';
import type { Unit } from './units.ts';

/** What it is worth that two readings stand side by side, and what each word between them costs. */
const ADJACENT = 0.1;
const WORD_BETWEEN = 0.04;
/** What it is worth that ward, district and province come in this order or in reverse. */
const IN_ORDER = 0.05;

/** What it is worth that a ward lies in the city after which its province is named: "Phường 3, Tây Ninh" says both at once. */
const CITY_OF_NAME = 0.08;
/** As {@link CITY_OF_NAME}, of a ward without a type word: units in force are rarely written without. */
const CITY_OF_NAME_BARE = 0.2;

/** Only a ward with its type word, or alone between commas, is believed without a district or province beside it. */
const STANDS_ALONE = 0.9;

/**
 * Stacks readings into answers, the best one of each unit, best first.
 *
 * Cost: every ward reading meets every pair of district and province that agrees; a test is one walk over a few ranges.
 */
export function stackReadings(readings: readonly Reading[], facts: UnitFacts): Stack[] {
  const provinces: Reading[] = [];
  const districts: Reading[] = [];
  const wards: Reading[] = [];
  const faint = !readings.some((reading) => reading.factor >= FAINT);
  for (const reading of readings) {
    if (reading.factor < (faint ? FAINTEST : FAINT)) continue;
    if (reading.layer === PROVINCE) provinces.push(reading);
    else if (reading.layer === DISTRICT) districts.push(reading);
    // A ward named inside another name says nothing on its own.
    else if (!faint) wards.push(reading);
  }
  const bases = stackBases(provinces, districts);
  const best = new Map<Unit, Stack>();
  for (const base of bases) keep(best, base);
  const withWard = new Set<Unit>();
  for (const ward of wards) {
    if (ward.factor >= STANDS_ALONE && ward.distance === 0) {
      const score = ward.weight + alone(ward.unit);
      keep(best, { unit: ward.unit, score, ward, district: undefined, province: undefined });
    }
    for (const base of bases) {
      const { district, province } = base;
      if (district !== undefined && !agree(ward, district)) continue;
      if (province !== undefined && !agree(ward, province)) continue;
      const next = (district ?? province) as Reading;
      let score =
        base.score +
        ward.weight +
        nearness(ward, next) +
        editionsWithWard(ward.unit, district?.unit, province?.unit);
      if (district !== undefined && province !== undefined && inOrder(ward, district, province))
        score += IN_ORDER;
      if (district === undefined && province !== undefined && isInCityOfName(ward, province, districts))
        score += ward.marked ? CITY_OF_NAME : CITY_OF_NAME_BARE;
      keep(best, { unit: ward.unit, score, ward, district, province });
      if (district !== undefined) withWard.add(district.unit);
    }
  }
  for (const base of bases) {
    if (base.district === undefined || withWard.has(base.district.unit)) continue;
    const stack = wardInOtherDistrict(base, wards, provinces, facts);
    if (stack !== undefined) keep(best, stack);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/** Stacks provinces and districts: each alone, and each pair that agrees. */
function stackBases(provinces: readonly Reading[], districts: readonly Reading[]): Stack[] {
  const bases: Stack[] = [];
  for (const province of provinces) {
    const score = province.weight + alone(province.unit);
    bases.push({ unit: province.unit, score, ward: undefined, district: undefined, province });
  }
  for (const district of districts) {
    const { unit, weight } = district;
    bases.push({ unit, score: weight, ward: undefined, district, province: undefined });
    for (const province of provinces) {
      if (!agree(district, province)) continue;
      // A former district beside a province it never belonged to: rather its namesake among the new wards.
      const mixed = unit.kind === 'district' && province.unit.kind === 'province' ? -0.25 : 0;
      const score = weight + province.weight + nearness(district, province) + mixed;
      bases.push({ unit, score, ward: undefined, district, province });
    }
  }
  return bases;
}

/** Reports whether the words of a province also name a city inside it that holds a ward. */
function isInCityOfName(ward: Reading, province: Reading, districts: readonly Reading[]): boolean {
  return districts.some(
    ({ unit, end }) =>
      end === province.end && unit.name === province.unit.name && overlap(unit.ranges, ward.unit.ranges),
  );
}

function keep(best: Map<Unit, Stack>, stack: Stack): void {
  const known = best.get(stack.unit);
  if (known === undefined || known.score < stack.score) best.set(stack.unit, stack);
}

function agree(a: Reading, b: Reading): boolean {
  return (a.end <= b.start || b.end <= a.start) && overlap(a.unit.ranges, b.unit.ranges);
}

function nearness(a: Reading, b: Reading): number {
  const between = Math.max(a.start - b.end, b.start - a.end);
  return between === 0 ? ADJACENT : -WORD_BETWEEN * Math.min(5, between);
}

function inOrder(ward: Reading, district: Reading, province: Reading): boolean {
  return ward.start < district.start === district.start < province.start;
}

/** Units in force go before former ones of the same name where nothing else tells. */
function alone(unit: Unit): number {
  return unit.kind === 'province' || unit.kind === 'ward' ? 0.05 : 0;
}

/** Weighs how a ward's edition fits those of the units above it: all old or all new is how people write. */
function editionsWithWard(ward: Unit, district: Unit | undefined, province: Unit | undefined): number {
  if (district !== undefined) return ward.kind === 'ward' ? -0.1 : 0;
  if (ward.kind === 'ward') return province?.kind === 'province' ? 0 : -0.1;
  return province?.kind === 'province' ? -0.12 : -0.05;
}
