import type { GeomillExtension } from '../../contract/records/osm-feature.ts';
import { categoryValues } from '../categories/categories.ts';
import type { AdminUnits, LocalPlace } from '../local-place.ts';
import { placeIdOf } from '../place-id.ts';
import { categoriesOf, childrenOf, houseNumberOf, nameOf, positionOf, thingOf } from '../store/access.ts';
import { HOUSE_FLAGS, THING_FLAGS, type PlaceTables } from '../store/place-tables.ts';
import { recordOf } from '../store/records.ts';
import { labelOf, type PieceUnits } from './piece-units.ts';
import type { PlaceMatch } from './place-match.ts';

/** How far from its position a house, or a place of another kind, may really be. */
const HOUSE_ACCURACY_METERS = 10;
const INTERPOLATED_ACCURACY_METERS = 50;
const POI_ACCURACY_METERS = 50;

/** Turns places of the tables into answers. */
export interface TablePlaces {
  /** Describes what a search found. */
  ofMatch(match: PlaceMatch, units: AdminUnits): LocalPlace;
  /** Describes a place by its number. Units: `distanceMeters` from the point of the question, null without one. */
  ofPlace(place: number, units: AdminUnits, distanceMeters?: number | null): LocalPlace;
}

/** Creates the function that turns places of the tables into answers, with the names of base wards from `unitsOf`. */
export function createTablePlaces(
  tables: PlaceTables,
  unitsOf: (piece: number, formerKnown: boolean) => PieceUnits,
): TablePlaces {
  const describe = (match: PlaceMatch, admin: AdminUnits, distanceMeters: number | null): LocalPlace => {
    const { place, level } = match;
    const thing = thingOf(tables, place);
    const piece = tables.thingPiece[thing] as number;
    const units = unitsOf(piece, ((tables.thingFlags[thing] as number) & THING_FLAGS.formerKnown) !== 0);
    const record = recordOf(tables, place);
    const isPoi = level === 'poi';
    const street = isPoi ? (record?.street ?? '') : nameOf(tables, thing);
    const houseNumber = isPoi ? (record?.houseNumber ?? '') : match.houseNumber;
    const streetLine = joinWords(houseNumber, street);
    const name = isPoi ? nameOf(tables, thing) : (record?.name ?? streetLine);
    const address = units.line[admin];
    return {
      id: placeIdOf(tables.placeKeyHigh[place] as number, tables.placeKeyLow[place] as number),
      name,
      level,
      position: match.position,
      houseNumber,
      street,
      streetLine,
      parts: units.parts[admin],
      address,
      label: labelOf(name, streetLine, address),
      categories: isPoi ? poiCategories(tables, place) : [level],
      record,
      hasChild: isPoi && childrenOf(tables, place).length > 0,
      isVietnam: piece < tables.pieceCount,
      distanceMeters,
      extension: extensionOf(match, units),
    };
  };
  return {
    ofMatch: (match, admin) => describe(match, admin, null),
    ofPlace: (place, admin, distanceMeters = null) => describe(matchOf(tables, place), admin, distanceMeters),
  };
}

/** Describes a place of the tables as a search that is certain of it would. */
function matchOf(tables: PlaceTables, place: number): PlaceMatch {
  const certain = { place, position: positionOf(tables, place), score: 1, margin: 1 };
  const whole = { ...certain, unexplained: [], contradicted: [] };
  if (place < tables.streetCount) {
    const accuracyRadiusMeters = tables.thingRadius[place] as number;
    return { ...whole, level: 'street', accuracyRadiusMeters, houseNumber: '' };
  }
  if (place < tables.thingCount) {
    return { ...whole, level: 'poi', accuracyRadiusMeters: POI_ACCURACY_METERS, houseNumber: '' };
  }
  const flags = tables.houseFlags[place - tables.thingCount] as number;
  const houseNumber = houseNumberOf(tables, place);
  return (flags & HOUSE_FLAGS.interpolated) === 0
    ? { ...whole, level: 'house', accuracyRadiusMeters: HOUSE_ACCURACY_METERS, houseNumber }
    : { ...whole, level: 'interpolated', accuracyRadiusMeters: INTERPOLATED_ACCURACY_METERS, houseNumber };
}

function extensionOf(match: PlaceMatch, units: PieceUnits): GeomillExtension {
  return {
    level: match.level,
    accuracy_radius_meters: Math.round(match.accuracyRadiusMeters),
    score: roundShare(match.score),
    margin: roundShare(match.margin),
    old: units.old,
    new: units.new,
  };
}

/** Rounds a share to three digits. */
export function roundShare(share: number): number {
  return Math.round(share * 1000) / 1000;
}

function poiCategories(tables: PlaceTables, place: number): string[] {
  const values = new Set<string>();
  for (const category of categoriesOf(tables, place)) {
    for (const value of categoryValues(category)) values.add(value);
  }
  return values.size === 0 ? ['poi'] : [...values];
}

function joinWords(a: string, b: string): string {
  if (a === '') return b;
  return b === '' ? a : `${a} ${b}`;
}
