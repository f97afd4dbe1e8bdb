import type { Names } from '../../gazetteer/names/names.ts';
import type { Reading } from '../reader/find-names.ts';
import type { Stack } from '../reader/stack.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { houseOf, type Inquiry, keepResult, nameStart } from './inquiry.ts';
import { createLocator } from './locate.ts';
import { createInsideFeatures } from './inside-features.ts';
import type { NamedArea, NamedAreas } from './named-area.ts';
import { findPathSpan } from './path-steps.ts';
import { NEAR_SHARE, preferenceOf, qualityOf } from './quality.ts';
import { spanWeight } from './question.ts';
import { createFeatureList, listFeatures } from './feature-ranges.ts';
import type { UnitGroup, UnitReach } from './unit-reach.ts';

/** Most pairs that are evaluated in one pass; of more only those with the highest bounds are kept. */
const MOST_PAIRS = 48;

/** Pairs of a hit and a group of units (-1 for none). Shape: `order` has their numbers, the highest bound first; none has a bound below `least`. */
export interface Pairs {
  count: number;
  least: number;
  order: Int32Array;
  hit: Int32Array;
  group: Int32Array;
  bound: Float64Array;
}

/** Creates the buffers for the pairs of one question. */
export function createPairs(): Pairs {
  return {
    count: 0,
    least: 0,
    order: new Int32Array(MOST_PAIRS),
    hit: new Int32Array(MOST_PAIRS),
    group: new Int32Array(MOST_PAIRS),
    bound: new Float64Array(MOST_PAIRS),
  };
}

/** Inserts a pair in the order of the bounds. */
export function addPair(pairs: Pairs, hit: number, group: number, bound: number): void {
  if (bound < pairs.least) return;
  const { order } = pairs;
  let at = pairs.count;
  let pair = at;
  if (at === MOST_PAIRS) {
    at -= 1;
    pair = order[at];
    if (pairs.bound[pair] >= bound) return;
  } else pairs.count += 1;
  pairs.hit[pair] = hit;
  pairs.group[pair] = group;
  pairs.bound[pair] = bound;
  for (; at > 0 && pairs.bound[order[at - 1]] < bound; at -= 1) order[at] = order[at - 1];
  order[at] = pair;
}

/** The lookup of one name inside one group of units (`undefined`: anywhere). */
interface Evaluator {
  /** Adds the pairs of a hit and each group of units (-1: anywhere) that uses other words, with the highest score that a match can have. */
  addPairs(inquiry: Inquiry, hit: number, pairs: Pairs): void;
  /** Reports whether a street or place of a name is inside an area with circles. */
  isIn(name: number, area: NamedArea): boolean;
  /** Adds the streets and places of a hit inside a group to the results, scored by the words that their name, house and units explain. */
  evaluate(inquiry: Inquiry, hit: number, group: UnitGroup | undefined): void;
}

/** Creates the evaluator over the tables. */
export function createEvaluator(
  tables: PlaceTables,
  names: Names,
  reach: UnitReach,
  areasOf: NamedAreas,
): Evaluator {
  const inside = createInsideFeatures(tables, names, areasOf);
  const list = createFeatureList();
  const locator = createLocator(tables);
  const { found } = locator;
  const weights: GroupWeights = { groups: undefined, start: 0, end: 0, house: 0, weight: [] };

  return {
    isIn: (name, area) => inside.isIn(name, area),
    addPairs(inquiry, hit, pairs) {
      const { areas, groups } = inquiry;
      inside.forget(hit);
      // If the question names a unit without streets and places in other words, no match counts.
      for (const { isEmpty, reading } of areas) if (isEmpty && leavesOpen(inquiry, hit, reading)) return;
      weighGroups(weights, inquiry, hit);
      for (let group = -1; group < groups.length; group += 1) {
        const weight = weights.weight[group + 1];
        if (weight < 0) continue;
        const bound = share(inquiry, hit, weight);
        if (bound > 0) addPair(pairs, hit, group, bound);
      }
    },
    evaluate(inquiry, hit, group) {
      if (inside.isEmpty(hit)) return;
      const { question, hits, focus, results, groups } = inquiry;
      const open = openAreas(inquiry, hit);
      if (open !== 0 && !inside.mayHave(inquiry, hit, group, open)) return;
      listFeatures(tables, names, hits.name[hit], group?.ranges, focus, list);
      if (list.count === 0) return;
      const house = houseOf(hits, hit);
      const taken = hits.taken[hit];
      const isAsked = house.steps.count > taken;
      if (isAsked && house.spanFrom !== taken) {
        findPathSpan(tables, house.steps, taken, house.span);
        house.spanFrom = taken;
      }
      const best = groups[0];
      const units = group === undefined ? 0 : unitWeight(inquiry, hit, group.stack);
      const missed =
        group === best
          ? 0
          : share(inquiry, hit, missedWeight(inquiry, hit, openBest(inquiry, hit), group?.stack));
      const asStreet = share(inquiry, hit, nameWeight(inquiry, hit) + units);
      const words = spanWeight(question, hits.start[hit], hits.end[hit]);
      const asPoi = share(inquiry, hit, words + units);
      for (let i = 0; i < list.count; i += 1) {
        const feature = list.feature[i];
        if (open !== 0 && !inside.has(inquiry, hit, feature, open)) continue;
        const isStreet = feature < tables.streetCount;
        if (isStreet && isAsked) locator.placeHouse(feature, house, taken, list);
        else locator.placeFeature(feature);
        let score = isStreet ? asStreet : asPoi;
        if (missed > 0 && best !== undefined && reach.isNear(found, best.stack.unit)) score += missed;
        score = score * qualityOf(tables, feature, found.kind, taken) + preferenceOf(tables, feature, focus);
        keepResult(results, feature, hit, found, score);
      }
    },
  };
}

