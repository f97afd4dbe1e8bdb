import { CATEGORIES } from '../engine/gazetteer/categories/categories.ts';
import type { NumberArray } from '../engine/gazetteer/store/array-types.ts';
import { RECORDS_PER_BLOCK, type PlaceTables } from '../engine/gazetteer/store/place-tables.ts';
import { recordOf } from '../engine/gazetteer/store/records.ts';

const LATITUDE_MAX = 90e7;
const LONGITUDE_MAX = 180e7;

/**
 * Checks the content of tables against docs/DATASET.md: order, offsets and references.
 *
 * Shape: a clause that describes the first fault; undefined for correct tables.
 * Cost: a few passes over every array; each block of records is inflated.
 */
export function findTableFault(tables: PlaceTables, pieceCount: number): string | undefined {
  if (tables.pieceCount !== pieceCount) {
    return `its places are numbered by ${tables.pieceCount} base wards, and its units make ${pieceCount}`;
  }
  return (
    offsetFault(tables) ??
    rangeFault(tables) ??
    orderFault(tables) ??
    pieceFault(tables) ??
    pathFault(tables) ??
    familyFault(tables) ??
    keyFault(tables) ??
    recordFault(tables)
  );
}

/** Checks that offsets start at 0, ascend, and end at the end of the array they divide. */
function offsetFault(tables: PlaceTables): string | undefined {
  const { streetCount, thingCount, placeCount } = tables;
  return (
    offsets('pieceStreetStart', tables.pieceStreetStart, 0, streetCount) ??
    offsets('piecePoiStart', tables.piecePoiStart, streetCount, thingCount) ??
    offsets('spellingOffset', tables.spellingOffset, 0, tables.spellingText.length) ??
    offsets('streetHouseStart', tables.streetHouseStart, 0, placeCount - thingCount) ??
    offsets('pathOffset', tables.pathOffset, 0, tables.pathText.length) ??
    offsets('streetPartStart', tables.streetPartStart, 0, tables.partPointStart.length - 1) ??
    offsets('partPointStart', tables.partPointStart, 0, tables.pointLat.length) ??
    offsets('poiCategoryStart', tables.poiCategoryStart, 0, tables.poiCategory.length) ??
    offsets('recordBlockOffset', tables.recordBlockOffset, 0, tables.recordBlocks.length)
  );
}

function offsets(name: string, array: Uint32Array, from: number, to: number): string | undefined {
  if (array[0] !== from || array.at(-1) !== to) {
    return `${name} goes from ${array[0]} to ${array.at(-1)} instead of from ${from} to ${to}`;
  }
  return ascending(name, array, false);
}

/** Checks that numbers refer to existing rows and positions are on the earth. */
function rangeFault(tables: PlaceTables): string | undefined {
  const { streetCount, thingCount, placeCount, pieceCount } = tables;
  const spellings = tables.spellingOffset.length - 1;
  const paths = tables.pathOffset.length - 1;
  return (
    within('thingPiece', tables.thingPiece, 0, pieceCount) ??
    within('thingSpelling', tables.thingSpelling, 0, spellings - 1) ??
    within('aliasSpelling', tables.aliasSpelling, 0, spellings - 1) ??
    within('aliasThing', tables.aliasThing, 0, thingCount - 1) ??
    within('thingLat', tables.thingLat, -LATITUDE_MAX, LATITUDE_MAX) ??
    within('thingLon', tables.thingLon, -LONGITUDE_MAX, LONGITUDE_MAX) ??
    within('houseLat', tables.houseLat, -LATITUDE_MAX, LATITUDE_MAX) ??
    within('houseLon', tables.houseLon, -LONGITUDE_MAX, LONGITUDE_MAX) ??
    within('pointLat', tables.pointLat, -LATITUDE_MAX, LATITUDE_MAX) ??
    within('pointLon', tables.pointLon, -LONGITUDE_MAX, LONGITUDE_MAX) ??
    within('housePath', tables.housePath, 0, paths - 1) ??
    within('poiCategory', tables.poiCategory, 0, CATEGORIES.length - 1) ??
    within('poiParent', tables.poiParent, -1, thingCount - 1) ??
    within('childParent', tables.childParent, streetCount, thingCount - 1) ??
    within('childThing', tables.childThing, streetCount, thingCount - 1) ??
    within('keyOrder', tables.keyOrder, 0, placeCount - 1) ??
    within('recordPlace', tables.recordPlace, 0, placeCount - 1)
  );
}

