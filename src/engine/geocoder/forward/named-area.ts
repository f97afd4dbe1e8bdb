import { toE7 } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Understanding } from '../reader/admin-search.ts';
import { uniteRanges, type Ranges } from '../../gazetteer/unit-table/ranges.ts';
import type { UnitFacts } from '../../gazetteer/unit-table/centres.ts';
import type { Reading } from '../reader/find-names.ts';
import type { Unit } from '../../gazetteer/unit-table/units.ts';
import { createAreaFeatures, HOUSE_METERS, type Circle } from './area-features.ts';
import { cutsInto, farthestMeters, type NamedUnits } from './named-units.ts';
import { METERS_PER_UNIT, metersBetween } from './street-line.ts';
import { holds } from './unit-reach.ts';

/**
 * The area that a certain unit name allows for streets and places.
 *
 * Shape: `circles` surround every unit that the words can mean, without islands far from the rest of it; undefined if the words can mean too many units.
 * Guarantee: a place outside of all circles and units gets no score, unless its own name uses the words of the unit.
 */
export interface NamedArea {
  reading: Reading;
  circles: readonly UnitCircle[] | undefined;
  /** True if no street and no place of the dataset may be inside a circle. */
  isEmpty: boolean;
  /** The streets and places that may be inside a circle, from featuresOf. */
  features: Ranges | undefined;
}

/** The areas of the units that a question names. */
export interface NamedAreas {
  /** Returns the areas of the units that a question names for certain. */
  of(understanding: Understanding, named: readonly NamedUnits[]): NamedArea[];
  /** Returns the streets and places that may be inside an area with circles; all others are outside. Cost: computed once for a unit. */
  featuresOf(area: NamedArea): Ranges;
}

/** With more units than this, streets are not compared with each unit. */
const MOST_CIRCLES = 8;

/** Creates the areas of the units that questions name. */
export function createNamedAreas(tables: PlaceTables, facts: UnitFacts): NamedAreas {
  const reachedBy = createAreaFeatures(tables);
  const known = new Map<Unit, UnitCircle>();

  const circleOf = (unit: Unit, layer: number): UnitCircle => {
    let circle = known.get(unit);
    if (circle === undefined) {
      const { position, radiusMeters } = facts.centreOf(unit);
      const [lat, lon] = [toE7(position.lat), toE7(position.lon)];
      const meters = farthestMeters(radiusMeters, layer);
      const { ranges } = unit;
      const features = uniteRanges([reachedBy({ lat, lon, meters }), featuresOfUnit(tables, ranges)]);
      circle = { lat, lon, meters, ranges, features };
      known.set(unit, circle);
    }
    return circle;
  };

  const areaOf = (reading: Reading, readings: readonly Reading[]): NamedArea => {
    const circles: UnitCircle[] = [];
    let isEmpty = true;
    for (const other of readings) {
      if (other.start >= reading.end || other.end <= reading.start || cutsInto(other, reading)) continue;
      if (!isEmpty && circles.length > MOST_CIRCLES) break;
      const circle = circleOf(other.unit, other.layer);
      circles.push(circle);
      isEmpty &&= circle.features.length === 0;
    }
    const few = circles.length > MOST_CIRCLES ? undefined : circles;
    return { reading, circles: few, isEmpty, features: undefined };
  };

  return {
    of({ readings }, named) {
      const areas: NamedArea[] = [];
      for (const { reading } of named) areas.push(areaOf(reading, readings));
      return areas;
    },
    featuresOf: (area) => (area.features ??= unite(area.circles ?? [])),
  };
}

function unite(circles: readonly UnitCircle[]): Ranges {
  return circles.length === 1 ? circles[0].features : uniteRanges(circles.map(({ features }) => features));
}

/** Reports whether a street or place lies outside of the area of a unit name. */
export function isOutsideArea(tables: PlaceTables, feature: number, { circles }: NamedArea): boolean {
  if (circles === undefined) return false;
  const lat = tables.featureLat[feature];
  const lon = tables.featureLon[feature];
  const radius = feature < tables.streetCount ? tables.featureRadius[feature] + HOUSE_METERS : 0;
  for (const circle of circles)
    if (areWithin(lat, lon, circle.lat, circle.lon, circle.meters + radius)) return false;
  for (const { ranges } of circles) if (holds(ranges, tables.featureBaseWard[feature])) return false;
  return true;
}

/** Reports whether two positions are at most some metres apart. Cost: most are already too far north or south, which needs no cosine. */
function areWithin(latA: number, lonA: number, latB: number, lonB: number, meters: number): boolean {
  if (Math.abs(latA - latB) * METERS_PER_UNIT > meters) return false;
  return metersBetween(latA, lonA, latB, lonB) <= meters;
}

/** Returns the streets and places of a unit, as ascending ranges of their numbers. */
function featuresOfUnit({ baseWardStreetStart, baseWardPoiStart }: PlaceTables, ranges: Ranges): Ranges {
  const bounds: number[] = [];
  for (const starts of [baseWardStreetStart, baseWardPoiStart])
    for (let i = 0; i < ranges.length; i += 2) {
      const [first, end] = [starts[ranges[i]], starts[ranges[i + 1]]];
      if (first < end) bounds.push(first, end);
    }
  return Int32Array.from(bounds);
}

/** The circle around a unit. Shape: `ranges` are its base wards; `features` are the streets and places that may be inside. */
interface UnitCircle extends Circle {
  ranges: Ranges;
  features: Ranges;
}

/** Reports whether some base wards have a street (or place); `starts` is the first one of each base ward. */
export function holdsAny(starts: ArrayLike<number>, ranges: Ranges): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (starts[ranges[i]] !== starts[ranges[i + 1]]) return true;
  return false;
}