/**
 * The highest weight of a match of some words in each group of units.
 *
 * Shape: of the words from `start` to `end` with the house `house`, in the groups of one question: `weight[0]` anywhere, `weight[i + 1]` in group i; -1 if the
 * words are those of the group itself.
 */
interface GroupWeights {
  groups: Inquiry['groups'] | undefined;
  start: number;
  end: number;
  house: number;
  weight: number[];
}

/** Weighs the groups for the words of a hit; most hits have the words of the one before. */
function weighGroups(weights: GroupWeights, inquiry: Inquiry, hit: number): void {
  const { hits, groups } = inquiry;
  const isSame = weights.groups === groups && weights.house === hits.house[hit];
  if (isSame && weights.start === hits.start[hit] && weights.end === hits.end[hit]) return;
  weights.groups = groups;
  weights.house = hits.house[hit];
  weights.start = hits.start[hit];
  weights.end = hits.end[hit];
  const own = nameWeight(inquiry, hit);
  const best = openBest(inquiry, hit);
  for (let group = -1; group < groups.length; group += 1) {
    const stack = group < 0 ? undefined : groups[group].stack;
    const units = stack === undefined ? 0 : unitWeight(inquiry, hit, stack);
    weights.weight[group + 1] = units < 0 ? -1 : own + units + missedWeight(inquiry, hit, best, stack);
  }
}

/** Returns a weight as a share of the whole question, times the quality of the hit. */
function share({ question, hits }: Inquiry, hit: number, weight: number): number {
  return (weight / question.weightBefore[question.count]) * hits.quality[hit];
}

/** Returns the weight of the words that a name and its house explain. */
function nameWeight({ question, hits }: Inquiry, hit: number): number {
  const { start, end } = houseOf(hits, hit);
  return spanWeight(question, nameStart(hits, hit), hits.end[hit]) + spanWeight(question, start, end);
}

/** Returns the weight of the words that the units of a stack explain beside a name; -1 if the name uses the words of the unit itself. */
function unitWeight(inquiry: Inquiry, hit: number, { unit, ward, district, province }: Stack): number {
  const ofWard = weightBeside(inquiry, hit, ward, unit);
  if (ofWard < 0) return -1;
  const ofDistrict = weightBeside(inquiry, hit, district, unit);
  if (ofDistrict < 0) return -1;
  const ofProvince = weightBeside(inquiry, hit, province, unit);
  return ofProvince < 0 ? -1 : ofWard + ofDistrict + ofProvince;
}

/** Returns the weight of a reading if a name and its house use no word of it, else 0; -1 if they use words that mean the unit. */
function weightBeside(inquiry: Inquiry, hit: number, reading: Reading | undefined, unit: Unit): number {
  if (reading === undefined) return 0;
  if (leavesOpen(inquiry, hit, reading)) return spanWeight(inquiry.question, reading.start, reading.end);
  return reading.unit === unit ? -1 : 0;
}

/** Returns the best units; undefined if the name uses words of the unit itself. */
function openBest(inquiry: Inquiry, hit: number): Stack | undefined {
  const best = inquiry.groups[0]?.stack;
  return best === undefined || unitWeight(inquiry, hit, best) < 0 ? undefined : best;
}

/** Returns the additional weight of a place just outside of the best units: their words beside those of its own units, as "Thủ Đức" for a street of An Bình at its border. */
function missedWeight(
  inquiry: Inquiry,
  hit: number,
  best: Stack | undefined,
  own: Stack | undefined,
): number {
  if (best === undefined || best === own) return 0;
  const missed =
    weightMissed(inquiry, hit, best.ward, own) +
    weightMissed(inquiry, hit, best.district, own) +
    weightMissed(inquiry, hit, best.province, own);
  return missed * NEAR_SHARE;
}

/** Returns the weight of a reading whose words neither a name, its house nor a stack uses. */
function weightMissed(
  inquiry: Inquiry,
  hit: number,
  reading: Reading | undefined,
  own: Stack | undefined,
): number {
  if (reading === undefined || !leavesOpen(inquiry, hit, reading)) return 0;
  const { start, end } = reading;
  const isUsed =
    own !== undefined &&
    (isIn(own.ward, start, end) || isIn(own.district, start, end) || isIn(own.province, start, end));
  return isUsed ? 0 : spanWeight(inquiry.question, start, end);
}

/** Returns the areas of the units that the question names in other words than a name and its house, as bits. */
function openAreas(inquiry: Inquiry, hit: number): number {
  const { areas } = inquiry;
  let open = 0;
  for (let i = 0; i < areas.length; i += 1) if (leavesOpen(inquiry, hit, areas[i].reading)) open |= 1 << i;
  return open;
}

/** Reports whether a name and its house use no word of a unit name. */
function leavesOpen({ hits }: Inquiry, hit: number, reading: Reading): boolean {
  const { start, end } = houseOf(hits, hit);
  return !overlaps(reading, nameStart(hits, hit), hits.end[hit]) && !overlaps(reading, start, end);
}

function isIn(reading: Reading | undefined, start: number, end: number): boolean {
  return reading !== undefined && overlaps(reading, start, end);
}

function overlaps(reading: Reading, start: number, end: number): boolean {
  return start < reading.end && reading.start < end;
}
