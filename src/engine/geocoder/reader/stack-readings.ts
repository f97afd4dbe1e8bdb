import { DISTRICT, PROVINCE, WARD } from '../../../base/text/unit-words.ts';
import type { Context } from './context.ts';
import { createStack, type Stack, wardInOtherDistrict } from './stack.ts';
import { overlap } from '../../gazetteer/unit-table/ranges.ts';
import { FAINT, FAINTEST, type Reading } from './find-names.ts';
import type { UnitFacts } from '../../gazetteer/unit-table/centres.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';

/** The parts between commas. */
type Parts = Pick<Context, 'partStart' | 'partEnd'>;

/** Bonus for two adjacent readings, and penalty for each word between them. */
const ADJACENT = 0.1;
const WORD_BETWEEN = 0.04;
/** Bonus for ward, district and province in this order or in reverse. */
const IN_ORDER = 0.05;

/** Bonus for a ward in the city with the name of its province: "Phường 3, Tây Ninh" names both at once. */
const CITY_OF_NAME = 0.08;
/** As {@link CITY_OF_NAME}, for a ward without a type word: units in force are rarely written without one. */
const CITY_OF_NAME_BARE = 0.2;

/** Penalty for a unit that repeats the name of the province in front of it: "Tây Cốc, Tỉnh Phú Thọ, Phú Thọ" rather names the province twice. */
const PROVINCE_TWICE = -1.2;

/** Least factor of a ward without a district or province: it has a type word or is alone between commas. */
const STANDS_ALONE = 0.9;

/**
 * Combines readings to stacks and returns the best stack of each unit, best first.
 *
 * Cost: compares every ward reading with every consistent pair of district and province; each comparison is one pass over a few ranges.
 */
export function stackReadings(readings: readonly Reading[], facts: UnitFacts, context: Parts): Stack[] {
  const provinces: Reading[] = [];
  const districts: Reading[] = [];
  const wards: Reading[] = [];
  const faint = !readings.some((reading) => reading.factor >= FAINT);
  for (const reading of readings) {
    if (reading.factor < (faint ? FAINTEST : FAINT)) continue;
    if (reading.layer === PROVINCE) provinces.push(reading);
    else if (reading.layer === DISTRICT) districts.push(reading);
    // A ward name inside another name is no evidence by itself.
    else if (!faint) wards.push(reading);
  }
  const bases = stackBases(provinces, districts);
  const best = new Map<Unit, Stack>();
  for (const base of bases) if (isBetter(best, base.unit, base.score)) best.set(base.unit, base);
  const withWard = addWards(best, wards, bases, districts);
  addWardsElsewhere(best, wards, provinces, bases, withWard, facts);
  const stacks: Stack[] = [];
  for (const stack of best.values()) stacks.push(stack);
  sortByScore(stacks);
  return lowerLeavingUnits(stacks, readings, context) ? sortByScore(stacks) : stacks;
}

// The steps are functions of their own, because V8 optimises each again when a rare branch of it is first taken: one of all steps takes most.

/** Adds the best stack of each ward, alone or with a district or province; returns the districts of these. */
function addWards(
  best: Map<Unit, Stack>,
  wards: readonly Reading[],
  bases: readonly Stack[],
  districts: readonly Reading[],
): ReadonlySet<Unit> {
  const withWard = new Set<Unit>();
  for (const ward of wards) {
    let bestScore = best.get(ward.unit)?.score ?? -Infinity;
    let isFound = false;
    let above: Stack | undefined;
    if (ward.factor >= STANDS_ALONE && ward.distance === 0) {
      const score = ward.weight + alone(ward.unit);
      if (score > bestScore) {
        bestScore = score;
        isFound = true;
      }
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
      if (province !== undefined && repeatsProvince(ward, province)) score += PROVINCE_TWICE;
      if (score > bestScore) {
        bestScore = score;
        isFound = true;
        above = base;
      }
      if (district !== undefined) withWard.add(district.unit);
    }
    if (isFound)
      best.set(ward.unit, createStack(ward.unit, bestScore, ward, above?.district, above?.province));
  }
  return withWard;
}

/** Adds the stacks of wards that are in another district than the one named with them; not for districts that have a ward. */
function addWardsElsewhere(
  best: Map<Unit, Stack>,
  wards: readonly Reading[],
  provinces: readonly Reading[],
  bases: readonly Stack[],
  withWard: ReadonlySet<Unit>,
  facts: UnitFacts,
): void {
  for (const base of bases) {
    if (base.district === undefined || withWard.has(base.district.unit)) continue;
    const stack = wardInOtherDistrict(base, wards, provinces, facts);
    if (stack !== undefined && isBetter(best, stack.unit, stack.score)) best.set(stack.unit, stack);
  }
}

/** Stacks with scores closer than this to the first are compared by what they leave. */
const COMPARED = 0.4;
/** Penalties of a part that is the name of a unit and that a stack leaves, by the layer of the unit. */
const UNIT_LEFT: Readonly<Record<number, number>> = { [PROVINCE]: 0.5, [DISTRICT]: 0.25, [WARD]: 0.25 };

/**
 * Lowers the first stacks by the parts that they leave and that are names of units: in "Bình Minh, Trảng Bom, Trảng Bom" the district is written twice, and
 * "Hòa Bình, Hòa Bình, Bạc Liêu" is not in Tỉnh Hòa Bình. Returns whether one was lowered.
 */
