import { fillSpan } from '../reader/context.ts';
import type { Reading } from '../reader/find-names.ts';
import { DISTRICT, PROVINCE, WARD } from '../../../base/text/unit-words.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import { FEATURE_FLAGS, type PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { type Hits, PARTLY } from './hits.ts';
import { EXACT, NOWHERE } from './house-finder.ts';
import { houseOf, type Inquiry, nameStart, type Result, WHOLE } from './inquiry.ts';
import {
  BESIDE_UNIT,
  COMPANY,
  hasMark,
  INSIDE,
  isHardGap,
  isOpen,
  type Marks,
  NAMED,
  OPEN,
  OUTSIDE_UNIT,
  type Question,
} from './question.ts';
import { BORDER_METERS, isCertain, isExcluded, type NamedUnits, OUTSIDE_METERS } from './named-units.ts';
import { ROOM, STREET_WORD, WORD } from '../reader/word-classes.ts';
import { metersBetween, moveToLine, type UnitPosition } from './street-line.ts';
import { holds, type UnitBorder, type UnitReach } from './unit-reach.ts';

/** Factor of a street just outside of a unit that the question names, by layer. */
const BESIDE_FACTOR: Readonly<Record<number, number>> = { [WARD]: 0.99, [DISTRICT]: 0.98, [PROVINCE]: 0.95 };
/** As BESIDE_FACTOR, for a place: outside of the unit it is rather another place with that name. */
const POI_BESIDE_FACTOR: Readonly<Record<number, number>> = {
  [WARD]: 0.9,
  [DISTRICT]: 0.75,
  [PROVINCE]: 0.5,
};
const OUTSIDE_FACTOR: Readonly<Record<number, number>> = { [WARD]: 0.9, [DISTRICT]: 0.7, [PROVINCE]: 0.4 };

/** As BORDER_METERS, for a house, whose position is more exact than that of its street. Units: metres. */
const HOUSE_BORDER_METERS = 30;

/** A place and a house at most this far apart, beyond their radii, explain each other. Units: metres. */
const TOGETHER_METERS = 400;

/** The marking of the words that a result explains, and of those that contradict it. */
export interface Explainer {
  /** Marks the words that a result explains. */
  explain(inquiry: Inquiry, result: Result, marks: Marks): void;
  /** Marks the units of the question that do not contain the result; returns the score factor, 1 for none, 0 if the result must be another place. */
  doubt(inquiry: Inquiry, result: Result, marks: Marks): number;
  /** Returns the ward that a question names for certain if the result is just outside of its border; else undefined. */
  wardAcross(inquiry: Inquiry, result: Result, marks: Marks): Unit | undefined;
  /** Marks the words that another result nearby explains: the tower at the house number, the shop in the street. */
  accompany(inquiry: Inquiry, result: Result, marks: Marks): void;
  /** Reports whether a street or place is in a unit, or may be if its former ward is unknown. */
  isIn(feature: number, unit: Unit): boolean;
}

/** Reports whether a result is a street as a whole, or a house of it that no number is known near. */
function isStreetOnly({ streetCount }: PlaceTables, { feature, kind }: Result): boolean {
  return feature < streetCount && (kind === WHOLE || kind === NOWHERE);
}

