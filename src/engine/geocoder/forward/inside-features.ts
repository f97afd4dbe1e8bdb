import type { Names } from '../../gazetteer/names/names.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { MOST_HITS } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import { isOutsideArea, type NamedArea, type NamedAreas } from './named-area.ts';
import { holds, type UnitGroup } from './unit-reach.ts';
import { once } from '../../gazetteer/once.ts';
import { wholeArray } from '../../gazetteer/store/block-array.ts';
import type { Ranges } from '../../gazetteer/unit-table/ranges.ts';
import { lonScale, METERS_PER_UNIT } from './street-line.ts';

/** Greatest distance of a house outside of the circle around its street. Units: metres. */
export const HOUSE_METERS = 3000;

/** A circle in units of the tables. Units: `meters` metres. */
export interface Circle {
  lat: number;
  lon: number;
  meters: number;
}

/**
 * Boxes around runs of streets (or places), in their order.
 *
 * Shape: columns; box i is around the streets from `first[i]` to `end[i]`, of which none has a radius above `meters[i]`.
 */
interface Boxes {
  first: Uint32Array;
  end: Uint32Array;
  latMin: Float64Array;
  latMax: Float64Array;
  lonMin: Float64Array;
  lonMax: Float64Array;
  meters: Float64Array;
}

/** The boxes of base wards, and those around this many of them at a time: most of the country is far from any circle. */
interface BoxLevels {
  wards: Boxes;
  blocks: Boxes;
}
const WARDS_OF_BLOCK = 48;

/** Rounding must not put a street on the border of a circle outside. */
const ROUNDING = 1 + 1e-9;

/**
 * Creates the function that returns the streets and places that a circle may reach, as ascending ranges of their numbers.
 *
 * Guarantee: a street whose own circle, and a place whose position, are outside of all these ranges is outside of the circle.
 * Cost: reads all positions at the first call; then a few microseconds for a circle of the size of a ward.
 */
export function createAreaFeatures(tables: PlaceTables): (circle: Circle) => Ranges {
  const streets = once(() => levelsOf(tables, tables.baseWardStreetStart, HOUSE_METERS));
  const places = once(() => levelsOf(tables, tables.baseWardPoiStart, undefined));
  return (circle) => {
    const bounds: number[] = [];
    addReached(streets(), circle, bounds);
    addReached(places(), circle, bounds);
    return Int32Array.from(bounds);
  };
}

function addReached({ wards, blocks }: BoxLevels, circle: Circle, bounds: number[]): void {
  for (let block = 0; block < blocks.first.length; block += 1) {
    if (!reaches(circle, blocks, block)) continue;
    const from = block * WARDS_OF_BLOCK;
    const to = Math.min(from + WARDS_OF_BLOCK, wards.first.length);
    for (let ward = from; ward < to; ward += 1) {
      if (!reaches(circle, wards, ward)) continue;
      if (bounds.length > 0 && bounds[bounds.length - 1] === wards.first[ward])
        bounds[bounds.length - 1] = wards.end[ward];
      else bounds.push(wards.first[ward], wards.end[ward]);
    }
  }
}

/** Reports whether a circle may reach a street (or place) of a box. */
function reaches(circle: Circle, boxes: Boxes, box: number): boolean {
  const reach = (circle.meters + boxes.meters[box]) * ROUNDING;
  const latMin = boxes.latMin[box];
  const latMax = boxes.latMax[box];
  const dLat = Math.max(0, latMin - circle.lat, circle.lat - latMax);
  if (dLat * METERS_PER_UNIT > reach) return false;
  const dLon = Math.max(0, boxes.lonMin[box] - circle.lon, circle.lon - boxes.lonMax[box]);
  if (dLon === 0) return true;
  // A unit of longitude is the shortest at the end of the box that is nearer to a pole.
  const scale = lonScale((Math.max(Math.abs(latMin), Math.abs(latMax)) + Math.abs(circle.lat)) / 2);
  const dEast = dLon * scale;
  return Math.sqrt(dLat * dLat + dEast * dEast) * METERS_PER_UNIT <= reach;
}

/** Returns the boxes of the base wards with streets (or places); `starts` is the first one of each, `streetMeters` is added to the radius of a street. */
function levelsOf(tables: PlaceTables, starts: Uint32Array, streetMeters: number | undefined): BoxLevels {
  const featureLat = wholeArray(tables.featureLat);
  const featureLon = wholeArray(tables.featureLon);
  const featureRadius = wholeArray(tables.featureRadius);
  let count = 0;
  for (let ward = 0; ward + 1 < starts.length; ward += 1) if (starts[ward] < starts[ward + 1]) count += 1;
  const wards = createBoxes(count);
  let box = 0;
  for (let ward = 0; ward + 1 < starts.length; ward += 1) {
    if (starts[ward] === starts[ward + 1]) continue;
    wards.first[box] = starts[ward];
    wards.end[box] = starts[ward + 1];
    for (let feature = starts[ward]; feature < starts[ward + 1]; feature += 1) {
      const meters = streetMeters === undefined ? 0 : featureRadius[feature] + streetMeters;
      include(wards, box, featureLat[feature], featureLon[feature], meters);
    }
    box += 1;
  }
  const blocks = createBoxes(Math.ceil(count / WARDS_OF_BLOCK));
  for (let ward = 0; ward < count; ward += 1) {
    const block = Math.floor(ward / WARDS_OF_BLOCK);
    if (ward % WARDS_OF_BLOCK === 0) blocks.first[block] = wards.first[ward];
    blocks.end[block] = wards.end[ward];
    include(blocks, block, wards.latMin[ward], wards.lonMin[ward], wards.meters[ward]);
    include(blocks, block, wards.latMax[ward], wards.lonMax[ward], wards.meters[ward]);
  }
  return { wards, blocks };
}

