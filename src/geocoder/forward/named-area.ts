import { once } from '../../gazetteer/once.ts';
import { toUnits } from '../../gazetteer/store/access.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import type { Understanding } from '../../gazetteer/unit-search/admin-search.ts';
import type { Ranges } from '../../gazetteer/unit-search/ranges.ts';
import type { UnitFacts } from '../../gazetteer/unit-search/unit-facts.ts';
import type { Reading } from '../../gazetteer/unit-search/spans.ts';
import type { Unit } from '../../gazetteer/unit-search/units.ts';
import { farthestMeters, type NamedUnits } from './named-units.ts';
import { METERS_PER_UNIT, metersBetween, type UnitPosition } from './street-line.ts';

/**
 * The area that a certain unit name allows for streets and places.
 *
 * Shape: `circles` surround every unit that the words can mean, [latitude, longitude, metres] in turn; undefined if the words can mean too many units.
 * Guarantee: a place outside of all circles gets no score, unless its own name uses the words of the unit.
 */
export interface NamedArea {
  reading: Reading;
  circles: Float64Array | undefined;
  /** True if no street and no place of the dataset is inside a circle. */
  isEmpty: boolean;
}

/** With more units than this, streets are not compared with each unit. */
const MOST_CIRCLES = 8;
/** Greatest distance of a house outside of the circle around its street. Units: metres. */
const HOUSE_METERS = 3000;

/** Creates the function that returns the areas of the units that a question names for certain. */
export function createNamedAreas(
  tables: PlaceTables,
  facts: UnitFacts,
): (understanding: Understanding, named: readonly NamedUnits[]) => NamedArea[] {
  const hasThings = createThingCheck(tables);
  const known = new Map<Unit, { lat: number; lon: number; meters: number; isEmpty: boolean }>();

  const circleOf = (unit: Unit, layer: number) => {
    let circle = known.get(unit);
    if (circle === undefined) {
      const { position, radiusMeters } = facts.placeOf(unit);
      const [lat, lon] = [toUnits(position.lat), toUnits(position.lon)];
      const meters = farthestMeters(radiusMeters, layer);
      circle = { lat, lon, meters, isEmpty: !hasThings(unit, { lat, lon, meters }) };
      known.set(unit, circle);
    }
    return circle;
  };

  return ({ readings }, named) =>
    named.map(({ reading }) => {
      const others = readings.filter(({ start, end }) => start < reading.end && end > reading.start);
      const circles = others.length > MOST_CIRCLES ? undefined : new Float64Array(3 * others.length);
      let isEmpty = true;
      for (let i = 0; i < others.length && (isEmpty || circles !== undefined); i += 1) {
        const { unit, layer } = others[i] as Reading;
        const { lat, lon, meters, isEmpty: hasNone } = circleOf(unit, layer);
        circles?.set([lat, lon, meters], 3 * i);
        isEmpty &&= hasNone;
      }
      return { reading, circles, isEmpty };
    });
}

/** Reports whether a street or place lies outside of the area of a unit name. */
export function isOutsideArea(tables: PlaceTables, thing: number, { circles }: NamedArea): boolean {
  if (circles === undefined) return false;
  const lat = tables.thingLat[thing] as number;
  const lon = tables.thingLon[thing] as number;
  const radius = thing < tables.streetCount ? (tables.thingRadius[thing] as number) + HOUSE_METERS : 0;
  for (let i = 0; i < circles.length; i += 3) {
    const meters = metersBetween(lat, lon, circles[i] as number, circles[i + 1] as number);
    if (meters <= (circles[i + 2] as number) + radius) return false;
  }
  return true;
}

/** A circle in units of the tables. Units: `meters` metres. */
interface Circle extends UnitPosition {
  meters: number;
}

/** The streets, or the points of interest, of one base ward, and the circle around them. */
interface PieceCircle extends Circle {
  first: number;
  end: number;
}

/**
 * Creates the function that reports whether any street or place may be a result inside a unit: it is in the unit, or in the circle around it.
 *
 * Cost: reads all base wards at the first call; then tests each base ward with streets or places.
 */
function createThingCheck(tables: PlaceTables): (unit: Unit, circle: Circle) => boolean {
  const streets = once(() => circlesOfPieces(tables, tables.pieceStreetStart));
  const places = once(() => circlesOfPieces(tables, tables.piecePoiStart));
  const isPlaceInside = (circle: Circle, { first, end }: PieceCircle): boolean => {
    for (let place = first; place < end; place += 1)
      if (areWithin(circle, positionOf(tables, place), circle.meters)) return true;
    return false;
  };
  return (unit, circle) =>
    holdsAny(tables.pieceStreetStart, unit.ranges) ||
    holdsAny(tables.piecePoiStart, unit.ranges) ||
    streets().some((piece) => areWithin(circle, piece, circle.meters + piece.meters + HOUSE_METERS)) ||
    places().some(
      (piece) => areWithin(circle, piece, circle.meters + piece.meters) && isPlaceInside(circle, piece),
    );
}

/** Reports whether two positions are at most some metres apart. Cost: most are already too far north or south, which needs no cosine. */
function areWithin(a: UnitPosition, b: UnitPosition, meters: number): boolean {
  if (Math.abs(a.lat - b.lat) * METERS_PER_UNIT > meters) return false;
  return metersBetween(a.lat, a.lon, b.lat, b.lon) <= meters;
}

/** Reports whether some base wards have a street (or place); `starts` is the first one of each base ward. */
export function holdsAny(starts: ArrayLike<number>, ranges: Ranges): boolean {
  for (let i = 0; i < ranges.length; i += 2)
    if (starts[ranges[i] as number] !== starts[ranges[i + 1] as number]) return true;
  return false;
}

/** Returns the base wards with streets (or places) and the circle around these; `starts` is the first one of each base ward. */
function circlesOfPieces(tables: PlaceTables, starts: Uint32Array): PieceCircle[] {
  const circles: PieceCircle[] = [];
  for (let piece = 0; piece + 1 < starts.length; piece += 1) {
    const first = starts[piece] as number;
    const end = starts[piece + 1] as number;
    if (first === end) continue;
    const { lat, lon } = positionOf(tables, first);
    let meters = 0;
    for (let thing = first; thing < end; thing += 1) {
      const other = positionOf(tables, thing);
      const distance = metersBetween(lat, lon, other.lat, other.lon);
      meters = Math.max(meters, distance + (tables.thingRadius[thing] as number));
    }
    circles.push({ lat, lon, meters, first, end });
  }
  return circles;
}

function positionOf({ thingLat, thingLon }: PlaceTables, thing: number): UnitPosition {
  return { lat: thingLat[thing] as number, lon: thingLon[thing] as number };
}
