import { cellAt } from '../../base/geo/h3.ts';
import type { Position } from '../../base/geo/position.ts';
import type { AdminDataset } from '../../engine/gazetteer/units/units.ts';
import type { UnitTable } from '../../engine/gazetteer/unit-table/units.ts';
import { toDegrees } from '../../engine/gazetteer/store/access.ts';
import type { UnitNames } from '../features.ts';
import { createPairTable } from './pair-table.ts';
import { createUnitHints, type BaseWardChoice } from './unit-hints.ts';

/** H3 resolution of the cells that divide streets outside of all wards: about 36 km², the size of a ward. */
const OUTSIDE_RESOLUTION = 6;
/** Beaches, piers and bridges are outside of wards, whose boundaries follow the shore; up to this distance they belong to a ward. */
const OFFSHORE_METERS = 2000;
const OFFSHORE_DEGREES = 0.5;
/** Edge of the squares whose points nearly all have the same ward near, or none. Units: degrees. */
const SQUARE_DEGREES = 0.0025;
/** From the middle of a square to its corners, with some margin. */
const SQUARE_METERS = 210;
/** No ward is near any point of a square. */
const NONE = -1;
/** Each point of a square has to be looked up. */
const UNSURE = -2;

/** Returns the former units at a position, by boundaries. */
export type FormerUnitsAt = (position: Position) => UnitNames;

/**
 * Lookup of the zone of a point.
 *
 * Shape: a zone is a base ward, or outside of all wards an H3 cell, numbered from `baseWardCount` up. `locate` returns a
 * zone if it is certain, otherwise `-1 - choice`: the ward in force is certain, the former ward is one of a choice.
 */
export interface BaseWards {
  baseWardCount: number;
  /** Returns the zone or choice of a point by its position and the units of its source (a number of the units pool). */
  locate(lat: number, lon: number, units: number): number;
  /** Adds a point whose zone is certain, for later guesses. */
  learn(zone: number, lat: number, lon: number): void;
  /** Returns the most likely zone of a choice for a point: the base ward with the nearest mean of known points, without any the first. */
  guess(choice: number, lat: number, lon: number): number;
  /** Returns the ward in force of a zone or choice, or -1. */
  wardOf(located: number): number;
  /** Returns the H3 cell of a zone outside of all wards. */
  cellOf(zone: number): string;
}

/** Options of the lookup of base wards. */
export interface BaseWardsOptions {
  admin: AdminDataset;
  units: UnitTable;
  /** Returns the units of a source by number. */
  unitsText: (units: number) => string;
  /** Returns the ward in force by known boundaries; -1 elsewhere. */
  exactWardAt?: ((position: Position) => number) | undefined;
  formerUnitsAt?: FormerUnitsAt | undefined;
}

/** Creates the lookup of base wards. */
export function createBaseWards(options: BaseWardsOptions): BaseWards {
  const { admin, units, exactWardAt, formerUnitsAt } = options;
  const baseWardCount = units.wardOf.length;
  const choices = createChoices(options);
  const outside = createOutsideZones(baseWardCount);
  const means = createMeans(baseWardCount);
  const nearestWard = createNearestWard(admin);
  return {
    baseWardCount,
    locate(lat, lon, text) {
      const position = { lat: toDegrees(lat), lon: toDegrees(lon) };
      const exact = exactWardAt?.(position) ?? -1;
      const inside = exact >= 0 ? exact : admin.wardAt(position);
      const ward = inside >= 0 ? inside : nearestWard(position);
      if (ward < 0) return outside.zoneAt(position);
      const byBoundary = formerUnitsAt && choices.byBoundary(ward, formerUnitsAt(position));
      if (byBoundary !== undefined && byBoundary >= 0) return byBoundary;
      const byText = choices.byText(ward, text);
      if (byBoundary === undefined || byText >= 0) return byText;
      // A matching address is more precise than the boundary of a district, which is more precise than nothing.
      return choices.baseWardsOf(byText).length < choices.baseWardsOf(byBoundary).length
        ? byText
        : byBoundary;
    },
    learn(zone, lat, lon) {
      if (zone < baseWardCount) means.add(zone, lat, lon);
    },
    guess: (choice, lat, lon) => means.nearest(choices.baseWardsOf(choice), lat, lon),
    wardOf(located) {
      if (located < 0) return choices.wardOf(located);
      return located < baseWardCount ? units.wardOf[located] : -1;
    },
    cellOf: outside.cellOf,
  };
}

