import { distanceMeters } from '../../../base/geo/distance.ts';
import type { Position } from '../../../base/geo/position.ts';
import { overlap } from '../../gazetteer/unit-table/ranges.ts';
import { createStack, type Stack } from './stack.ts';
import type { UnitFacts } from '../../gazetteer/unit-table/centres.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import type { Evidence } from './evidence.ts';
import { FAINT, type Reading } from './find-names.ts';

/** Stacks with scores closer than this match equally well. */
const TIE = 0.03;

/** The best stack for a question and the other stacks; `ambiguous` is true if the words name several places inside `best`, `tied` is their number. */
export interface Resolution {
  best: Stack | undefined;
  ambiguous: boolean;
  tied: number;
  others: Stack[];
  margin: number;
}

/**
 * Chooses the best stack, or the unit above if the words name several places equally well.
 *
 * Shape: `best` is undefined if the places have no common unit; the tied places are then the first of `others`.
 */
export function resolve(stacks: readonly Stack[], facts: UnitFacts, focus?: Position): Resolution {
  const first = stacks[0];
  if (first === undefined) return { best: undefined, ambiguous: false, tied: 0, others: [], margin: 0 };
  const tied = [first];
  for (const stack of stacks) {
    if (stack.score < first.score - TIE) break;
    if (isBelowProvince(stack.unit) && isElsewhere(stack.unit, tied, facts)) tied.push(stack);
  }
  const rest = stacks.slice(1);
  if (tied.length === 1 || !isBelowProvince(first.unit)) {
    return { best: first, ambiguous: false, tied: 1, others: rest, margin: marginOf(first, rest, facts) };
  }
  const nearest = focus === undefined ? undefined : nearestOf(tied, facts, focus);
  if (nearest !== undefined) {
    return {
      best: nearest,
      ambiguous: false,
      tied: 1,
      others: stacks.filter((stack) => stack !== nearest),
      margin: 0.05,
    };
  }
  return {
    best: above(tied, facts),
    ambiguous: true,
    tied: tied.length,
    others: [...tied, ...rest.filter((stack) => !tied.includes(stack))],
    margin: 0,
  };
}

/** Reports whether a unit is at another place than those of all of some stacks. */
function isElsewhere(unit: Unit, stacks: readonly Stack[], facts: UnitFacts): boolean {
  for (const known of stacks) if (facts.samePlace(known.unit, unit)) return false;
  return true;
}

function isBelowProvince(unit: Unit): boolean {
  return unit.kind !== 'province' && unit.kind !== 'former-province';
}

/** Returns the unit that all tied stacks share: their district, or their province even if the question does not name it. */
function above(tied: readonly Stack[], facts: UnitFacts): Stack | undefined {
  const first = tied[0];
  const { district, province } = first;
  if (
    first.ward !== undefined &&
    district !== undefined &&
    tied.every((stack) => stack.district?.unit === district.unit)
  ) {
    return createStack(district.unit, first.score, undefined, district, province, first.elsewhere);
  }
  const holder = facts.provinceOf(first.unit);
  if (tied.some((stack) => facts.provinceOf(stack.unit) !== holder)) return undefined;
  const unit =
    province !== undefined && tied.every((stack) => stack.province?.unit === province.unit)
      ? province.unit
      : holder;
  return createStack(unit, first.score, undefined, undefined, province);
}

/** Returns the tied stack that is clearly nearer than the others; undefined for none. */
function nearestOf(tied: readonly Stack[], facts: UnitFacts, focus: Position): Stack | undefined {
  const byDistance = tied
    .map((stack) => ({ stack, distance: distanceMeters(focus, facts.centreOf(stack.unit).position) }))
    .sort((a, b) => a.distance - b.distance);
  const [near, next] = byDistance;
  return near !== undefined && next !== undefined && near.distance * 2 < next.distance
    ? near.stack
    : undefined;
}

/** Returns the lead over the next stack that means a different place and is not just a less exact match. Units: 0 to 1. */
function marginOf(best: Stack, rest: readonly Stack[], facts: UnitFacts): number {
  const next = rest.find((stack) => !isPartOf(stack, best) && !facts.samePlace(stack.unit, best.unit));
  return next === undefined ? 1 : Math.min(1, (best.score - next.score) / best.score);
}

/** Reports whether a stack is a less exact match for the same place: the district or province of a ward, or the province of a district. */
export function isPartOf(stack: Stack, whole: Stack): boolean {
  if (stack.ward !== undefined || stack.unit === whole.unit) return false;
  return (
    (whole.ward !== undefined || stack.district === undefined) &&
    overlap(stack.unit.ranges, whole.unit.ranges)
  );
}

/**
 * Returns the score of a stack by the words that it explains.
 *
 * Shape: 0 to 1; near 1 if type words or commas mark every unit and no word contradicts them. A ranking of trust, not a probability.
 */
export function rate(stack: Stack, evidence: Evidence, ambiguous: boolean, margin: number): number {
  const { ward, district, province } = stack;
  let score = 1;
  for (const reading of [ward, district, province]) if (reading !== undefined) score *= quality(reading);
  if (ward !== undefined && district === undefined && province === undefined)
    score *= ward.marked ? 0.8 : 0.7;
  else if (ward === undefined && district !== undefined && province === undefined) score *= 0.85;
  else if (ward === undefined && district === undefined) score *= province === undefined ? 0.6 : 0.95;
  score *= 0.7 ** evidence.contradicted.length;
  score *= 0.9 ** Math.min(2, evidence.unresolved);
  if (ambiguous) score *= 0.7;
  else if (margin < 0.1) score *= 0.8 + 2 * margin;
  return Math.round(score * 1000) / 1000;
}

function quality(reading: Reading): number {
  if (reading.factor < FAINT) return 0.5;
  if (reading.distance > 0) return reading.marked ? 0.92 : 0.85;
  if (reading.marked) return 1;
  return reading.factor >= 1 ? 0.98 : reading.factor >= 0.8 ? 0.95 : 0.9;
}