/** Creates the explainer over the tables. */
export function createExplainer(tables: PlaceTables, reach: UnitReach, border: UnitBorder): Explainer {
  const point: UnitPosition = { lat: 0, lon: 0 };

  const isIn = (feature: number, unit: Unit): boolean => {
    const baseWard = tables.featureBaseWard[feature];
    if (holds(unit.ranges, baseWard)) return true;
    const known = (tables.featureFlags[feature] & FEATURE_FLAGS.formerKnown) !== 0;
    return !known && holds(reach.widen(unit), baseWard);
  };

  /** Reports whether a result is too far outside of a unit that the question names for certain. */
  const isOutside = (
    { hits }: Inquiry,
    result: Result,
    { reading, units }: NamedUnits,
    marks: Marks,
  ): boolean => {
    if (!isOpen(marks, reading.start, reading.end)) return false;
    // If the house number matches exactly, the ward of the question is probably wrong, but not its province.
    const isHouse = result.kind === EXACT && hits.how[result.hit] !== PARTLY && reading.layer !== PROVINCE;
    const meters = OUTSIDE_METERS[reading.layer];
    for (const unit of units)
      if (
        (isHouse && reach.isNear(result, unit)) ||
        border.isWithin(result, unit, meters) ||
        // An island may be far from the rest of its province.
        (reading.layer !== WARD && isIn(result.feature, unit))
      )
        return false;
    return !(reading.layer === WARD && isStreetOnly(tables, result) && units.some(reachesInto(result)));
  };

  /** Returns the test whether a street reaches into a ward that its middle is not in; the result is then where it does. */
  const reachesInto =
    (result: Result) =>
    (unit: Unit): boolean => {
      const centre = reach.centreOf(unit);
      if (!moveToLine(tables, result.feature, centre, point) || !border.isWithin(point, unit, 0))
        return false;
      result.lat = point.lat;
      result.lon = point.lon;
      return true;
    };

  /**
   * Reports whether a result has a number for a name, which is no date ("3/2"), and is not in the ward that the text names: there is such a street in most wards, so
   * "Hẻm 7, Linh Đông" is no Hẻm 7 elsewhere.
   */
  const isNumberElsewhere = (inquiry: Inquiry, result: Result, marks: Marks): boolean => {
    const { question, understanding, hits } = inquiry;
    const ward = understanding.stacks[0]?.ward;
    const { hit, feature } = result;
    if (ward === undefined || feature >= tables.streetCount || hits.taken[hit] > 0) return false;
    if (ward.distance > 0 || !isNumbered(question, hits.start[hit], hits.end[hit])) return false;
    const { start, end, layer } = ward;
    if (!isOpen(marks, start, end)) return false;
    return !understanding.readings.some(
      (other) =>
        other.start === start &&
        other.end === end &&
        other.layer === layer &&
        (border.isWithin(result, other.unit, BORDER_METERS) ||
          (isStreetOnly(tables, result) && reachesInto(result)(other.unit))),
    );
  };

  /** Marks the words of a reading that does not contain a result; returns the score factor. */
  const doubtOf = (reading: Reading | undefined, result: Result, marks: Marks): number => {
    if (reading === undefined || !isOpen(marks, reading.start, reading.end)) return 1;
    const near = reach.isNear(result, reading.unit);
    fillSpan(marks, near ? BESIDE_UNIT : OUTSIDE_UNIT, reading.start, reading.end);
    const beside = result.feature < tables.streetCount ? BESIDE_FACTOR : POI_BESIDE_FACTOR;
    if (near) return beside[reading.layer];
    return isCertain(reading) ? OUTSIDE_FACTOR[reading.layer] : 1;
  };

  return {
    isIn,
    explain({ question, understanding, hits, named }, { hit, feature, addressEnd }, marks) {
      fillSpan(marks, 0, 0, question.count);
      fillSpan(marks, NAMED, hits.start[hit], Math.max(addressEnd, hits.end[hit]));
      if (feature < tables.streetCount) {
        const { start, end } = houseOf(hits, hit);
        fillSpan(marks, NAMED, nameStart(hits, hit), hits.start[hit]);
        fillSpan(marks, NAMED, start, end);
      }
      markRepeated(hits, hit, marks);
      // "Le Loi Street": the street word behind belongs to the name.
      const behind = hits.end[hit];
      if (question.role[behind] === STREET_WORD && !isHardGap(question, behind)) marks[behind] = NAMED;
      for (const reading of understanding.readings)
        if (!hasMark(marks, reading, NAMED) && !isExcluded(named, reading) && isIn(feature, reading.unit))
          fillSpan(marks, INSIDE, reading.start, reading.end);
      for (let i = 0; i < question.count; i += 1) if (question.role[i] === ROOM) marks[i] = NAMED;
    },
    doubt(inquiry, result, marks) {
      const { understanding, named } = inquiry;
      for (const units of named) if (isOutside(inquiry, result, units, marks)) return 0;
      if (isNumberElsewhere(inquiry, result, marks)) return 0;
      const stack = understanding.stacks[0];
      if (stack === undefined) return 1;
      const { ward, district, province } = stack;
      let factor = doubtOf(ward, result, marks);
      factor *= doubtOf(district, result, marks);
      return factor * doubtOf(province, result, marks);
    },
    wardAcross({ named }, result, marks) {
      const ward = named.find(({ reading }) => reading.layer === WARD);
      if (ward === undefined || !isOpen(marks, ward.reading.start, ward.reading.end)) return undefined;
      const meters = result.kind === EXACT ? HOUSE_BORDER_METERS : BORDER_METERS;
      return ward.units.find((unit) => border.isWithin(result, unit, meters));
    },
    accompany({ hits, results }, result, marks) {
      const isStreet = result.feature < tables.streetCount;
      for (let i = 0; i < results.count; i += 1) {
        const other = results.items[i];
        if (other.feature < tables.streetCount === isStreet) continue;
        const meters = metersBetween(result.lat, result.lon, other.lat, other.lon);
        if (meters > TOGETHER_METERS + result.radiusMeters + other.radiusMeters) continue;
        const start = nameStart(hits, other.hit);
        const house = houseOf(hits, other.hit);
        if (!isOpen(marks, hits.start[other.hit], hits.end[other.hit])) continue;
        markOpen(marks, isStreet ? hits.start[other.hit] : start, hits.end[other.hit]);
        if (!isStreet) markOpen(marks, house.start, house.end);
      }
    },
  };
}

function markOpen(marks: Marks, start: number, end: number): void {
  for (let i = start; i < end; i += 1) if (marks[i] === OPEN) marks[i] = COMPANY;
}

/** Reports whether a span is a number with the words for a street, and no date. */
function isNumbered({ role, tokens }: Question, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (role[i] === WORD || tokens[i].text.includes('/')) return false;
  return true;
}

/** Marks the words that repeat the name: "13 Phố Phan Huy Chú, Phố Phan Huy Chú". */
function markRepeated(hits: Hits, hit: number, marks: Marks): void {
  for (let other = 0; other < hits.count; other += 1) {
    if (other === hit || hits.name[other] !== hits.name[hit]) continue;
    const from = nameStart(hits, other);
    const to = hits.end[other];
    if (to <= hits.start[hit] || from >= hits.end[hit]) fillSpan(marks, NAMED, from, to);
  }
}
