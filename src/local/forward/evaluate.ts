import type { Names } from '../names/names.ts';
import type { Reading } from '../search/spans.ts';
import type { Stack } from '../search/stack.ts';
import type { PlaceTables } from '../store/place-tables.ts';
import type { Hits } from './hits.ts';
import type { HouseExpression } from './house-expression.ts';
import {
  findHouse,
  findNeighbours,
  NOWHERE,
  placeByNeighbours,
  type HouseFind,
  type Neighbours,
} from './house-finder.ts';
import { findPathSpan } from './path-finder.ts';
import { spanWeight, type Question } from './question.ts';
import { keepResult, WHOLE, type Results } from './results.ts';
import { metersBetween, type UnitPosition } from './street-line.ts';
import { createThingList, listThings } from './thing-ranges.ts';
import { NEAR_SHARE, qualityOf } from './quality.ts';
import type { UnitGroup, UnitReach } from './unit-groups.ts';

/** Streets of one name this far apart are not one street. Units: metres. */
const ONE_STREET_METERS = 4000;
/** How far into an unknown alley a house may be. Units: metres. */
const ALLEY_METERS = 150;
/** Parts of a street that are looked through for neighbours of a house. */
const MOST_PARTS = 16;
/** A thing without known extent. Units: metres. */
const LEAST_STREET_RADIUS = 50;
const POI_RADIUS = 30;

/** Evaluates one name inside one group of units. */
export interface Evaluator {
  /** Returns what the best answer of a hit inside a group could score, or -1 where they claim the same words. */
  bound(
    question: Question,
    hits: Hits,
    hit: number,
    group: UnitGroup | undefined,
    best: UnitGroup | undefined,
  ): number;
  /** Looks the things of a hit up in a group (`undefined`: anywhere) and keeps what it finds; `best` is what the units of the question most likely mean. */
  evaluate(
    question: Question,
    hits: Hits,
    hit: number,
    group: UnitGroup | undefined,
    best: UnitGroup | undefined,
  ): void;
}

/** Creates the evaluator over the tables; results go to `results`. */
export function createEvaluator(
  tables: PlaceTables,
  names: Names,
  reach: UnitReach,
  results: Results,
  focusOf: () => UnitPosition | undefined,
): Evaluator {
  const list = createThingList();
  const found: HouseFind = { kind: WHOLE, row: -1, lat: 0, lon: 0, radiusMeters: 0 };
  const neighbours: Neighbours = { low: -1, high: -1 };

  const placeThing = (thing: number): void => {
    const isStreet = thing < tables.streetCount;
    found.kind = WHOLE;
    found.row = -1;
    found.lat = tables.thingLat[thing] as number;
    found.lon = tables.thingLon[thing] as number;
    found.radiusMeters = isStreet
      ? Math.max(LEAST_STREET_RADIUS, tables.thingRadius[thing] as number)
      : POI_RADIUS;
  };

  /** Gathers neighbours from all parts of a street that was cut where it enters another ward. */
  const gather = (street: number, number: number, house: HouseExpression, side: 0 | 1): void => {
    neighbours.low = -1;
    neighbours.high = -1;
    if (list.count > MOST_PARTS) findNeighbours(tables, street, number, house.span, side, neighbours);
    else
      for (let i = 0; i < list.count; i += 1) {
        const other = list.thing[i] as number;
        if (other < tables.streetCount && isNear(tables, street, other))
          findNeighbours(tables, other, number, house.span, side, neighbours);
      }
    placeByNeighbours(tables, street, number, neighbours, found);
  };

  /** Places a number on its side of the street, or where the houses of the other side say that it must be. */
  const interpolate = (street: number, number: number, house: HouseExpression): void => {
    gather(street, number, house, 1);
    if (found.kind !== NOWHERE) return;
    gather(street, number, house, 0);
    found.kind = NOWHERE;
  };

  const placeHouse = (thing: number, house: HouseExpression, taken: number): void => {
    const { steps } = house;
    findHouse(tables, thing, steps, taken, house.span, house.alleyOnly, found);
    if (found.kind !== NOWHERE) return;
    interpolate(thing, steps.number[taken] as number, house);
    if (found.row < 0) {
      placeThing(thing);
      found.kind = NOWHERE;
    } else if (house.alleyOnly || steps.count - taken > 1) {
      // Along the street, never into an alley: of house 3 in alley 12 only where the alley begins is known.
      found.kind = NOWHERE;
      found.radiusMeters += ALLEY_METERS;
    }
  };

  return {
    bound(question, hits, hit, group, best) {
      const house = hits.houses[hits.house[hit] as number] as HouseExpression;
      const units = group === undefined ? 0 : unitWeight(question, hits, hit, group.stack);
      if (units < 0) return -1;
      const near = best === undefined ? 0 : unitWeight(question, hits, hit, best.stack) - units;
      return share(
        question,
        nameWeight(question, hits, hit, house) + units + Math.max(0, near) * NEAR_SHARE,
        hits,
        hit,
      );
    },
    evaluate(question, hits, hit, group, best) {
      const house = hits.houses[hits.house[hit] as number] as HouseExpression;
      const taken = hits.taken[hit] as number;
      const asked = house.steps.count > taken;
      if (asked && house.spanFrom !== taken) {
        findPathSpan(tables, house.steps, taken, house.span);
        house.spanFrom = taken;
      }
      const focus = focusOf();
      const units = group === undefined ? 0 : unitWeight(question, hits, hit, group.stack);
      const near = best === undefined ? 0 : unitWeight(question, hits, hit, best.stack) - units;
      const nearSum = share(question, Math.max(0, near) * NEAR_SHARE, hits, hit);
      const streetSum = share(question, nameWeight(question, hits, hit, house) + units, hits, hit);
      const poiSum = share(
        question,
        spanWeight(question, hits.start[hit] as number, hits.end[hit] as number) + units,
        hits,
        hit,
      );
      listThings(tables, names, hits.name[hit] as number, group?.ranges, focus, list);
      for (let i = 0; i < list.count; i += 1) {
        const thing = list.thing[i] as number;
        const isStreet = thing < tables.streetCount;
        if (isStreet && asked) placeHouse(thing, house, taken);
        else placeThing(thing);
        let score = (isStreet ? streetSum : poiSum) + bonus(thing, focus);
        if (nearSum > 0 && best !== undefined && reach.isNear(found, best.stack.unit)) score += nearSum;
        score *= qualityOf(tables, thing, found.kind, taken);
        keepResult(results, thing, hit, found, score);
      }
    },
  };

  /** Orders things that are equally good: the nearer, then the more important. */
  function bonus(thing: number, focus: UnitPosition | undefined): number {
    let more = (tables.thingImportance[thing] as number) * IMPORTANCE_BONUS;
    if (focus !== undefined) {
      const meters = metersBetween(
        tables.thingLat[thing] as number,
        tables.thingLon[thing] as number,
        focus.lat,
        focus.lon,
      );
      more += FOCUS_BONUS / (1 + meters / FOCUS_HALF_METERS);
    }
    return more;
  }
}

