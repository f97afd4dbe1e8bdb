import { fault } from './fault.ts';
import { CATEGORIES } from '../../src/engine/gazetteer/categories/categories.ts';
import type { NumberArray } from '../../src/engine/gazetteer/store/array-types.ts';
import { toManifestName } from '../../src/engine/gazetteer/store/manifest-names.ts';
import { RECORDS_PER_BLOCK, type PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';
import { recordOf } from '../../src/engine/gazetteer/store/records.ts';

const LATITUDE_MAX = 90e7;
const LONGITUDE_MAX = 180e7;

/**
 * Checks the content of tables: order, offsets and references.
 *
 * Shape: a clause that describes the first fault; undefined for correct tables.
 * Cost: a few passes over every array; each block of records is inflated.
 */
export function findTableFault(tables: PlaceTables, baseWardCount: number): string | undefined {
  if (tables.baseWardCount !== baseWardCount) {
    return fault('its places are numbered by {places} base wards, and its units make {units}', {
      places: tables.baseWardCount,
      units: baseWardCount,
    });
  }
  return (
    offsetFault(tables) ??
    rangeFault(tables) ??
    orderFault(tables) ??
    baseWardFault(tables) ??
    pathFault(tables) ??
    familyFault(tables) ??
    keyFault(tables) ??
    recordFault(tables)
  );
}

/** Checks that offsets start at 0, ascend, and end at the end of the array they divide. */
function offsetFault(tables: PlaceTables): string | undefined {
  const { streetCount, featureCount, placeCount } = tables;
  return (
    offsets('baseWardStreetStart', tables.baseWardStreetStart, 0, streetCount) ??
    offsets('baseWardPoiStart', tables.baseWardPoiStart, streetCount, featureCount) ??
    offsets('spellingOffset', tables.spellingOffset, 0, tables.spellingText.length) ??
    offsets('streetHouseStart', tables.streetHouseStart, 0, placeCount - featureCount) ??
    offsets('pathOffset', tables.pathOffset, 0, tables.pathText.length) ??
    offsets('streetPartStart', tables.streetPartStart, 0, tables.partPointStart.length - 1) ??
    offsets('partPointStart', tables.partPointStart, 0, tables.pointLat.length) ??
    offsets('poiCategoryStart', tables.poiCategoryStart, 0, tables.poiCategory.length) ??
    offsets('recordBlockOffset', tables.recordBlockOffset, 0, tables.recordBlocks.length)
  );
}

function offsets(name: string, array: Uint32Array, from: number, to: number): string | undefined {
  if (array[0]! !== from || array.at(-1) !== to) {
    return fault('{name} goes from {first} to {last} instead of from {from} to {to}', {
      name: toManifestName(name),
      first: String(array[0]!),
      last: String(array.at(-1)),
      from,
      to,
    });
  }
  return ascending(name, array, false);
}

/** Checks that numbers refer to existing rows and positions are on the earth. */
function rangeFault(tables: PlaceTables): string | undefined {
  const { streetCount, featureCount, placeCount, baseWardCount } = tables;
  const spellings = tables.spellingOffset.length - 1;
  const paths = tables.pathOffset.length - 1;
  return (
    within('featureBaseWard', tables.featureBaseWard, 0, baseWardCount) ??
    within('featureSpelling', tables.featureSpelling, 0, spellings - 1) ??
    within('aliasSpelling', tables.aliasSpelling, 0, spellings - 1) ??
    within('aliasFeature', tables.aliasFeature, 0, featureCount - 1) ??
    within('featureLat', tables.featureLat, -LATITUDE_MAX, LATITUDE_MAX) ??
    within('featureLon', tables.featureLon, -LONGITUDE_MAX, LONGITUDE_MAX) ??
    within('houseLat', tables.houseLat, -LATITUDE_MAX, LATITUDE_MAX) ??
    within('houseLon', tables.houseLon, -LONGITUDE_MAX, LONGITUDE_MAX) ??
    within('pointLat', tables.pointLat, -LATITUDE_MAX, LATITUDE_MAX) ??
    within('pointLon', tables.pointLon, -LONGITUDE_MAX, LONGITUDE_MAX) ??
    within('housePath', tables.housePath, 0, paths - 1) ??
    within('poiCategory', tables.poiCategory, 0, CATEGORIES.length - 1) ??
    within('poiParent', tables.poiParent, -1, featureCount - 1) ??
    within('childParent', tables.childParent, streetCount, featureCount - 1) ??
    within('childFeature', tables.childFeature, streetCount, featureCount - 1) ??
    within('keyOrder', tables.keyOrder, 0, placeCount - 1) ??
    within('recordPlace', tables.recordPlace, 0, placeCount - 1)
  );
}

function within(name: string, array: NumberArray, least: number, most: number): string | undefined {
  for (let i = 0; i < array.length; i += 1) {
    const value = array[i]!;
    if (value < least || value > most)
      return fault('{name}[{index}] is {value}, outside of {least} to {most}', {
        name: toManifestName(name),
        index: i,
        value,
        least,
        most,
      });
  }
  return undefined;
}

/** Checks the orders that searches depend on. */
function orderFault(tables: PlaceTables): string | undefined {
  return (
    ascending('aliasFeature', tables.aliasFeature, false) ??
    ascending('childParent', tables.childParent, false) ??
    ascending('recordPlace', tables.recordPlace, true) ??
    ascending('pathNumber', tables.pathNumber, false)
  );
}

function ascending(name: string, array: NumberArray, strictly: boolean): string | undefined {
  for (let i = 1; i < array.length; i += 1) {
    const [before, value] = [array[i - 1]!, array[i]!];
    if (value < before || (strictly && value === before))
      return fault('{name} does not ascend at {index}', { name: toManifestName(name), index: i });
  }
  return undefined;
}

/** Checks that the features listed in a base ward have that base ward. */
function baseWardFault({
  baseWardStreetStart,
  baseWardPoiStart,
  featureBaseWard,
}: PlaceTables): string | undefined {
  for (const starts of [baseWardStreetStart, baseWardPoiStart]) {
    for (let baseWard = 0; baseWard + 1 < starts.length; baseWard += 1) {
      for (let feature = starts[baseWard]!; feature < starts[baseWard + 1]!; feature += 1) {
        if (featureBaseWard[feature]! !== baseWard)
          return fault('feature {feature} is listed in base ward {listed}, but its own base ward is {own}', {
            feature,
            listed: baseWard,
            own: String(featureBaseWard[feature]!),
          });
      }
    }
  }
  return undefined;
}

/** Checks that the houses of a street ascend by number, and that no range goes backwards. */
function pathFault(tables: PlaceTables): string | undefined {
  const { streetHouseStart, housePath, streetCount, pathNumber, pathUpTo } = tables;
  for (let street = 0; street < streetCount; street += 1) {
    const end = streetHouseStart[street + 1]!;
    for (let house = streetHouseStart[street]! + 1; house < end; house += 1) {
      if (housePath[house]! < housePath[house - 1]!)
        return fault('house {house} of street {street} is not in order', { house, street });
    }
  }
  for (let path = 0; path < pathNumber.length; path += 1) {
    const upTo = pathUpTo[path]!;
    if (upTo !== 0 && upTo < pathNumber[path]!)
      return fault('the range of house path {path} goes backwards', { path });
  }
  return undefined;
}

/** Checks that children and parents agree. */
function familyFault({ childParent, childFeature, poiParent, streetCount }: PlaceTables): string | undefined {
  const seen = new Uint8Array(poiParent.length);
  for (let i = 0; i < childFeature.length; i += 1) {
    const child = childFeature[i]!;
    if (seen[child - streetCount]! === 1)
      return fault('place {place} is listed as a child twice', { place: child });
    seen[child - streetCount] = 1;
    if (poiParent[child - streetCount]! !== childParent[i]!)
      return fault('place {place} is listed as a child of {listed}, but its parent is {parent}', {
        place: child,
        listed: String(childParent[i]!),
        parent: String(poiParent[child - streetCount]!),
      });
  }
  const withParent = poiParent.reduce((count, parent) => count + (parent >= 0 ? 1 : 0), 0);
  return withParent === childFeature.length
    ? undefined
    : fault('{withParent} places have a parent, and {listed} are listed as children', {
        withParent,
        listed: childFeature.length,
      });
}

/** Checks that each place is listed by its key once, in order. */
function keyFault({ keyOrder, placeKeyHigh, placeKeyLow, placeCount }: PlaceTables): string | undefined {
  const seen = new Uint8Array(placeCount);
  for (let i = 0; i < keyOrder.length; i += 1) {
    const place = keyOrder[i]!;
    if (seen[place]! === 1) return fault('place {place} is listed by its key twice', { place });
    seen[place] = 1;
    const before = keyOrder[i - 1]!;
    if (before === undefined) continue;
    const high = placeKeyHigh[before]! - placeKeyHigh[place]!;
    const low = placeKeyLow[before]! - placeKeyLow[place]!;
    if (high > 0 || (high === 0 && low > 0))
      return fault('{name} does not ascend at {index}', { name: 'keyOrder', index: i });
  }
  return undefined;
}

/** Checks that the first and last record of every block can be read. */
function recordFault(tables: PlaceTables): string | undefined {
  const { recordPlace } = tables;
  for (let first = 0; first < recordPlace.length; first += RECORDS_PER_BLOCK) {
    const last = Math.min(first + RECORDS_PER_BLOCK, recordPlace.length) - 1;
    for (const record of [first, last]) {
      const place = recordPlace[record]!;
      try {
        recordOf(tables, place);
      } catch {
        return fault('the record of place {place} cannot be read', { place });
      }
    }
  }
  return undefined;
}