function within(name: string, array: NumberArray, least: number, most: number): string | undefined {
  for (let i = 0; i < array.length; i += 1) {
    const value = array[i] as number;
    if (value < least || value > most) return `${name}[${i}] is ${value}, outside of ${least} to ${most}`;
  }
  return undefined;
}

/** Checks the orders that searches depend on. */
function orderFault(tables: PlaceTables): string | undefined {
  return (
    ascending('aliasThing', tables.aliasThing, false) ??
    ascending('childParent', tables.childParent, false) ??
    ascending('recordPlace', tables.recordPlace, true) ??
    ascending('pathNumber', tables.pathNumber, false)
  );
}

function ascending(name: string, array: NumberArray, strictly: boolean): string | undefined {
  for (let i = 1; i < array.length; i += 1) {
    const [before, value] = [array[i - 1] as number, array[i] as number];
    if (value < before || (strictly && value === before)) return `${name} does not ascend at ${i}`;
  }
  return undefined;
}

/** Checks that the things listed in a base ward have that base ward. */
function pieceFault({ pieceStreetStart, piecePoiStart, thingPiece }: PlaceTables): string | undefined {
  for (const starts of [pieceStreetStart, piecePoiStart]) {
    for (let piece = 0; piece + 1 < starts.length; piece += 1) {
      for (let thing = starts[piece] as number; thing < (starts[piece + 1] as number); thing += 1) {
        if (thingPiece[thing] !== piece)
          return `thing ${thing} is listed in base ward ${piece}, but its own base ward is ${thingPiece[thing]}`;
      }
    }
  }
  return undefined;
}

/** Checks that the houses of a street ascend by number, and that no range goes backwards. */
function pathFault(tables: PlaceTables): string | undefined {
  const { streetHouseStart, housePath, streetCount, pathNumber, pathUpTo } = tables;
  for (let street = 0; street < streetCount; street += 1) {
    const end = streetHouseStart[street + 1] as number;
    for (let house = (streetHouseStart[street] as number) + 1; house < end; house += 1) {
      if ((housePath[house] as number) < (housePath[house - 1] as number))
        return `house ${house} of street ${street} is not in order`;
    }
  }
  for (let path = 0; path < pathNumber.length; path += 1) {
    const upTo = pathUpTo[path] as number;
    if (upTo !== 0 && upTo < (pathNumber[path] as number))
      return `the range of house path ${path} goes backwards`;
  }
  return undefined;
}

/** Checks that children and parents agree. */
function familyFault({ childParent, childThing, poiParent, streetCount }: PlaceTables): string | undefined {
  const seen = new Uint8Array(poiParent.length);
  for (let i = 0; i < childThing.length; i += 1) {
    const child = childThing[i] as number;
    if (seen[child - streetCount] === 1) return `place ${child} is listed as a child twice`;
    seen[child - streetCount] = 1;
    if (poiParent[child - streetCount] !== childParent[i])
      return `place ${child} is listed as a child of ${childParent[i]}, but its parent is ${poiParent[child - streetCount]}`;
  }
  const withParent = poiParent.reduce((count, parent) => count + (parent >= 0 ? 1 : 0), 0);
  return withParent === childThing.length
    ? undefined
    : `${withParent} places have a parent, and ${childThing.length} are listed as children`;
}

/** Checks that each place is listed by its key once, in order. */
function keyFault({ keyOrder, placeKeyHigh, placeKeyLow, placeCount }: PlaceTables): string | undefined {
  const seen = new Uint8Array(placeCount);
  for (let i = 0; i < keyOrder.length; i += 1) {
    const place = keyOrder[i] as number;
    if (seen[place] === 1) return `place ${place} is listed by its key twice`;
    seen[place] = 1;
    const before = keyOrder[i - 1];
    if (before === undefined) continue;
    const high = (placeKeyHigh[before] as number) - (placeKeyHigh[place] as number);
    const low = (placeKeyLow[before] as number) - (placeKeyLow[place] as number);
    if (high > 0 || (high === 0 && low > 0)) return `keyOrder does not ascend at ${i}`;
  }
  return undefined;
}

/** Checks that the first and last record of every block can be read. */
function recordFault(tables: PlaceTables): string | undefined {
  const { recordPlace } = tables;
  for (let first = 0; first < recordPlace.length; first += RECORDS_PER_BLOCK) {
    const last = Math.min(first + RECORDS_PER_BLOCK, recordPlace.length) - 1;
    for (const record of [first, last]) {
      const place = recordPlace[record] as number;
      try {
        recordOf(tables, place);
      } catch {
        return `the record of place ${place} cannot be read`;
      }
    }
  }
  return undefined;
}