/** Creates the numbers of choices among the base wards of a ward; a choice of one base ward is that base ward. */
function createChoices({ admin, units, unitsText }: BaseWardsOptions) {
  const choose = createUnitHints(admin, units);
  const choices: (BaseWardChoice & { ward: number })[] = [];
  const choiceOfText = createPairTable();
  const choiceOfPair: number[] = [];
  const choiceOfFormer = new Map<string, number>();

  function number(choice: BaseWardChoice, ward: number): number {
    if (choice.isKnown) return choice.baseWards[0];
    choices.push({ ...choice, ward });
    return -choices.length;
  }

  /** Returns a choice by its number: the first one is -1, so that no number is that of a zone. */
  function choiceAt(negative: number) {
    return choices[-negative - 1];
  }

  return {
    /** Returns the zone or choice by the boundaries of former units; undefined outside of them. */
    byBoundary(ward: number, names: UnitNames): number | undefined {
      if (names.ward === undefined && names.district === undefined) return undefined;
      const key = `${ward}\n${names.ward ?? ''}\n${names.district ?? ''}`;
      let located = choiceOfFormer.get(key);
      if (located === undefined) {
        located = number(choose(ward, names), ward);
        choiceOfFormer.set(key, located);
      }
      return located;
    },
    /** Returns the zone or choice by the units of an address. */
    byText(ward: number, text: number): number {
      const pair = choiceOfText.add(ward, text);
      if (pair === choiceOfPair.length) {
        const [wardName = '', district = '', province = ''] = unitsText(text).split('\n');
        choiceOfPair.push(number(choose(ward, { ward: wardName, district, province }), ward));
      }
      return choiceOfPair[pair];
    },
    baseWardsOf: (choice: number): readonly number[] => choiceAt(choice).baseWards,
    wardOf: (choice: number): number => choiceAt(choice).ward,
  };
}

/** Creates the zones outside of all wards: one for each H3 cell, numbered from `baseWardCount` up. */
function createOutsideZones(baseWardCount: number) {
  const zones = new Map<string, number>();
  const cells: string[] = [];
  return {
    zoneAt(position: Position): number {
      const cell = cellAt(position, OUTSIDE_RESOLUTION);
      let zone = zones.get(cell);
      if (zone === undefined) {
        zone = baseWardCount + cells.length;
        zones.set(cell, zone);
        cells.push(cell);
      }
      return zone;
    },
    cellOf: (zone: number): string => cells[zone - baseWardCount],
  };
}

/** Creates the mean positions of the known points of each base ward. */
function createMeans(baseWardCount: number) {
  const sumLat = new Float64Array(baseWardCount);
  const sumLon = new Float64Array(baseWardCount);
  const counts = new Uint32Array(baseWardCount);
  return {
    add(baseWard: number, lat: number, lon: number): void {
      sumLat[baseWard] = sumLat[baseWard] + lat;
      sumLon[baseWard] = sumLon[baseWard] + lon;
      counts[baseWard] = counts[baseWard] + 1;
    },
    /** Returns the base ward with the nearest mean; without any mean the first. */
    nearest(baseWards: readonly number[], lat: number, lon: number): number {
      let best = baseWards[0];
      let bestSquare = Infinity;
      for (const baseWard of baseWards) {
        const count = counts[baseWard];
        if (count === 0) continue;
        const square = (sumLat[baseWard] / count - lat) ** 2 + (sumLon[baseWard] / count - lon) ** 2;
        if (square < bestSquare) {
          best = baseWard;
          bestSquare = square;
        }
      }
      return best;
    },
  };
}

/**
 * Creates the lookup of the ward near a position outside of all wards; -1 if none is near.
 *
 * Cost: a look at a table, for most positions; for the first of a square, and at the borders of two wards, that of `wardsNear`.
 */
function createNearestWard(admin: AdminDataset): (position: Position) => number {
  const { south, north, west, east } = boxAround(admin);
  const wardOfSquare = new Map<number, number>();

  /** Returns the ward that is the nearest of each point of a square outside of all wards, or NONE or UNSURE. */
  function lookAround(middle: Position): number {
    // Where the middle is in a ward, how far it is from the edge of the ward is not known.
    if (admin.wardAt(middle) >= 0) return UNSURE;
    const [first, second] = admin.wardsNear(middle, OFFSHORE_METERS + SQUARE_METERS, 2);
    if (first === undefined) return NONE;
    const isNear = first.distanceMeters + SQUARE_METERS <= OFFSHORE_METERS;
    const isFirst = second === undefined || second.distanceMeters - first.distanceMeters > 2 * SQUARE_METERS;
    return isNear && isFirst ? first.ward : UNSURE;
  }

  return (position) => {
    const { lat, lon } = position;
    if (lat < south || lat > north || lon < west || lon > east) return -1;
    const [row, column] = [Math.floor(lat / SQUARE_DEGREES), Math.floor(lon / SQUARE_DEGREES)];
    const square = row * 2 ** 20 + column;
    let ward = wardOfSquare.get(square);
    if (ward === undefined) {
      ward = lookAround({ lat: (row + 0.5) * SQUARE_DEGREES, lon: (column + 0.5) * SQUARE_DEGREES });
      wardOfSquare.set(square, ward);
    }
    return ward === UNSURE ? (admin.wardsNear(position, OFFSHORE_METERS, 1)[0]?.ward ?? -1) : ward;
  };
}

/** Returns the bounds of all wards, for a quick test whether a position is far from them. */
function boxAround({ wards }: AdminDataset): { south: number; north: number; west: number; east: number } {
  const box = { south: 90, north: -90, west: 180, east: -180 };
  for (const { position, radiusMeters } of wards) {
    const margin = OFFSHORE_DEGREES + radiusMeters / 50_000;
    box.south = Math.min(box.south, position.lat - margin);
    box.north = Math.max(box.north, position.lat + margin);
    box.west = Math.min(box.west, position.lon - margin);
    box.east = Math.max(box.east, position.lon + margin);
  }
  return box;
}
