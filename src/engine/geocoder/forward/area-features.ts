import { once } from '../../gazetteer/once.ts';
import { wholeArray } from '../../gazetteer/store/block-array.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
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