function lowerLeavingUnits(stacks: Stack[], readings: readonly Reading[], context: Parts): boolean {
  const [first] = stacks;
  const rival = stacks[1];
  if (first === undefined || rival === undefined || rival.score < first.score - COMPARED) return false;
  const whole = readings.filter(({ start, end, distance, factor, marked }) => {
    const isWhole = context.partStart[start] === start && context.partEnd[start] === end;
    return isWhole && distance === 0 && !marked && factor >= WHOLE;
  });
  if (whole.length === 0) return false;
  const least = first.score - COMPARED;
  let isLowered = false;
  for (const stack of stacks) {
    if (stack.score < least) break;
    const penalty = penaltyOf(stack, whole);
    if (penalty === 0) continue;
    stack.score -= penalty;
    isLowered = true;
  }
  return isLowered;
}

/** Least factor of a name that is a part without a type word, and that rather is a unit. */
const WHOLE = 0.97;

function penaltyOf(stack: Stack, whole: readonly Reading[]): number {
  const { ward, district, province } = stack;
  const above = district?.unit ?? province?.unit;
  const isTwice = district !== undefined && ward?.unit.name === district.unit.name;
  let [penalty, at, most] = [0, -1, 0];
  for (const { start, layer, unit, streetLike } of whole) {
    if (start !== at) {
      penalty += Math.max(0, most);
      [at, most] = [start, 0];
      if (isAt(ward, start) || isAt(district, start) || isAt(province, start)) most = -1;
    }
    // The words of one of the units, and a unit again, are explained.
    const isSaid = unit === ward?.unit || unit === district?.unit || unit === province?.unit;
    if (isSaid || (layer === PROVINCE && overlap(unit.ranges, stack.unit.ranges))) most = -1;
    if (most < 0) continue;
    // A name in front of the ward may be a street; that of a ward counts beside a ward that has no type word either.
    const counts =
      layer === WARD
        ? (!streetLike || isTwice) &&
          ward?.marked === false &&
          above !== undefined &&
          overlap(unit.ranges, above.ranges)
        : start > (ward?.start ?? -1);
    if (counts) most = Math.max(most, UNIT_LEFT[layer]);
  }
  return penalty + Math.max(0, most);
}

function isAt(reading: Reading | undefined, token: number): boolean {
  return reading !== undefined && reading.start <= token && token < reading.end;
}

/** More stacks than this are sorted by the engine of JavaScript, which calls a comparison for each two. */
const MOST_INSERTED = 24;

/** Sorts stacks in place, the highest score first, equal ones in their order. */
function sortByScore(stacks: Stack[]): Stack[] {
  if (stacks.length > MOST_INSERTED) return stacks.sort((a, b) => b.score - a.score);
  for (let i = 1; i < stacks.length; i += 1) {
    const stack = stacks[i];
    let at = i;
    for (; at > 0 && stacks[at - 1].score < stack.score; at -= 1) stacks[at] = stacks[at - 1];
    stacks[at] = stack;
  }
  return stacks;
}

/** Returns the stacks without wards: each province, each district, and each consistent pair. */
function stackBases(provinces: readonly Reading[], districts: readonly Reading[]): Stack[] {
  const bases: Stack[] = [];
  for (const province of provinces) {
    const score = province.weight + alone(province.unit);
    bases.push(createStack(province.unit, score, undefined, undefined, province));
  }
  for (const district of districts) {
    const { unit, weight } = district;
    bases.push(createStack(unit, weight, undefined, district, undefined));
    for (const province of provinces) {
      if (!agree(district, province)) continue;
      // A former district with a province in force: the question rather means the new ward with the same name.
      const mixed = unit.kind === 'district' && province.unit.kind === 'province' ? -0.25 : 0;
      const twice = repeatsProvince(district, province) ? PROVINCE_TWICE : 0;
      const score = weight + province.weight + nearness(district, province) + mixed + twice;
      bases.push(createStack(unit, score, undefined, district, province));
    }
  }
  return bases;
}

/** Reports whether a ward or district without a type word follows a province of the same name that has one. */
function repeatsProvince(unit: Reading, province: Reading): boolean {
  return (
    !unit.marked && province.marked && unit.start === province.end && unit.unit.name === province.unit.name
  );
}

/** Reports whether the words of a province also name a city of that province that contains a ward. */
function isInCityOfName(ward: Reading, province: Reading, districts: readonly Reading[]): boolean {
  for (const { unit, end } of districts)
    if (end === province.end && unit.name === province.unit.name && overlap(unit.ranges, ward.unit.ranges))
      return true;
  return false;
}

/** Reports whether a stack of a score is better than the one that is kept of its unit. */
function isBetter(best: ReadonlyMap<Unit, Stack>, unit: Unit, score: number): boolean {
  const known = best.get(unit);
  return known === undefined || known.score < score;
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

/** Returns the bonus of a unit without others: a unit in force is preferred to a former one with the same name. */
function alone(unit: Unit): number {
  return unit.kind === 'province' || unit.kind === 'ward' ? 0.05 : 0;
}

/** Returns the penalty for a mix of old and new units: people write all units old or all new. */
function editionsWithWard(ward: Unit, district: Unit | undefined, province: Unit | undefined): number {
  if (district !== undefined) return ward.kind === 'ward' ? -0.1 : 0;
  if (ward.kind === 'ward') return province?.kind === 'province' ? 0 : -0.1;
  return province?.kind === 'province' ? -0.12 : -0.05;
}
