import { once } from '../../gazetteer/once.ts';
import { toE7 } from '../../gazetteer/store/access.ts';
import { wholeArray } from '../../gazetteer/store/block-array.ts';
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
  /** True if no street and no place of the dataset is inside a circle. */
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
  const hasFeatures = createFeatureCheck(tables);
  const reachedBy = createAreaFeatures(tables);
  const known = new Map<Unit, UnitCircle>();

  const circleOf = (unit: Unit, layer: number): UnitCircle => {
    let circle = known.get(unit);
    if (circle === undefined) {
      const { position, radiusMeters } = facts.centreOf(unit);
      const [lat, lon] = [toE7(position.lat), toE7(position.lon)];
      const meters = farthestMeters(radiusMeters, layer);
      const isEmpty = !hasFeatures(unit, { lat, lon, meters });
      circle = { lat, lon, meters, ranges: unit.ranges, isEmpty, features: undefined };
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
      isEmpty &&= circle.isEmpty;
    }
    const few = circles.length > MOST_CIRCLES ? undefined : circles;
    return { reading, circles: few, isEmpty, features: undefined };
  };

  const featuresIn = (circle: UnitCircle): Ranges =>
    (circle.features ??= uniteRanges([reachedBy(circle), featuresOfUnit(tables, circle)]));

  return {
    of({ readings }, named) {
      const areas: NamedArea[] = [];
      for (const { reading } of named) areas.push(areaOf(reading, readings));
      return areas;
    },
    featuresOf: (area) => (area.features ??= unite(area.circles ?? [], featuresIn)),
  };
}

function unite(circles: readonly UnitCircle[], featuresIn: (circle: UnitCircle) => Ranges): Ranges {
  return circles.length === 1 ? featuresIn(circles[0]) : uniteRanges(circles.map(featuresIn));
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
function featuresOfUnit(
  { baseWardStreetStart, baseWardPoiStart }: PlaceTables,
  { ranges }: UnitCircle,
): Ranges {
  const bounds = [baseWardStreetStart, baseWardPoiStart].map((starts) => ranges.map((at) => starts[at]));
  return Int32Array.from(bounds.flatMap((each) => Array.from(each)));
}

/** The circle around a unit. Shape: `ranges` are its base wards; `isEmpty` is true if no street and no place of the dataset is inside; `features` may be inside. */
interface UnitCircle extends Circle {
  ranges: Ranges;
  isEmpty: boolean;
  features: Ranges | undefined;
}

/**
 * The base wards with streets (or places of interest) and the circles around these.
 *
 * Shape: columns; the streets of base ward i are those from `first[i]` to `end[i]`.
 */
interface BaseWardCircles {
  lat: Float64Array;
  lon: Float64Array;
  meters: Float64Array;
  first: Uint32Array;
  end: Uint32Array;
}

/**
 * Creates the function that reports whether any street or place may be a result inside a unit: it is in the unit, or in the circle around it.
 *
 * Cost: reads all base wards at the first call; then compares the latitude of each base ward with streets or places.
 */
function createFeatureCheck(tables: PlaceTables): (unit: Unit, circle: Circle) => boolean {
  const streets = once(() => circlesOfBaseWards(tables, tables.baseWardStreetStart));
  const places = once(() => circlesOfBaseWards(tables, tables.baseWardPoiStart));
  const isPlaceInside = ({ lat, lon, meters }: Circle, first: number, end: number): boolean => {
    for (let place = first; place < end; place += 1)
      if (areWithin(lat, lon, tables.featureLat[place], tables.featureLon[place], meters)) return true;
    return false;
  };
  return (unit, circle) =>
    holdsAny(tables.baseWardStreetStart, unit.ranges) ||
    holdsAny(tables.baseWardPoiStart, unit.ranges) ||
    someNear(streets(), circle, HOUSE_METERS, () => true) ||
    someNear(places(), circle, 0, (first, end) => isPlaceInside(circle, first, end));
}

/** Reports whether some base ward near a circle, up to some metres outside of it, fulfils a condition on its streets (or places). */
function someNear(
  baseWards: BaseWardCircles,
  { lat, lon, meters }: Circle,
  moreMeters: number,
  fulfils: (first: number, end: number) => boolean,
): boolean {
  for (let i = 0; i < baseWards.lat.length; i += 1) {
    const reach = meters + baseWards.meters[i] + moreMeters;
    if (!areWithin(lat, lon, baseWards.lat[i], baseWards.lon[i], reach)) continue;
    if (fulfils(baseWards.first[i], baseWards.end[i])) return true;
  }
  return false;
}

/** Reports whether some base wards have a street (or place); `starts` is the first one of each base ward. */
export function holdsAny(starts: ArrayLike<number>, ranges: Ranges): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (starts[ranges[i]] !== starts[ranges[i + 1]]) return true;
  return false;
}

/** Returns the base wards with streets (or places) and the circles around these; `starts` is the first one of each base ward. */
function circlesOfBaseWards(tables: PlaceTables, starts: Uint32Array): BaseWardCircles {
  const featureLat = wholeArray(tables.featureLat);
  const featureLon = wholeArray(tables.featureLon);
  const featureRadius = wholeArray(tables.featureRadius);
  const rows: { lat: number; lon: number; meters: number; first: number; end: number }[] = [];
  for (let baseWard = 0; baseWard + 1 < starts.length; baseWard += 1) {
    const first = starts[baseWard];
    const end = starts[baseWard + 1];
    if (first === end) continue;
    const [lat, lon] = [featureLat[first], featureLon[first]];
    let meters = 0;
    for (let feature = first; feature < end; feature += 1) {
      const distance = metersBetween(lat, lon, featureLat[feature], featureLon[feature]);
      meters = Math.max(meters, distance + featureRadius[feature]);
    }
    rows.push({ lat, lon, meters, first, end });
  }
  return {
    lat: Float64Array.from(rows, (row) => row.lat),
    lon: Float64Array.from(rows, (row) => row.lon),
    meters: Float64Array.from(rows, (row) => row.meters),
    first: Uint32Array.from(rows, (row) => row.first),
    end: Uint32Array.from(rows, (row) => row.end),
  };
}