const IMPORTANCE_BONUS = 0.008 / 255;
const FOCUS_BONUS = 0.03;
const FOCUS_HALF_METERS = 5000;

/** Rates a sum of weights by what the whole question weighs, and by how sure the name is. */
function share(question: Question, weight: number, hits: Hits, hit: number): number {
  return (weight / (question.weightBefore[question.count] as number)) * (hits.quality[hit] as number);
}

/** Weighs what a name and its house explain. */
function nameWeight(question: Question, hits: Hits, hit: number, house: HouseExpression): number {
  const from = Math.min(house.streetStart, hits.start[hit] as number);
  return spanWeight(question, from, hits.end[hit] as number) + spanWeight(question, house.start, house.end);
}

/** Weighs what the units of a stack explain beside a name; -1 where the name takes the words of the unit itself. */
function unitWeight(question: Question, hits: Hits, hit: number, stack: Stack): number {
  let weight = 0;
  for (const reading of [stack.ward, stack.district, stack.province]) {
    if (reading === undefined) continue;
    if (!meets(hits, hit, reading)) weight += spanWeight(question, reading.start, reading.end);
    else if (reading.unit === stack.unit) return -1;
  }
  return weight;
}

/** Tells whether a hit or its house shares words with a reading. */
function meets(hits: Hits, hit: number, reading: Reading): boolean {
  const house = hits.houses[hits.house[hit] as number] as HouseExpression;
  const from = Math.min(house.streetStart, hits.start[hit] as number);
  return (
    (from < reading.end && reading.start < (hits.end[hit] as number)) ||
    (house.start < reading.end && reading.start < house.end)
  );
}

function isNear(tables: PlaceTables, a: number, b: number): boolean {
  if (a === b) return true;
  return (
    metersBetween(
      tables.thingLat[a] as number,
      tables.thingLon[a] as number,
      tables.thingLat[b] as number,
      tables.thingLon[b] as number,
    ) <=
    ONE_STREET_METERS + (tables.thingRadius[a] as number) + (tables.thingRadius[b] as number)
  );
}