function createBoxes(count: number): Boxes {
  return {
    first: new Uint32Array(count),
    end: new Uint32Array(count),
    latMin: new Float64Array(count).fill(Infinity),
    latMax: new Float64Array(count).fill(-Infinity),
    lonMin: new Float64Array(count).fill(Infinity),
    lonMax: new Float64Array(count).fill(-Infinity),
    meters: new Float64Array(count),
  };
}

function include(boxes: Boxes, box: number, lat: number, lon: number, meters: number): void {
  if (lat < boxes.latMin[box]) boxes.latMin[box] = lat;
  if (lat > boxes.latMax[box]) boxes.latMax[box] = lat;
  if (lon < boxes.lonMin[box]) boxes.lonMin[box] = lon;
  if (lon > boxes.lonMax[box]) boxes.lonMax[box] = lon;
  if (meters > boxes.meters[box]) boxes.meters[box] = meters;
}

/** Most streets and places of a hit that are listed. */
const MOST_INSIDE = 32;
/** A hit whose streets and places are not yet listed. */
const UNKNOWN = -1;
/** A hit with too many streets and places to list, or in a question that names no area. */
const UNLISTED = -2;

/**
 * The streets and places of each hit that are inside the areas which the question names in other words than the hit and its house.
 *
 * Shape: those of hit h are `count[h]` ascending numbers from `feature[h * MOST_INSIDE]`.
 * Cost: the streets and places of a name are not looked at, only those inside; all groups of units share one list.
 */
interface InsideFeatures {
  /** Forgets the list of a hit, for another question. */
  forget(hit: number): void;
  /** Reports whether the list of a hit is known to be empty. */
  isEmpty(hit: number): boolean;
  /** Reports whether a street or place of a hit may be inside a group of units (`undefined`: anywhere) and the areas. */
  mayHave(inquiry: Inquiry, hit: number, group: UnitGroup | undefined, open: number): boolean;
  /** Reports whether a street or place of a hit is inside the areas, after mayHave. */
  has(inquiry: Inquiry, hit: number, feature: number, open: number): boolean;
}

/** Creates the lists over the tables; `open` are the areas, as bits. */
export function createInsideFeatures(tables: PlaceTables, names: Names, areasOf: NamedAreas): InsideFeatures {
  const count = new Int32Array(MOST_HITS).fill(UNKNOWN);
  const feature = new Int32Array(MOST_HITS * MOST_INSIDE);

  /** Adds a street or place if it is inside; returns false if the list has no room. */
  const add = (hit: number, added: number, areas: readonly NamedArea[], open: number): boolean => {
    if (isOutsideAny(tables, added, areas, open)) return true;
    if (count[hit] === MOST_INSIDE) return false;
    feature[hit * MOST_INSIDE + count[hit]] = added;
    count[hit] += 1;
    return true;
  };

  const fill = ({ hits, areas }: Inquiry, hit: number, open: number): void => {
    const area = smallestOf(areas, open);
    count[hit] = UNLISTED;
    if (area === undefined) return;
    const ranges = areasOf.featuresOf(area);
    const name = hits.name[hit];
    const end = names.postingStart[name + 1];
    let at = names.postingStart[name];
    count[hit] = 0;
    if (end - at <= ranges.length) {
      for (; at < end; at += 1) {
        const posting = names.posting[at];
        if (holds(ranges, posting) && !add(hit, posting, areas, open)) count[hit] = UNLISTED;
        if (count[hit] < 0) return;
      }
      return;
    }
    for (let i = 0; i < ranges.length && at < end; i += 2) {
      at = names.seek(name, at, ranges[i]);
      for (; at < end && names.posting[at] < ranges[i + 1]; at += 1)
        if (!add(hit, names.posting[at], areas, open)) {
          count[hit] = UNLISTED;
          return;
        }
    }
  };

  return {
    forget(hit) {
      count[hit] = UNKNOWN;
    },
    isEmpty: (hit) => count[hit] === 0,
    mayHave(inquiry, hit, group, open) {
      if (count[hit] === UNKNOWN) fill(inquiry, hit, open);
      const listed = count[hit];
      if (group === undefined || listed <= 0) return listed !== 0;
      const { ranges } = group;
      const first = hit * MOST_INSIDE;
      for (let i = first; i < first + listed; i += 1)
        if (holds(ranges, tables.featureBaseWard[feature[i]])) return true;
      return false;
    },
    has({ areas }, hit, wanted, open) {
      if (count[hit] < 0) return !isOutsideAny(tables, wanted, areas, open);
      const first = hit * MOST_INSIDE;
      for (let i = first; i < first + count[hit]; i += 1) if (feature[i] === wanted) return true;
      return false;
    },
  };
}

/** Returns the first of some areas that has circles: the areas of a question begin with the smallest. */
function smallestOf(areas: readonly NamedArea[], open: number): NamedArea | undefined {
  for (let i = 0; i < areas.length; i += 1)
    if ((open & (1 << i)) !== 0 && areas[i].circles !== undefined) return areas[i];
  return undefined;
}

/** Reports whether a street or place lies outside of one of some areas. */
function isOutsideAny(
  tables: PlaceTables,
  feature: number,
  areas: readonly NamedArea[],
  open: number,
): boolean {
  for (let i = 0; i < areas.length; i += 1)
    if ((open & (1 << i)) !== 0 && isOutsideArea(tables, feature, areas[i])) return true;
  return false;
}
